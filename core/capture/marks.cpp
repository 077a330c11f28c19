// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/marks.h"

#include "core/capture/eventtimes.h"
#include "core/rpc/requestrecord.h"

#include <algorithm>
#include <array>
#include <limits>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

/// In the order of MarkColor.
constexpr std::array<QLatin1StringView, MarkColorCount> ColorNames{
    "none"_L1, "red"_L1, "orange"_L1, "yellow"_L1, "green"_L1, "blue"_L1, "purple"_L1,
};

} // namespace

QLatin1StringView nameOf(MarkColor color)
{
    return ColorNames[size_t(color)];
}

std::optional<MarkColor> markColorFromName(QStringView name)
{
    const auto found = std::find(ColorNames.begin(), ColorNames.end(), name);
    return found == ColorNames.end() ? std::nullopt : std::optional(MarkColor(found - ColorNames.begin()));
}

Marks::Marks(const Capture &capture, QObject *parent)
    : QObject(parent)
    , m_capture(capture)
    , m_targets([this](qsizetype event) { return readTarget(event); })
{}

Marks::~Marks() = default;

void Marks::feed(const Event &event, qsizetype index)
{
    const MarkTarget place = placeNamedBy(event);
    if (!place.isValid())
        return; // the marked event is not in the file, or the mark names none
    const Mark mark{.pinned = event.details.value("pinned"_L1).toBool(),
                    .color = markColorFromName(event.details.value("color"_L1).toString()).value_or(MarkColor::None),
                    .note = event.details.value("note"_L1).toString().left(LongestNote)};
    const bool wasPinned = at(place).pinned;
    if (mark.isEmpty())
        m_marks.remove(place);
    else
        m_marks.insert(place, {mark, index});
    emit changed(place);
    if (mark.pinned != wasPinned)
        emit pinsChanged();
}

MarkTarget Marks::placeNamedBy(const Event &event) const
{
    const QJsonValue of = event.details.value("of"_L1);
    if (!of.isDouble())
        return {};
    const QByteArray id = event.details.value("id"_L1).toString().toUtf8();
    const qint64 number = std::max<qint64>(event.details.value("nth"_L1).toInteger(), 0);
    const qsizetype at = targetsAt(of.toInteger(-1)).at(event.connection, id, number);
    return at < 0 ? MarkTarget() : MarkTarget{at, id};
}

const InstantTargets &Marks::targetsAt(qint64 time) const
{
    const bool isLast = time == std::numeric_limits<qint64>::max();
    m_targets.select(firstEventAt(m_capture, time), isLast ? m_capture.count() : firstEventAt(m_capture, time + 1));
    return m_targets;
}

InstantTargets::Event Marks::readTarget(qsizetype event) const
{
    using Kind = InstantTargets::Kind;
    const CaptureEntry &entry = m_capture.entry(event);
    if (entry.kind == EventKind::Mark)
        return {Kind::Mark, entry.connection};
    if (entry.message == MessageKind::Request)
        return {Kind::Request, entry.connection, m_capture.eventAt(event).requestId().toJson()};
    return {entry.message == MessageKind::Batch ? Kind::Batch : Kind::Other, entry.connection};
}

MarkTarget Marks::placeOf(const RequestRecord &record) const
{
    if (record.requestEvent == RequestRecord::NoEvent)
        return {};
    return {qsizetype(record.requestEvent), record.id.toJson()};
}

const Mark &Marks::at(const MarkTarget &place) const
{
    static const Mark none;
    const auto found = m_marks.isEmpty() ? m_marks.constEnd() : m_marks.constFind(place);
    return found == m_marks.constEnd() ? none : found->mark;
}

QList<MarkTarget> Marks::pinned() const
{
    QList<MarkTarget> places;
    for (auto each = m_marks.constBegin(); each != m_marks.constEnd(); ++each) {
        if (each->mark.pinned)
            places.append(each.key());
    }
    std::sort(places.begin(), places.end(), [](const MarkTarget &a, const MarkTarget &b) {
        return std::tie(a.event, a.id) < std::tie(b.event, b.id);
    });
    return places;
}

QList<qsizetype> Marks::markEventsFor(const std::vector<qsizetype> &events) const
{
    QList<qsizetype> found;
    for (auto each = m_marks.constBegin(); each != m_marks.constEnd(); ++each) {
        if (each->event >= 0 && std::binary_search(events.begin(), events.end(), each.key().event))
            found.append(each->event);
    }
    return found;
}

Event Marks::eventFor(const MarkTarget &place, const Mark &mark) const
{
    const CaptureEntry &entry = m_capture.entry(place.event);
    const qint64 nth = targetsAt(entry.time).numberOf(entry.connection, place.id, place.event);
    Event event = Event::ofKind(EventKind::Mark, {{u"of"_s, entry.time}});
    event.connection = entry.connection;
    if (nth > 0)
        event.details.insert(u"nth"_s, nth);
    if (!place.id.isEmpty())
        event.details.insert(u"id"_s, QString::fromUtf8(place.id));
    if (mark.pinned)
        event.details.insert(u"pinned"_s, true);
    if (mark.color != MarkColor::None)
        event.details.insert(u"color"_s, QString(nameOf(mark.color)));
    if (!mark.note.isEmpty())
        event.details.insert(u"note"_s, mark.note.left(LongestNote));
    return event;
}

} // namespace Pullcord
