// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/filter/filterterm.h"

#include "core/capture/filter/filter.h"

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype LongestFilterValue = 200; ///< characters of a value; longer filters are unreadable

bool isPlain(QStringView pointer)
{
    return std::none_of(pointer.begin(), pointer.end(),
                        [](QChar c) { return c.isSpace() || u"\"()=!~<>:"_s.contains(c); });
}

bool isOneLine(const QString &text)
{
    return std::all_of(text.begin(), text.end(), [](QChar c) { return c.isPrint(); });
}

} // namespace

QString filterTermOf(const QString &pointer, const JsonValue &value)
{
    if (pointer.isEmpty())
        return {};
    const QString name = isPlain(pointer) ? pointer : Filter::quoted(pointer);
    const QString exists = isPlain(pointer) ? pointer : name + u" ~ \".*\""_s; // quoted, it would be a text search
    const bool isContainer = value.isObject() || value.isArray();
    if (isContainer || !value.isValid() || value.raw().size() > LongestFilterValue)
        return exists;
    if (!value.isString())
        return u"%1 = %2"_s.arg(name, QString::fromUtf8(value.raw()));
    const QString text = value.toString();
    return isOneLine(text) ? u"%1 = %2"_s.arg(name, Filter::quoted(text)) : exists;
}

} // namespace Pullcord
