// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/opensession.h"

#include <QObject>

namespace Pullcord {

/// What was open when the program ended last, as long as nobody has opened it again. Pages show it; the program opens it.
class SessionOffer final : public QObject
{
    Q_OBJECT

public:
    explicit SessionOffer(QObject *parent = nullptr);
    ~SessionOffer() override;

    /// Empty: there is nothing to open again.
    [[nodiscard]] const OpenSession &session() const { return m_session; }
    void setSession(const OpenSession &session);
    /// Somebody wants all of it back. It is gone from here.
    void accept();

signals:
    void changed();
    void accepted(const Pullcord::OpenSession &session);

private:
    OpenSession m_session;
};

} // namespace Pullcord
