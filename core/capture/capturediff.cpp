// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/capturediff.h"

#include "core/capture/capture.h"
#include "core/capture/requestlog.h"
#include "core/json/jsontext.h"

#include <algorithm>
#include <utility>

namespace Pullcord {

namespace {

using Side = CaptureDiff::Side;

/// Returns the object without its _meta, which holds tokens and ids; anything else unchanged.
QByteArray withoutMeta(const JsonValue &params)
{
    if (!params.isObject())
        return params.raw().toByteArray();
    QByteArrayList members;
    for (const JsonMember &member : params) {
        if (!member.keyEquals("_meta"))
            members << JsonText::quoted(member.key()) + ':' + JsonText::compact(member.value.raw());
    }
    return '{' + members.join(',') + '}';
}

QByteArray paramsOf(const Side &side, const RequestRecord &record)
{
    if (record.requestEvent < 0)
        return {};
    const Event event = side.capture.eventAt(record.requestEvent);
    return withoutMeta(JsonValue(event.bytes).member("params"));
}

/// Returns the response that counted; if there was none, the first late one.
qint64 answerEventOf(const RequestRecord &record)
{
    return record.responseEvent >= 0 ? record.responseEvent : record.late.responseEvent;
}

QByteArray answerAt(const Side &side, qint64 index)
{
    if (index < 0)
        return {};
    const Event event = side.capture.eventAt(index);
    const JsonValue message(event.bytes);
    const JsonValue result = message.member("result");
    return result.isValid() ? withoutMeta(result) : message.member("error").raw().toByteArray();
}

/// Returns the other responses as an array.
QByteArray laterOf(const Side &side, const RequestRecord &record, const QList<qsizetype> &answers)
{
    QByteArrayList later;
    for (const qsizetype index : answers) {
        const QByteArray answer = index == answerEventOf(record) ? QByteArray() : answerAt(side, index);
        if (!answer.isEmpty())
            later << answer;
    }
    return later.isEmpty() ? QByteArray() : '[' + later.join(',') + ']';
}

QByteArray reasonOf(const RequestRecord &record)
{
    if (!record.cancellation || record.cancellation->reason.isNull())
        return {};
    return JsonText::quoted(QStringView(record.cancellation->reason));
}

QByteArray kindOf(const RequestRecord &record)
{
    return QByteArray::number(int(record.direction)) + '\n' + record.method + '\n' + record.target.toUtf8();
}

CaptureDiff::Part partOf(const QByteArray &left, const QByteArray &right)
{
    CaptureDiff::Part part{.left = left, .right = right};
    if (!left.isEmpty() && !right.isEmpty())
        part.diff = JsonDiff::of(JsonValue(part.left), JsonValue(part.right));
    return part;
}

/// Places in a Side by key, first in, first out.
class Waiting
{
public:
    void add(const QByteArray &key, qsizetype place) { m_places[key].append(place); }
    /// Removes and returns the first place that is not taken; None if there is none.
    qsizetype take(const QByteArray &key, const std::vector<bool> &taken)
    {
        QList<qsizetype> &places = m_places[key];
        while (!places.isEmpty()) {
            const qsizetype place = places.takeFirst();
            if (!taken[size_t(place)])
                return place;
        }
        return CaptureDiff::Pair::None;
    }

private:
    QHash<QByteArray, QList<qsizetype>> m_places;
};

} // namespace

CaptureDiff::CaptureDiff(Side left, Side right)
    : m_left(std::move(left))
    , m_right(std::move(right))
{
    pairUp();
    m_leftAnswers = answersOf(m_left);
    m_rightAnswers = answersOf(m_right);
}

/// Collects the responses of all requests in one pass, since a record holds only the first late one.
CaptureDiff::Answers CaptureDiff::answersOf(const Side &side)
{
    Answers answers;
    qsizetype first = side.capture.count();
    for (const qsizetype row : side.rows) {
        const RequestRecord record = side.log.record(row);
        if (!record.late.answered())
            continue;
        answers.insert(row, {});
        first = std::min<qsizetype>(first, std::max<qint64>(0, record.requestEvent));
    }
    for (qsizetype index = first; index < side.capture.count() && !answers.isEmpty(); ++index) {
        const CaptureEntry &entry = side.capture.entry(index);
        const auto found = entry.kind == EventKind::Message ? answers.find(entry.row) : answers.end();
        if (found != answers.end() && side.capture.eventAt(index).envelope.isResponse())
            found->append(index);
    }
    return answers;
}

void CaptureDiff::pairUp()
{
    const auto keysOf = [](const Side &side, bool withParams) {
        QByteArrayList keys;
        for (const qsizetype row : side.rows) {
            const RequestRecord record = side.log.record(row);
            keys << (withParams ? kindOf(record) + '\n' + paramsOf(side, record) : kindOf(record));
        }
        return keys;
    };
    std::vector<qsizetype> leftOf(m_right.rows.size(), Pair::None);
    std::vector<qsizetype> rightOf(m_left.rows.size(), Pair::None);
    std::vector<bool> taken(m_right.rows.size(), false);
    for (const bool withParams : {true, false}) {
        const QByteArrayList rights = keysOf(m_right, withParams);
        Waiting waiting;
        for (qsizetype place = 0; place < rights.size(); ++place)
            waiting.add(rights.at(place), place);
        const QByteArrayList lefts = keysOf(m_left, withParams);
        for (qsizetype place = 0; place < lefts.size(); ++place) {
            if (rightOf[size_t(place)] != Pair::None)
                continue;
            const qsizetype found = waiting.take(lefts.at(place), taken);
            if (found == Pair::None)
                continue;
            rightOf[size_t(place)] = found;
            leftOf[size_t(found)] = place;
            taken[size_t(found)] = true;
        }
    }
    // Sort by the place in the left capture. A request that only the right one has follows its predecessor there.
    std::vector<std::pair<qsizetype, Pair>> ordered;
    for (size_t place = 0; place < rightOf.size(); ++place) {
        const qsizetype right = rightOf[place];
        ordered.push_back(
            {qsizetype(place), {m_left.rows[place], right < 0 ? Pair::None : m_right.rows[size_t(right)]}});
    }
    qsizetype behind = -1;
    for (size_t place = 0; place < leftOf.size(); ++place) {
        if (leftOf[place] == Pair::None)
            ordered.push_back({behind, {Pair::None, m_right.rows[place]}});
        else
            behind = leftOf[place];
    }
    std::stable_sort(ordered.begin(), ordered.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    for (const auto &each : ordered)
        m_pairs << each.second;
}

CaptureDiff::Difference CaptureDiff::compare(const Pair &pair) const
{
    const RequestRecord left = m_left.log.record(pair.left);
    const RequestRecord right = m_right.log.record(pair.right);
    return {.inState = left.state != right.state,
            .request = partOf(paramsOf(m_left, left), paramsOf(m_right, right)),
            .reason = partOf(reasonOf(left), reasonOf(right)),
            .answer = partOf(answerAt(m_left, answerEventOf(left)), answerAt(m_right, answerEventOf(right))),
            .laterAnswers = partOf(laterOf(m_left, left, m_leftAnswers.value(pair.left)),
                                   laterOf(m_right, right, m_rightAnswers.value(pair.right)))};
}

} // namespace Pullcord
