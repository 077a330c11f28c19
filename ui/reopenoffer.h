// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/opentabs.h"

#include <QObject>

namespace Pullcord {

/// Offer to restore the windows that were open when the program last ended. Pages show it; the program restores them.
class ReopenOffer final : public QObject
{
    Q_OBJECT

public:
    explicit ReopenOffer(QObject *parent = nullptr);
    ~ReopenOffer() override;

    /// Empty if there is nothing to restore.
    [[nodiscard]] const OpenTabs &openTabs() const { return m_openTabs; }
    void setOpenTabs(const OpenTabs &openTabs);
    /// Accepts the offer: clears openTabs(), then emits changed() and accepted().
    void accept();

signals:
    void changed();
    void accepted(const Pullcord::OpenTabs &openTabs);

private:
    OpenTabs m_openTabs;
};

} // namespace Pullcord
