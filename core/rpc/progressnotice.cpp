// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/progressnotice.h"

#include "core/json/jsonstring.h"

namespace Pullcord {

namespace {

QByteArray textOf(const JsonValue &value)
{
    return value.isString() ? value.toUtf8() : value.raw().toByteArray();
}

} // namespace

bool ProgressNotice::isMethod(QByteArrayView method)
{
    return method == "notifications/progress" || method == "$/progress";
}

ProgressNotice ProgressNotice::of(const JsonValue &params)
{
    const JsonValue token = params.member("progressToken");
    return {.value = params.member("progress").toDouble(),
            .progress = textOf(params.member("progress")),
            .total = textOf(params.member("total")),
            .token = (token.isValid() ? token : params.member("token")).raw().toByteArray(),
            .message = params.member("message").toUtf8()};
}

TranslatableText ProgressNotice::unknownToken() const
{
    if (token.isEmpty())
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "without a token"));
    const QString shown = JsonString::fromUtf8(token).simplified();
    return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "unknown token %1"),
                                shown.size() > LongestToken ? QString(shown.left(LongestToken) + u'…') : shown);
}

TranslatableText ProgressNotice::complaint(std::optional<double> last) const
{
    if (!value)
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "not a number"));
    if (last && *value <= *last)
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "not increasing"));
    return {};
}

} // namespace Pullcord
