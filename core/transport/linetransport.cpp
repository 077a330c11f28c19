// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/linetransport.h"

#include "core/transport/byteordermark.h"
#include "core/transport/transportreason.h"

#include <QPointer>

#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {
namespace {

constexpr qint64 NsPerMs = 1'000'000;

/// Size from which copying a message to append a newline costs more than a second write.
constexpr qsizetype LargeMessage = qsizetype(64) << 10;

} // namespace

struct LineTransport::Input
{
    LineFramer framer;
    JsonChecker checker;
};

LineTransport::LineTransport(Direction outgoing, const JsonLimits &limits, QObject *parent)
    : Transport(parent)
    , m_outgoing(outgoing)
    , m_limits(limits)
    , m_outgoingChecker(limits)
    , m_refusal(TranslatableText::of(TransportReason::NotConnected))
    , m_passing(limits.maxSize)
{
    m_output = Output::Closed;
    m_queuedTimer.setSingleShot(true);
    connect(&m_queuedTimer, &QTimer::timeout, this, &LineTransport::reportQueued);
}

LineTransport::~LineTransport() = default;

void LineTransport::reset()
{
    m_input = std::make_shared<Input>(Input{LineFramer(m_limits.maxSize), JsonChecker(m_limits)});
    m_heardMessage = false;
    m_output = Output::Waiting;
    m_passing = LineFramer(m_limits.maxSize);
    m_passed = 0;
    m_given = 0;
    m_left = 0;
}

void LineTransport::send(const QByteArray &message, const QJsonObject &details)
{
    addWaiting({.message = message, .details = details});
    if (m_output == Output::Open && m_corks == 0)
        writeOut(m_waiting.back());
}

QByteArray LineTransport::unfinishedLine() const
{
    constexpr qsizetype MostShown = 300;
    return m_input ? m_input->framer.pendingHead(MostShown) : QByteArray();
}

void LineTransport::addWaiting(Waiting waiting)
{
    waiting.since = monotonicNow();
    if (m_output == Output::Closed) {
        m_refused.push_back(std::move(waiting));
        if (m_refused.size() == 1)
            QMetaObject::invokeMethod(this, &LineTransport::reportRefused, Qt::QueuedConnection);
        return;
    }
    m_waiting.push_back(std::move(waiting));
    if (!m_queuedTimer.isActive())
        m_queuedTimer.start(QueuedAfterMs);
}

void LineTransport::pass(const QByteArray &bytes, const QJsonObject &details)
{
    Q_ASSERT(m_output != Output::Waiting);
    m_passing.feed(bytes, [&](const LineFramer::Line &line) { takePassed(line, details); });
    if (m_output != Output::Open)
        return;
    m_given += bytes.size();
    write(bytes);
}

void LineTransport::skip(QByteArray line, QJsonObject details)
{
    if (line.endsWith('\r')) {
        line.chop(1);
        details.insert(u"eol"_s, u"\r\n"_s);
    }
    addWaiting({.message = std::move(line), .details = std::move(details), .end = m_passed});
    bytesWritten(0); // everything before it may have been written already
}

void LineTransport::endPassing()
{
    m_passing.finish([this](const LineFramer::Line &line) { takePassed(line, {}); });
    bytesWritten(0); // it may have been written already
}

void LineTransport::takePassed(const LineFramer::Line &line, const QJsonObject &details)
{
    constexpr std::array<qint64, 3> EndingSizes{1, 2, 0}; // in the order of LineFramer::Ending
    m_passed += line.length + EndingSizes.at(size_t(line.ending));
    Event described;
    described.details = details;
    describeLine(described, line);
    addWaiting({.message = line.toByteArray(), .details = described.details, .isHead = line.oversize, .end = m_passed});
}

void LineTransport::uncork()
{
    if (--m_corks > 0)
        return;
    QByteArray lines;
    for (Waiting &waiting : m_waiting) {
        if (m_output != Output::Open || waiting.end <= m_given)
            continue;
        lines += waiting.message + '\n';
        m_given += waiting.message.size() + 1;
        waiting.end = m_given;
    }
    if (!lines.isEmpty())
        write(lines);
}

void LineTransport::writeOut(Waiting &waiting)
{
    m_given += waiting.message.size() + 1;
    waiting.end = m_given;
    if (waiting.message.size() < LargeMessage) {
        write(waiting.message + '\n');
    } else {
        write(waiting.message);
        write("\n"_ba);
    }
}

void LineTransport::openOutput()
{
    m_output = Output::Open;
    for (Waiting &waiting : m_waiting)
        writeOut(waiting);
}

void LineTransport::closeOutput(const QString &reason)
{
    m_output = Output::Closed;
    m_refusal = reason;
}

void LineTransport::dropOutput(const QString &reason)
{
    const QPointer<LineTransport> alive(this);
    endPassing();
    closeOutput(reason);
    reportSent();
    if (!alive)
        return;
    m_reportedQueued = 0;
    std::deque<Waiting> dropped = std::exchange(m_waiting, {});
    for (Waiting &refused : std::exchange(m_refused, {}))
        dropped.push_back(std::move(refused));
    emitUnsent(std::move(dropped), reason);
}

