// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proxy/linegate.h"

#include "core/rpc/envelope.h"

#include <utility>

namespace Pullcord {

LineGate::LineGate(Sinks sinks)
    : m_sinks(std::move(sinks))
{}

void LineGate::feed(const QByteArray &bytes)
{
    if (!isByLine())
        return pass(bytes);
    qsizetype from = 0;
    if (m_isInLine) { // the rest of a line that is half through
        from = bytes.indexOf('\n') + 1;
        if (from == 0)
            return pass(bytes);
        pass(bytes.first(from));
    }
    for (qsizetype end = bytes.indexOf('\n', from) + 1; end > 0; end = bytes.indexOf('\n', from) + 1) {
        passLine(std::exchange(m_held, {}) + bytes.sliced(from, end - from));
        from = end;
    }
    m_held += bytes.sliced(from);
    if (m_held.size() > LongestJudged)
        pass(std::exchange(m_held, {}));
    release();
}

void LineGate::pass(const QByteArray &bytes)
{
    if (bytes.isEmpty())
        return;
    m_isInLine = !bytes.endsWith('\n');
    m_sinks.pass(bytes);
}

void LineGate::passLine(const QByteArray &line)
{
    const QByteArray message = line.chopped(1);
    if (!m_kept.isEmpty() && !m_checker.check(message)) {
        const Envelope envelope = Envelope::of(message);
        const RequestId id = envelope.isResponse() ? envelope.requestId(message) : RequestId();
        if (m_kept.remove(id))
            return m_sinks.keep(message, id);
    }
    if (m_judge)
        m_judge(line);
    else
        pass(line);
}

void LineGate::add(const QByteArray &line, const QJsonObject &details, const std::function<bool()> &isWanted)
{
    m_added.append({line, details, isWanted});
    flush();
}

void LineGate::flush()
{
    if (m_isInLine)
        return;
    while (!m_added.isEmpty()) {
        const Added next = m_added.takeFirst();
        if (next.isWanted())
            m_sinks.add(next.line, next.details);
    }
    release();
}

/// Passes the beginning of a line that no longer has to wait for its end.
void LineGate::release()
{
    if (m_added.isEmpty() && m_kept.isEmpty() && !m_judge)
        pass(std::exchange(m_held, {}));
}

void LineGate::drop()
{
    m_held.clear();
}

void LineGate::finish()
{
    m_added.clear();
    m_kept.clear();
    m_judge = {};
    release();
}

} // namespace Pullcord
