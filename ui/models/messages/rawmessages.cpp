// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/messages/rawmessages.h"

#include "core/json/jsonchecker.h"
#include "core/json/jsontext.h"

#include <algorithm>

namespace Pullcord::RawMessages {

namespace {

QList<QByteArray> linesOf(const QByteArray &text)
{
    QList<QByteArray> lines = text.split('\n');
    lines.removeIf([](const QByteArray &line) { return line.trimmed().isEmpty(); });
    return lines;
}

} // namespace

bool areLines(const QByteArray &text)
{
    const QList<QByteArray> lines = linesOf(text);
    JsonChecker checker;
    return lines.size() > 1 &&
           std::all_of(lines.begin(), lines.end(), [&](const QByteArray &line) { return !checker.check(line); });
}

QList<QByteArray> in(const QByteArray &text, bool exactly)
{
    if (exactly || !text.contains('\n'))
        return {text};
    if (!JsonChecker().check(text))
        return {JsonText::compact(text)};
    if (areLines(text))
        return linesOf(text);
    return {text};
}

} // namespace Pullcord::RawMessages
