// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/event.h"

#include <algorithm>
#include <array>
#include <chrono>

namespace Pullcord {
namespace {

using namespace Qt::StringLiterals;

/// Names in the order of EventKind.
constexpr std::array<QByteArrayView, 19> KindNames{
    "message", "malformed", "queued", "unsent",  "stderr", "opening", "opened", "closing", "exited",  "closed",
    "failed",  "dialect",   "cancel", "timeout", "http",   "stream",  "note",   "mark",    "process",
};
static_assert(KindNames.size() == size_t(EventKind::Process) + 1);

QJsonObject detailsOf(const JsonError &error)
{
    QJsonObject details{
        {u"offset"_s, error.offset},
        {u"line"_s, error.line},
        {u"column"_s, error.column},
        {u"reason"_s, error.reason},
    };
    if (error.isLimit)
        details.insert(u"limit"_s, true);
    return details;
}

} // namespace

Event Event::ofBytes(QByteArray bytes, Direction direction, JsonChecker &checker)
{
    Event event;
    event.time = monotonicNow();
    event.direction = direction;
    event.bytes = std::move(bytes);
    if (const auto error = checker.check(event.bytes)) {
        event.kind = EventKind::Malformed;
        event.details = detailsOf(*error);
    } else {
        event.kind = EventKind::Message;
        event.envelope = Envelope::of(event.bytes);
    }
    return event;
}

Event Event::ofKind(EventKind kind, QJsonObject details)
{
    Event event;
    event.time = monotonicNow();
    event.kind = kind;
    event.details = std::move(details);
    return event;
}

qint64 monotonicNow()
{
    using namespace std::chrono;
    return duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count();
}

QByteArrayView nameOf(EventKind kind)
{
    return KindNames[size_t(kind)];
}

QByteArrayView nameOf(Direction direction)
{
    switch (direction) {
    case Direction::ClientToServer:
        return "c2s";
    case Direction::ServerToClient:
        return "s2c";
    case Direction::None:
        break;
    }
    return {};
}

std::optional<EventKind> eventKindFromName(QByteArrayView name)
{
    const auto found = std::find(KindNames.begin(), KindNames.end(), name);
    if (found == KindNames.end())
        return {};
    return EventKind(found - KindNames.begin());
}

std::optional<Direction> directionFromName(QByteArrayView name)
{
    for (const Direction direction : {Direction::ClientToServer, Direction::ServerToClient}) {
        if (name == nameOf(direction))
            return direction;
    }
    return {};
}

} // namespace Pullcord
