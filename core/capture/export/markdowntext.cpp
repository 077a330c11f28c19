// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/markdowntext.h"

#include <QString>

#include <algorithm>

namespace Pullcord::MarkdownText {

namespace {

/// Returns more backticks than the text has in a row, and at least `least`.
QByteArray fenceFor(QByteArrayView text, qsizetype least)
{
    qsizetype longest = 0;
    qsizetype run = 0;
    for (const char c : text) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return QByteArray(std::max(least, longest + 1), '`');
}

/// Replaces control characters by symbols, since escape sequences would affect a terminal that prints the report.
QByteArray visible(QByteArrayView utf8)
{
    const auto isControl = [](char c) { return uchar(c) < 0x20 && c != '\n' && c != '\t'; };
    if (utf8.isValidUtf8() && std::none_of(utf8.begin(), utf8.end(), isControl))
        return utf8.toByteArray();
    QString text = QString::fromUtf8(utf8);
    for (QChar &c : text) {
        if (c.unicode() < 0x20 && c != u'\n' && c != u'\t')
            c = QChar(char16_t(0x2400 + c.unicode())); // the symbol of that control character
    }
    return text.toUtf8();
}

} // namespace

QByteArray code(QStringView text)
{
    QByteArray line = visible(text.toString().simplified().toUtf8());
    if (line.isEmpty())
        return {};
    const QByteArray fence = fenceFor(line, 1);
    if (fence.size() > 1)
        line = ' ' + line + ' '; // in case the text begins or ends with a backtick
    return fence + line + fence;
}

QByteArray cell(QStringView text)
{
    return code(text).replace('|', "\\|");
}

QByteArray block(QByteArrayView utf8, QByteArrayView language)
{
    const QByteArray text = visible(utf8);
    const QByteArray fence = fenceFor(text, 3);
    return fence + language.toByteArray() + '\n' + text + (text.endsWith('\n') ? "" : "\n") + fence + '\n';
}

} // namespace Pullcord::MarkdownText
