// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/requesttracker.h"

#include <QJsonArray>

namespace Pullcord {

/// Feeds conversations to the tracker, one message per line: ">" from the client, "<" from the server. Other lines are
/// events.
class TrackerScript
{
public:
    using Kind = Transition::Kind;
    using Problem = Transition::CancelProblem;

    JsonChecker m_checker;
    qint64 m_time = 0;

    Event eventFrom(const QByteArray &line)
    {
        using namespace Qt::StringLiterals;
        Event event;
        const Direction direction = line.startsWith('>') ? Direction::ClientToServer : Direction::ServerToClient;
        const QByteArray rest = line.mid(2);
        if (line.startsWith('>') || line.startsWith('<')) {
            event = Event::ofBytes(rest, direction, m_checker);
        } else if (line.startsWith("queued ")) {
            event = Event::ofBytes(line.mid(7), Direction::ClientToServer, m_checker);
            event.kind = EventKind::Queued;
        } else if (line.startsWith("unsent ")) {
            const bool again = line.startsWith("unsent again ");
            event = Event::ofBytes(line.mid(again ? 13 : 7), Direction::ClientToServer, m_checker);
            event.kind = EventKind::Unsent;
            event.details.insert(u"again"_s, again);
            event.details.insert(u"reason"_s, u"why"_s);
        } else if (line.startsWith("cancel ")) {
            event =
                Event::ofKind(EventKind::Cancel, {{u"id"_s, QString::fromUtf8(line.mid(7))}, {u"reason"_s, u"r"_s}});
            event.direction = Direction::ClientToServer;
        } else if (line.startsWith("operator ")) {
            event = Event::ofKind(EventKind::Cancel,
                                  {{u"id"_s, QString::fromUtf8(line.mid(9))}, {Event::By, Event::Operator}});
            event.direction = Direction::ClientToServer;
        } else if (line.startsWith("cut ")) {
            event =
                Event::ofKind(EventKind::Note, {{u"id"_s, QString::fromUtf8(line.mid(4))}, {u"became"_s, u"cut"_s}});
            event.direction = Direction::ClientToServer;
        } else if (line.startsWith("giveup ")) {
            event =
                Event::ofKind(EventKind::Cancel, {{u"id"_s, QString::fromUtf8(line.mid(7))}, {u"answered"_s, true}});
            event.direction = Direction::ClientToServer;
        } else if (line.startsWith("timeout ")) {
            event = Event::ofKind(EventKind::Timeout, {{u"id"_s, QString::fromUtf8(line.mid(8))}});
            event.direction = Direction::ClientToServer;
        } else if (line.startsWith("dialect ")) {
            event = Event::ofKind(EventKind::Dialect, {{u"name"_s, QString::fromUtf8(line.mid(8))}});
        } else if (line.startsWith("again ")) {
            event = Event::ofBytes(line.mid(6), Direction::ClientToServer, m_checker);
            event.details.insert(u"again"_s, true);
        } else if (line.startsWith("follows ")) { // serial of the request
            const qsizetype end = line.indexOf(' ', 8);
            event = Event::ofBytes(line.mid(end + 1), Direction::ClientToServer, m_checker);
            event.details.insert(u"follows"_s, QString::fromUtf8(line.mid(8, end - 8)));
        } else if (line.startsWith("http ")) { // step, and the request that it ends
            const QList<QByteArray> words = line.split(' ');
            event = Event::ofKind(EventKind::Http, {{u"step"_s, u"end"_s},
                                                    {u"how"_s, QString::fromUtf8(words.at(1))},
                                                    {u"ends"_s, QString::fromUtf8(words.value(2))},
                                                    {u"reason"_s, u"why"_s}});
            if (words.value(2) == "cancels")
                event.details.insert(u"cancels"_s, u"1"_s);
            else
                event.details.insert(u"requests"_s, QJsonArray{u"1"_s});
        } else if (line.startsWith("oversize ")) {
            event = Event::ofKind(EventKind::Malformed, {{u"reason"_s, u"too long"_s}, {u"length"_s, qint64(1) << 40}});
            event.bytes = line.mid(9);
            event.direction = Direction::ServerToClient;
        } else if (line.startsWith("toodeep ")) {
            event = Event::ofKind(EventKind::Malformed, {{u"reason"_s, u"too deep"_s}, {u"limit"_s, true}});
            event.bytes = line.mid(8);
            event.direction = Direction::ServerToClient;
        } else if (line == "closed") {
            event = Event::ofKind(EventKind::Closed);
        }
        event.time = m_time += 1000;
        return event;
    }

    static QByteArray name(const Transition &transition)
    {
        static const QHash<Kind, QByteArray> names{{Kind::Created, "created"},
                                                   {Kind::Left, "left"},
                                                   {Kind::Answered, "answered"},
                                                   {Kind::Progressed, "progressed"},
                                                   {Kind::CancelRequested, "cancel"},
                                                   {Kind::CancelSignalled, "signalled"},
                                                   {Kind::TimedOut, "timedout"},
                                                   {Kind::CancelRefused, "cancelrefused"},
                                                   {Kind::Lost, "lost"},
                                                   {Kind::Remarked, "remarked"},
                                                   {Kind::Refused, "refused"},
                                                   {Kind::Forbidden, "forbidden"},
                                                   {Kind::Confirmed, "confirmed"},
                                                   {Kind::StreamClosed, "streamclosed"},
                                                   {Kind::StreamEnded, "streamended"},
                                                   {Kind::LateResponse, "late"},
                                                   {Kind::LateProgress, "lateprogress"},
                                                   {Kind::SecondResponse, "second"},
                                                   {Kind::UnknownResponse, "unknown"},
                                                   {Kind::UnknownProgress, "noprogress"},
                                                   {Kind::UnaskedLog, "unasked"},
                                                   {Kind::IgnoredCancel, "ignored"}};
        static const QHash<Problem, QByteArray> problems{{Problem::None, ""},
                                                         {Problem::Unknown, ":unknown"},
                                                         {Problem::OtherType, ":type"},
                                                         {Problem::Finished, ":finished"},
                                                         {Problem::Twice, ":twice"},
                                                         {Problem::NotCancellable, ":never"},
                                                         {Problem::Malformed, ":malformed"},
                                                         {Problem::HasId, ":id"}};
        const QByteArray serial =
            transition.serial == Transition::NoRecord ? "-" : QByteArray::number(transition.serial);
        return names.value(transition.kind) + problems.value(transition.problem) + '@' + serial;
    }

    QByteArrayList feedAll(RequestTracker &tracker, const QByteArrayList &lines)
    {
        QByteArrayList seen;
        qint64 index = 0;
        for (const QByteArray &line : lines) {
            for (const Transition &transition : tracker.feed(eventFrom(line), index))
                seen.append(name(transition));
            ++index;
        }
        return seen;
    }
};

} // namespace Pullcord
