// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/linetransport.h"

#include <QPointer>

namespace Pullcord {

/// While it stands, what is sent gathers; with its end that leaves in one write. Nothing to a transport on which each message
/// goes its own way. The transport may be destroyed meanwhile.
/// Specification: MCP transports, stdio (a message a line; how many lines a write carries is free).
class Corked
{
public:
    explicit Corked(Transport &transport)
        : m_line(qobject_cast<LineTransport *>(&transport))
    {
        if (m_line)
            m_line->cork();
    }
    ~Corked()
    {
        if (m_line)
            m_line->uncork();
    }
    Q_DISABLE_COPY_MOVE(Corked)

private:
    QPointer<LineTransport> m_line;
};

} // namespace Pullcord
