// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/shelltext.h"

#include "core/transport/shellwords.h"

#include <algorithm>

namespace Pullcord::ShellText {

namespace {

constexpr double NsInSecond = 1e9;

/// True if no editor or shell alters the bytes, and no terminal executes them.
bool isPlainText(const QByteArray &bytes)
{
    const auto isControl = [](char c) { return (uchar(c) < 0x20 && c != '\n' && c != '\t') || c == 0x7f; };
    return std::ranges::none_of(bytes, isControl) && QUtf8StringView(bytes).isValidUtf8();
}

/// Escapes bytes as a format of printf, which takes a leading - for an option.
QByteArray asFormat(const QByteArray &bytes)
{
    QByteArray text;
    for (const char c : bytes) {
        if (c == '%' || c == '\\')
            text += c;
        if (c >= 0x20 && c < 0x7f && c != '-')
            text += c;
        else
            text += '\\' + QByteArray::number(uchar(c), 8).rightJustified(3, '0');
    }
    return text;
}

} // namespace

QByteArray seconds(double value)
{
    return QByteArray::number(value, 'f', 3);
}

QByteArray comment(const QString &text)
{
    QString line = text.simplified();
    std::ranges::replace_if(
        line, [](QChar c) { return c.category() == QChar::Other_Control; }, u' ');
    return "# " + line.toUtf8() + '\n';
}

QByteArray printing(const QByteArray &bytes, const QByteArray &end)
{
    if (isPlainText(bytes))
        return "printf '%s" + QByteArray(end).replace('\r', "\\r").replace('\n', "\\n") + "' " +
               ShellWords::quoted(bytes);
    return "printf " + ShellWords::quoted(asFormat(bytes + end));
}

QByteArray variable(const QString &name)
{
    QByteArray variable = "HEADER_" + name.toUpper().toLatin1();
    std::ranges::replace_if(
        variable, [](char c) { return !(c >= 'A' && c <= 'Z') && !(c >= '0' && c <= '9'); }, '_');
    return variable;
}

void Clock::reach(qint64 time)
{
    m_reached = std::max(m_reached.value_or(time), time);
}

QByteArray Clock::pause(qint64 time, double least)
{
    constexpr double Shortest = 0.005;
    const double gap = std::max(m_reached ? double(time - *m_reached) / NsInSecond : 0, least);
    reach(time);
    return gap < Shortest ? QByteArray() : "sleep " + seconds(std::min(gap, LongestPause)) + '\n';
}

} // namespace Pullcord::ShellText
