// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/opensession.h"

#include <QObject>

namespace Pullcord {

/// Offer to restore the windows that were open when the program last ended. Pages show it; the program restores them.
class SessionOffer final : public QObject
{
    Q_OBJECT

public:
    explicit SessionOffer(QObject *parent = nullptr);
    ~SessionOffer() override;

    /// Empty if there is nothing to restore.
    [[nodiscard]] const OpenSession &session() const { return m_session; }
    void setSession(const OpenSession &session);
    /// Takes the offer: clears the session, then emits changed() and accepted().
    void accept();

signals:
    void changed();
    void accepted(const Pullcord::OpenSession &session);

private:
    OpenSession m_session;
};

} // namespace Pullcord
