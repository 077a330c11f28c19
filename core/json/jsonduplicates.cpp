// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsonduplicates.h"

#include "core/json/jsonbytes.h"
#include "core/json/jsonstring.h"

#include <QList>
#include <QVarLengthArray>

#include <algorithm>
#include <utility>

namespace Pullcord {

namespace {

using namespace Qt::StringLiterals;

/// An open array or object.
struct Container
{
    bool isObject;
    qsizetype firstKey;  ///< index of its first member name
    qsizetype index = 0; ///< of the present element
};

using Keys = QVarLengthArray<QByteArrayView, 64>;
using Containers = QVarLengthArray<Container, 32>;

bool isLess(QByteArrayView a, QByteArrayView b)
{
    return a.size() != b.size() ? a.size() < b.size() : a.compare(b) < 0;
}

/// Returns a raw name that occurs twice; null if there is none. May sort the names.
QByteArrayView repeatedIn(QByteArrayView *begin, QByteArrayView *end)
{
    constexpr std::ptrdiff_t MostPairwise = 16;
    const bool isEscaped = std::any_of(begin, end, [](QByteArrayView key) { return key.contains('\\'); });
    if (isEscaped) {
        QList<std::pair<QByteArray, QByteArrayView>> decoded;
        for (const QByteArrayView *key = begin; key != end; ++key)
            decoded.append({JsonString::decodedUtf8(*key, JsonString::LoneSurrogate::Keep), *key});
        std::ranges::stable_sort(decoded, {}, &std::pair<QByteArray, QByteArrayView>::first);
        const auto twice = std::ranges::adjacent_find(decoded, {}, &std::pair<QByteArray, QByteArrayView>::first);
        return twice == decoded.end() ? QByteArrayView() : twice->second;
    }
    if (end - begin > MostPairwise) {
        std::sort(begin, end, isLess);
        const QByteArrayView *twice = std::adjacent_find(begin, end);
        return twice == end ? QByteArrayView() : *twice;
    }
    for (const QByteArrayView *key = begin; key != end; ++key) {
        if (std::find(begin, const_cast<QByteArrayView *>(key), *key) != key)
            return *key;
    }
    return {};
}

QString pointerTo(const Containers &containers, const Keys &keys)
{
    QString pointer;
    for (qsizetype depth = 0; depth + 1 < containers.size(); ++depth) {
        const Container &container = containers.at(depth);
        // The last name before the first one of the next container is that of the member with the next container.
        const QString step = container.isObject ? JsonString::decoded(keys.at(containers.at(depth + 1).firstKey - 1))
                                                : QString::number(container.index);
        pointer += u'/' + QString(step).replace(u'~', "~0"_L1).replace(u'/', "~1"_L1);
    }
    return pointer;
}

} // namespace

std::optional<JsonDuplicate> JsonDuplicate::firstIn(QByteArrayView json)
{
    Containers containers;
    Keys keys;
    bool isKeyDue = false;
    const char *at = json.begin();
    while (at != json.end()) {
        const char byte = *at;
        if (byte == '"') {
            const char *end = JsonBytes::skipString(at, json.end());
            if (isKeyDue)
                keys.append({at, end});
            isKeyDue = false;
            at = end;
            continue;
        }
        ++at;
        if (byte == '{' || byte == '[') {
            containers.append({byte == '{', keys.size()});
            isKeyDue = byte == '{';
        } else if (containers.isEmpty()) {
            continue;
        } else if (byte == ',') {
            ++containers.last().index;
            isKeyDue = containers.last().isObject;
        } else if (byte == '}' || byte == ']') {
            const qsizetype first = containers.last().firstKey;
            const QByteArrayView twice = repeatedIn(keys.begin() + first, keys.end());
            if (!twice.isNull())
                return JsonDuplicate{pointerTo(containers, keys), JsonString::decoded(twice)};
            keys.resize(first);
            containers.removeLast();
            isKeyDue = false;
        }
    }
    return {};
}

} // namespace Pullcord
