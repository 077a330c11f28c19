// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsondiff.h"

#include "core/json/jsonspot.h"
#include "core/json/jsonstring.h"
#include "core/json/jsontext.h"

#include <QHash>

#include <algorithm>
#include <utility>
#include <vector>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

using Kind = JsonDifference::Kind;

/// Position of a comparison in both texts.
struct Place
{
    QString left;
    QString right;
    int depth = 0;

    [[nodiscard]] Place below(const QString &leftStep, const QString &rightStep) const
    {
        return {left + u'/' + leftStep, right + u'/' + rightStep, depth + 1};
    }
};

QString stepOf(QByteArrayView rawKey)
{
    return JsonSpot::step(JsonString::decoded(rawKey));
}

bool areEqualScalars(const JsonValue &left, const JsonValue &right)
{
    if (left.type() != right.type())
        return false;
    if (left.raw() == right.raw())
        return true;
    constexpr auto Keep = JsonString::LoneSurrogate::Keep;
    return left.isString() && JsonString::decodedUtf8(left.raw(), Keep) == JsonString::decodedUtf8(right.raw(), Keep);
}

bool isContainer(const JsonValue &value)
{
    return value.isObject() || value.isArray();
}

/// Members of an object in the order of the text; the last of several with one name, at the position of the first.
struct Members
{
    explicit Members(const JsonValue &object)
    {
        for (const JsonMember &member : object) {
            const QByteArray name = JsonString::decodedUtf8(member.rawKey, JsonString::LoneSurrogate::Keep);
            const auto known = places.constFind(name);
            if (known != places.constEnd()) {
                list[*known] = member;
                continue;
            }
            places.insert(name, list.size());
            names.push_back(name);
            list.push_back(member);
        }
    }
    [[nodiscard]] const JsonMember *find(const QByteArray &name) const
    {
        const auto place = places.constFind(name);
        return place == places.constEnd() ? nullptr : &list[*place];
    }

    QHash<QByteArray, size_t> places;
    std::vector<QByteArray> names;
    std::vector<JsonMember> list;
};

using Elements = std::vector<JsonValue>;

Elements elementsOf(const JsonValue &array)
{
    Elements elements;
    for (const JsonMember &element : array)
        elements.push_back(element.value);
    return elements;
}

/// Comparable texts of some elements. They ignore white space, but not the order of members or the spelling of strings;
/// such elements are just matched less often.
std::vector<QByteArray> textsOf(const Elements &elements, size_t begin, size_t end)
{
    std::vector<QByteArray> texts;
    for (size_t i = begin; i < end; ++i)
        texts.push_back(JsonText::compact(elements[i].raw()));
    return texts;
}

/// Matches the elements of two arrays by their longest common sequence.
class Alignment
{
public:
    Alignment(std::vector<QByteArray> left, std::vector<QByteArray> right)
        : m_left(std::move(left))
        , m_right(std::move(right))
        , m_lengths((m_left.size() + 1) * (m_right.size() + 1))
    {
        for (size_t i = m_left.size(); i-- > 0;) {
            for (size_t j = m_right.size(); j-- > 0;) {
                m_lengths[at(i, j)] =
                    m_left[i] == m_right[j] ? length(i + 1, j + 1) + 1 : std::max(length(i + 1, j), length(i, j + 1));
            }
        }
    }
    /// Next equal pair from these indices on; the ends of both if there is none.
    [[nodiscard]] std::pair<size_t, size_t> nextEqual(size_t i, size_t j) const
    {
        while (i < m_left.size() && j < m_right.size()) {
            if (m_left[i] == m_right[j])
                return {i, j};
            length(i + 1, j) >= length(i, j + 1) ? ++i : ++j;
        }
        return {m_left.size(), m_right.size()};
    }

private:
    [[nodiscard]] size_t at(size_t i, size_t j) const { return i * (m_right.size() + 1) + j; }
    /// Length of the longest common sequence from there on.
    [[nodiscard]] quint32 length(size_t i, size_t j) const { return m_lengths[at(i, j)]; }

    std::vector<QByteArray> m_left;
    std::vector<QByteArray> m_right;
    std::vector<quint32> m_lengths;
};

class Comparison
{
public:
    explicit Comparison(const JsonDiffLimits &limits)
        : m_limits(limits)
    {}

