// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/output.h"

#include <QString>

#include <cstdio>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace Pullcord::Output {

namespace {

bool progressLineOpen = false;

void write(FILE *stream, QByteArrayView bytes, bool newline)
{
    if (progressLineOpen && newline) {
        std::fputs("\r\033[K", stderr);
        std::fflush(stderr);
        progressLineOpen = false;
    }
    std::fwrite(bytes.data(), 1, size_t(bytes.size()), stream);
    if (newline)
        std::fputc('\n', stream);
    std::fflush(stream);
}

} // namespace

void result(QStringView text)
{
    resultBytes(text.toUtf8());
}

void resultBytes(QByteArrayView utf8)
{
    if (isatty(STDOUT_FILENO) == 0)
        write(stdout, utf8, true);
    else
        write(stdout, printable(QString::fromUtf8(utf8)).toUtf8(), true);
}

void remark(QStringView text)
{
    write(stderr, text.toUtf8(), true);
}

void progress(QStringView text)
{
    if (isatty(STDERR_FILENO) == 0) {
        remark(text);
        return;
    }
    write(stderr, "\r\033[K" + text.toUtf8(), false);
    progressLineOpen = true;
}

QString printable(QStringView text)
{
    QString shown;
    shown.reserve(text.size());
    for (const QChar c : text) {
        const char16_t u = c.unicode();
        const bool control = (u < 0x20 && u != u'\n' && u != u'\t') || (u >= 0x7f && u < 0xa0);
        if (control)
            shown += u"\\u%1"_s.arg(u, 4, 16, QLatin1Char('0'));
        else
            shown += c;
    }
    return shown;
}

} // namespace Pullcord::Output
