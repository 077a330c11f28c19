// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/facts/usedids.h"

#include "core/json/jsonvalue.h"

#include <iterator>
#include <optional>

namespace Pullcord {

namespace {

/// Key of an id; equal for strings that decode to the same text.
QByteArray keyOf(const RequestId &id)
{
    return id.kind() == RequestId::Kind::String ? '"' + JsonValue(id.toJson()).toUtf8() : id.toJson();
}

std::optional<qint64> numberOf(const RequestId &id)
{
    return id.kind() == RequestId::Kind::Number ? JsonValue(id.toJson()).toInteger() : std::nullopt;
}

} // namespace

bool UsedIds::insert(Direction sender, const RequestId &id)
{
    Ids &ids = idsOf(sender);
    if (const std::optional<qint64> number = numberOf(id))
        return insertNumber(ids.ranges, *number);
    const QByteArray key = keyOf(id);
    if (ids.others.contains(key))
        return false;
    ids.others.insert(key);
    ids.order.push_back(key);
    if (ids.order.size() > Most) {
        ids.others.remove(ids.order.front());
        ids.order.pop_front();
    }
    return true;
}

bool UsedIds::remove(Direction sender, const RequestId &id)
{
    Ids &ids = idsOf(sender);
    if (const std::optional<qint64> number = numberOf(id))
        return removeNumber(ids.ranges, *number);
    return ids.others.remove(keyOf(id));
}

bool UsedIds::insertNumber(Ranges &ranges, qint64 number)
{
    auto behind = ranges.upper_bound(number);
    if (behind != ranges.begin()) {
        const auto before = std::prev(behind);
        if (number <= before->second)
            return false;
        if (number == before->second + 1) {
            before->second = number;
            if (behind != ranges.end() && behind->first - 1 == number) {
                before->second = behind->second;
                ranges.erase(behind);
            }
            return true;
        }
    }
    qint64 last = number;
    if (behind != ranges.end() && behind->first - 1 == number) {
        last = behind->second;
        ranges.erase(behind);
    }
    ranges.emplace(number, last);
    if (ranges.size() > Most)
        ranges.erase(ranges.begin());
    return true;
}

bool UsedIds::removeNumber(Ranges &ranges, qint64 number)
{
    const auto behind = ranges.upper_bound(number);
    if (behind == ranges.begin())
        return false;
    const auto [first, last] = *std::prev(behind);
    if (number > last)
        return false;
    ranges.erase(std::prev(behind));
    if (first < number)
        ranges.emplace(first, number - 1);
    if (number < last)
        ranges.emplace(number + 1, last);
    return true;
}

} // namespace Pullcord