    void compare(const JsonValue &left, const JsonValue &right, const Place &place);
    [[nodiscard]] JsonDiff result() && { return std::move(m_diff); }

private:
    void compareObjects(const JsonValue &left, const JsonValue &right, const Place &place);
    void compareArrays(const JsonValue &left, const JsonValue &right, const Place &place);
    void compareStretch(const Elements &left, size_t leftAt, size_t leftEnd, const Elements &right, size_t rightAt,
                        size_t rightEnd, const Place &place);
    void add(Kind kind, const Place &place, const JsonValue &left, const JsonValue &right);
    [[nodiscard]] bool isFull() const { return m_diff.differences.size() >= m_limits.maxDifferences; }

    JsonDiffLimits m_limits;
    qint64 m_steps = 0;
    JsonDiff m_diff;
};

void Comparison::add(Kind kind, const Place &place, const JsonValue &left, const JsonValue &right)
{
    if (isFull())
        m_diff.isComplete = false;
    else
        m_diff.differences.append({kind, place.left, place.right, left, right});
}

void Comparison::compare(const JsonValue &left, const JsonValue &right, const Place &place)
{
    if (!m_diff.isComplete || left.raw() == right.raw())
        return;
    const bool alike = left.type() == right.type() && isContainer(left);
    if (!alike && areEqualScalars(left, right))
        return;
    if (!alike || place.depth >= m_limits.maxDepth)
        add(Kind::Changed, place, left, right);
    else if (left.isObject())
        compareObjects(left, right, place);
    else
        compareArrays(left, right, place);
}

void Comparison::compareObjects(const JsonValue &left, const JsonValue &right, const Place &place)
{
    const Members lefts(left);
    const Members rights(right);
    for (size_t i = 0; i < lefts.list.size() && m_diff.isComplete; ++i) {
        const JsonMember &member = lefts.list[i];
        const QString step = stepOf(member.rawKey);
        if (const JsonMember *other = rights.find(lefts.names[i]))
            compare(member.value, other->value, place.below(step, step));
        else
            add(Kind::Removed, {place.left + u'/' + step, place.right}, member.value, {});
    }
    for (size_t i = 0; i < rights.list.size() && m_diff.isComplete; ++i) {
        const JsonMember &member = rights.list[i];
        if (!lefts.find(rights.names[i]))
            add(Kind::Added, {place.left, place.right + u'/' + stepOf(member.rawKey)}, {}, member.value);
    }
}

/// Compares elements between two equal ones in pairs; the rest is added or removed.
void Comparison::compareStretch(const Elements &left, size_t leftAt, size_t leftEnd, const Elements &right,
                                size_t rightAt, size_t rightEnd, const Place &place)
{
    for (; leftAt < leftEnd && rightAt < rightEnd && m_diff.isComplete; ++leftAt, ++rightAt)
        compare(left[leftAt], right[rightAt], place.below(QString::number(leftAt), QString::number(rightAt)));
    for (; leftAt < leftEnd && m_diff.isComplete; ++leftAt)
        add(Kind::Removed, {place.left + u'/' + QString::number(leftAt), place.right}, left[leftAt], {});
    for (; rightAt < rightEnd && m_diff.isComplete; ++rightAt)
        add(Kind::Added, {place.left, place.right + u'/' + QString::number(rightAt)}, {}, right[rightAt]);
}

void Comparison::compareArrays(const JsonValue &left, const JsonValue &right, const Place &place)
{
    const Elements lefts = elementsOf(left);
    const Elements rights = elementsOf(right);
    // Equal elements at both ends need no search.
    size_t head = 0;
    size_t tail = 0;
    const size_t shorter = std::min(lefts.size(), rights.size());
    while (head < shorter && lefts[head].raw() == rights[head].raw())
        ++head;
    while (tail < shorter - head && lefts[lefts.size() - 1 - tail].raw() == rights[rights.size() - 1 - tail].raw())
        ++tail;
    const size_t rows = lefts.size() - head - tail;
    const size_t columns = rights.size() - head - tail;
    const qint64 steps = qint64(rows) * qint64(columns);
    if (m_steps + steps > m_limits.maxSteps)
        return compareStretch(lefts, head, head + rows, rights, head, head + columns, place);
    m_steps += steps;
    const Alignment common(textsOf(lefts, head, head + rows), textsOf(rights, head, head + columns));
    size_t i = 0;
    size_t j = 0;
    while (i < rows || j < columns) {
        const auto [nextI, nextJ] = common.nextEqual(i, j);
        compareStretch(lefts, head + i, head + nextI, rights, head + j, head + nextJ, place);
        i = nextI + 1;
        j = nextJ + 1;
    }
}

} // namespace

JsonDiff JsonDiff::of(const JsonValue &left, const JsonValue &right, const JsonDiffLimits &limits)
{
    Comparison comparison(limits);
    comparison.compare(left, right, {});
    return std::move(comparison).result();
}

} // namespace Pullcord
