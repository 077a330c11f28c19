// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/event.h"

#include <QHash>
#include <QList>
#include <QObject>
#include <QString>

#include <utility>

namespace Pullcord {

class Capture;
struct RequestRecord;

/// The colours that people mark rows with. Their names in capture files and filters: nameOf().
enum class MarkColor : quint8 { None, Red, Orange, Yellow, Green, Blue, Purple };
constexpr int MarkColorCount = 7;

[[nodiscard]] QLatin1StringView nameOf(MarkColor color); ///< "none" for None
[[nodiscard]] std::optional<MarkColor> markColorFromName(QStringView name);

/// What somebody has put on a row for himself. A value.
struct Mark
{
    bool pinned = false;
    MarkColor color = MarkColor::None;
    QString note = {};

    [[nodiscard]] bool isEmpty() const { return *this == Mark(); }
    friend bool operator==(const Mark &, const Mark &) = default;
};

/// What a mark is on: an event; or, with its id (the JSON text), a request that the event makes.
struct MarkedPlace
{
    qsizetype event = -1; ///< index in the capture; -1: nothing that could be marked
    QByteArray id = {};

    [[nodiscard]] bool isValid() const { return event >= 0; }
    friend bool operator==(const MarkedPlace &, const MarkedPlace &) = default;
    friend size_t qHash(const MarkedPlace &place, size_t seed = 0) { return qHashMulti(seed, place.event, place.id); }
};

/// What people have marked in a capture: pinned, coloured, with a note. Told by events of its own kind (EventKind::Mark),
/// which name what they are on by its time; the last one on a place is what counts. Plain facts of the user's: no part of
/// what the two sides said.
class Marks : public QObject
{
    Q_OBJECT

public:
    static constexpr qsizetype LongestNote = 2000; ///< characters that are taken

    /// `capture` must outlive it.
    explicit Marks(const Capture &capture, QObject *parent = nullptr);
    ~Marks() override;

    /// The next event of that kind, and its index; Capture::NotRecorded where it is in no file.
    void feed(const Event &event, qsizetype index);

    /// Where a mark on a request is; invalid as long as it has not been on the wire.
    [[nodiscard]] MarkedPlace placeOf(const RequestRecord &record) const;
    [[nodiscard]] const Mark &at(const MarkedPlace &place) const;
    [[nodiscard]] const Mark &ofEvent(qsizetype index) const { return at({index, {}}); }
    [[nodiscard]] const Mark &ofRequest(const RequestRecord &record) const { return at(placeOf(record)); }
    [[nodiscard]] bool isEmpty() const { return m_marks.isEmpty(); }
    /// In the order of the capture.
    [[nodiscard]] QList<MarkedPlace> pinned() const;
    /// The events that tell the marks on these events (their indices in order), as far as they are in the file.
    [[nodiscard]] QList<qsizetype> tellingOf(const std::vector<qsizetype> &events) const;

    /// What tells that a place has this mark, from now on.
    [[nodiscard]] Event eventFor(const MarkedPlace &place, const Mark &mark) const;

signals:
    void changed(const Pullcord::MarkedPlace &place);
    /// A place has been pinned, or unpinned.
    void pinsChanged();

private:
    struct Told
    {
        Mark mark;
        qsizetype event; ///< that tells it
    };
    [[nodiscard]] MarkedPlace placeNamedBy(const Event &event) const;
    [[nodiscard]] bool canHave(qsizetype event, const QByteArray &id) const;

    const Capture &m_capture;
    QHash<MarkedPlace, Told> m_marks;
};

} // namespace Pullcord
