// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/linetransport.h"

#include <QPointer>

namespace Pullcord {

/// Scope in which sent messages gather. They leave in one write when it ends. Does nothing for a transport that is not
/// a LineTransport. The transport may be destroyed meanwhile.
/// Specification: MCP transports, stdio (one message per line; the number of lines per write is free).
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
