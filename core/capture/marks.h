// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/instanttargets.h"
#include "core/rpc/event.h"

#include <QHash>
#include <QList>
#include <QObject>
#include <QString>

#include <utility>

namespace Pullcord {

class Capture;
struct RequestRecord;

/// Colors of marks. Their names in capture files and filters: nameOf().
enum class MarkColor : quint8 { None, Red, Orange, Yellow, Green, Blue, Purple };
constexpr int MarkColorCount = 7;

[[nodiscard]] QLatin1StringView nameOf(MarkColor color); ///< "none" for None
[[nodiscard]] std::optional<MarkColor> markColorFromName(QStringView name);

/// The user's mark on a row. A value.
struct Mark
{
    bool pinned = false;
    MarkColor color = MarkColor::None;
    QString note = {};

    [[nodiscard]] bool isEmpty() const { return *this == Mark(); }
    friend bool operator==(const Mark &, const Mark &) = default;
};

/// Target of a mark: an event; or, with its id (the JSON text), a request in that event.
struct MarkTarget
{
    qsizetype event = -1; ///< index in the capture; -1: nothing that can be marked
    QByteArray id = {};

    [[nodiscard]] bool isValid() const { return event >= 0; }
    friend bool operator==(const MarkTarget &, const MarkTarget &) = default;
    friend size_t qHash(const MarkTarget &place, size_t seed = 0) { return qHashMulti(seed, place.event, place.id); }
};

/// The user's marks in a capture: pinned, colored, with a note. They are stored as events of their own kind
/// (EventKind::Mark), which name their target by its time; the last mark of a target counts. Marks are not part of the
/// conversation.
///
/// Owner: RequestLog, which feeds it.
class Marks : public QObject
{
    Q_OBJECT

public:
    static constexpr qsizetype LongestNote = 2000; ///< characters; longer notes are cut

    /// `capture` must outlive it.
    explicit Marks(const Capture &capture, QObject *parent = nullptr);
    ~Marks() override;

    /// Processes the next event of that kind, with its index; Capture::NotRecorded if it is in no file.
    void feed(const Event &event, qsizetype index);

    /// Returns the target of a mark on a request; invalid until the request has been sent.
    [[nodiscard]] MarkTarget placeOf(const RequestRecord &record) const;
    [[nodiscard]] const Mark &at(const MarkTarget &place) const;
    [[nodiscard]] const Mark &ofEvent(qsizetype index) const { return at({index, {}}); }
    [[nodiscard]] const Mark &ofRequest(const RequestRecord &record) const { return at(placeOf(record)); }
    [[nodiscard]] bool isEmpty() const { return m_marks.isEmpty(); }
    /// Returns the pinned targets in the order of the capture.
    [[nodiscard]] QList<MarkTarget> pinned() const;
    /// Returns the Mark events of the given events (ascending indices), as far as they are in the file.
    [[nodiscard]] QList<qsizetype> markEventsFor(const std::vector<qsizetype> &events) const;

    /// Returns the Mark event that gives the target this mark.
    [[nodiscard]] Event eventFor(const MarkTarget &place, const Mark &mark) const;

signals:
    /// The mark of a target has changed.
    void changed(const Pullcord::MarkTarget &place);
    /// A target was pinned or unpinned.
    void pinsChanged();

private:
    struct MarkedPlace
    {
        Mark mark;
        qsizetype event; ///< the Mark event
    };
    [[nodiscard]] MarkTarget placeNamedBy(const Event &event) const;
    [[nodiscard]] InstantTargets::Event readTarget(qsizetype event) const;
    [[nodiscard]] const InstantTargets &targetsAt(qint64 time) const;

    const Capture &m_capture;
    mutable InstantTargets m_targets; ///< at the last time asked for
    QHash<MarkTarget, MarkedPlace> m_marks;
};

} // namespace Pullcord