void LineTransport::reportRefused()
{
    emitUnsent(std::exchange(m_refused, {}), m_refusal);
}

void LineTransport::emitUnsent(std::deque<Waiting> messages, const QString &reason)
{
    const QPointer<LineTransport> alive(this);
    for (const Waiting &waiting : messages) {
        Event event = eventOf(waiting);
        event.kind = EventKind::Unsent;
        event.details.insert(u"reason"_s, reason);
        emit eventOccurred(event);
        if (!alive)
            return;
    }
}

void LineTransport::reportQueued()
{
    const QPointer<LineTransport> alive(this);
    reportSent();
    const qint64 due = monotonicNow() - QueuedAfterMs * NsPerMs;
    while (alive && m_reportedQueued < m_waiting.size()) {
        const Waiting &waiting = m_waiting[m_reportedQueued];
        if (waiting.since > due) {
            m_queuedTimer.start(int((waiting.since - due) / NsPerMs) + 1);
            return;
        }
        ++m_reportedQueued;
        Event event = eventOf(waiting);
        event.kind = EventKind::Queued;
        emit eventOccurred(event);
    }
}

void LineTransport::bytesWritten(qint64 count)
{
    const size_t before = m_unreported;
    m_left += count;
    while (m_unreported < m_waiting.size() && m_waiting[m_unreported].end <= m_left)
        m_waiting[m_unreported++].left = monotonicNow();
    if (before == 0 && m_unreported > 0)
        QMetaObject::invokeMethod(this, &LineTransport::reportSent, Qt::QueuedConnection);
}

void LineTransport::reportSent()
{
    const QPointer<LineTransport> alive(this);
    while (alive && m_unreported > 0) {
        const Waiting waiting = std::move(m_waiting.front());
        m_waiting.pop_front();
        --m_unreported;
        m_reportedQueued -= m_reportedQueued > 0 ? 1 : 0;
        Event event = eventOf(waiting);
        event.time = waiting.left;
        emit eventOccurred(event);
        if (alive && m_waiting.empty())
            emit drained();
    }
}

void LineTransport::bytesArrived(const QByteArray &bytes)
{
    const QPointer<LineTransport> alive(this);
    const std::shared_ptr<Input> input = m_input;
    emit received(bytes);
    if (!alive)
        return;
    input->framer.feed(bytes, [&](const LineFramer::Line &line) {
        if (alive)
            emitLine(line, *input);
    });
}

void LineTransport::inputEnded()
{
    const QPointer<LineTransport> alive(this);
    const std::shared_ptr<Input> input = m_input;
    input->framer.finish([&](const LineFramer::Line &line) {
        if (alive)
            emitLine(line, *input);
    });
}

void LineTransport::emitLine(const LineFramer::Line &line, Input &input)
{
    const QPointer<LineTransport> alive(this);
    // The line may be a response to a message that has just been written.
    reportSent();
    if (!alive)
        return;
    const Event event = eventOf(line, input);
    if (event.kind == EventKind::Malformed && !line.oversize &&
        ByteOrderMark::isBeforeJson(line.bytes, input.checker)) {
        LineFramer::Line rest = line;
        rest.bytes = line.bytes.sliced(ByteOrderMark::Bytes.size());
        rest.whole = {};
        emit eventOccurred(ByteOrderMark::event(event.direction));
        if (alive)
            emitLine(rest, input);
        return;
    }
    m_heardMessage = m_heardMessage || event.isMessage();
    emit eventOccurred(event);
}

Event LineTransport::eventOf(const Waiting &waiting)
{
    Event event = eventOf(waiting.message, waiting.isHead, m_outgoing, m_outgoingChecker);
    for (auto it = waiting.details.begin(); it != waiting.details.end(); ++it)
        event.details.insert(it.key(), it.value());
    return event;
}

Event LineTransport::eventOf(const LineFramer::Line &line, Input &input) const
{
    Event event = eventOf(line.toByteArray(), line.oversize, opposite(m_outgoing), input.checker);
    describeLine(event, line);
    return event;
}

Event LineTransport::eventOf(QByteArray line, bool isHead, Direction direction, JsonChecker &checker) const
{
    if (!isHead) {
        Event event = Event::ofBytes(std::move(line), direction, checker);
        if (!event.isMessage() && event.bytes.trimmed().isEmpty())
            event.details.insert(u"reason"_s, u"the line is empty"_s);
        return event;
    }
    Event event =
        Event::ofKind(EventKind::Malformed,
                      {{u"reason"_s, u"the line is longer than the limit of %1 bytes"_s.arg(m_limits.maxSize)}});
    event.bytes = std::move(line);
    event.direction = direction;
    return event;
}

void LineTransport::describeLine(Event &event, const LineFramer::Line &line)
{
    if (line.ending != LineFramer::Ending::Lf)
        event.details.insert(u"eol"_s, line.ending == LineFramer::Ending::CrLf ? u"\r\n"_s : u""_s);
    if (line.oversize)
        event.details.insert(u"length"_s, line.length);
}

} // namespace Pullcord
