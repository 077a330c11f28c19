// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/importsummary.h"

#include "core/capture/file/captureheader.h"
#include "core/capture/formatting.h"

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 CoarseTick = 1'000'000'000; ///< ns; finer times are good enough

} // namespace

ImportSummary ImportSummary::of(const CaptureHeader &header)
{
    return fromJson(header.others.value("imported"_L1).toObject());
}

ImportSummary ImportSummary::fromJson(const QJsonObject &json)
{
    return {.format = json.value("format"_L1).toString(),
            .messages = json.value("messages"_L1).toInteger(),
            .guessed = json.value("guessed"_L1).toInteger(),
            .unknown = json.value("unknown"_L1).toInteger(),
            .unreadable = json.value("unreadable"_L1).toInteger(),
            .untimed = json.value("untimed"_L1).toInteger(),
            .tick = json.value("tick"_L1).toInteger(),
            .hasTimes = json.value("hasTimes"_L1).toBool(true)};
}

QJsonObject ImportSummary::toJson() const
{
    return {{u"format"_s, format},   {u"messages"_s, messages},     {u"guessed"_s, guessed},
            {u"unknown"_s, unknown}, {u"unreadable"_s, unreadable}, {u"untimed"_s, untimed},
            {u"tick"_s, tick},       {u"hasTimes"_s, hasTimes}};
}

/// Puts each number after the counted noun, so that no language needs plural forms.
TranslatableText ImportSummary::words() const
{
    QList<TranslatableText> parts{
        TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Read as %1, messages: %2"), format, messages)};
    if (guessed > 0)
        parts << TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "direction inferred from the messages, not given by the file: %1"),
            guessed);
    if (unknown > 0)
        parts << TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "direction guessed: %1"), unknown);
    if (unreadable > 0)
        parts << TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "unreadable lines, kept unchanged: %1"),
                                      unreadable);
    if (untimed > 0)
        parts << TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "messages without a time, so all are taken in file order: %1"),
            untimed);
    else if (!hasTimes)
        parts << TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the file contains no times"));
    else if (tick >= CoarseTick)
        parts << TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "its times have a resolution of %1"),
                                      Formatting::duration(tick));
    return TranslatableText::joined(parts, QT_TRANSLATE_NOOP("TranslatableText", "%1; %2"));
}

} // namespace Pullcord
