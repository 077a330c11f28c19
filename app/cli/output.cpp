// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/output.h"

#include "core/capture/formatting.h"

#include <QFileInfo>
#include <QSaveFile>
#include <QString>

#include <cerrno>
#include <cstdio>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace Pullcord::Output {

namespace {

std::function<void()> recorder;
bool progressLineOpen = false;
int resultErrno = 0; ///< error of the first result that could not be written

/// Returns false, with errno, if not everything was written.
bool write(FILE *stream, QByteArrayView bytes, QByteArrayView end)
{
    if (recorder)
        recorder();
    for (const QByteArrayView part : {bytes, end}) {
        if (!part.isEmpty()) // an empty view may have a null address, which fwrite does not accept
            std::fwrite(part.data(), 1, size_t(part.size()), stream);
    }
    return std::fflush(stream) == 0 && std::ferror(stream) == 0;
}

void closeProgressLine()
{
    if (progressLineOpen)
        write(stderr, "\r\033[K", {});
    progressLineOpen = false;
}

/// Makes text safe for a terminal: nothing in it moves the cursor, or hides or reorders other text.
QByteArray shownOnTerminal(const QString &text)
{
    return Formatting::visibleLines(printable(text)).toUtf8();
}

QByteArray onStandardError(QStringView text)
{
    return isatty(STDERR_FILENO) != 0 ? shownOnTerminal(text.toString()) : text.toUtf8();
}

void writeResult(QByteArrayView utf8, QByteArrayView end)
{
    closeProgressLine();
    const bool out =
        isOnTerminal() ? write(stdout, shownOnTerminal(QString::fromUtf8(utf8)), end) : write(stdout, utf8, end);
    if (!out && resultErrno == 0)
        resultErrno = errno == 0 ? EIO : errno;
}

} // namespace

void setRecorder(std::function<void()> record)
{
    recorder = std::move(record);
}

void result(QStringView text)
{
    resultBytes(text.toUtf8());
}

void resultBytes(QByteArrayView utf8)
{
    writeResult(utf8, "\n");
}

void resultPiece(QByteArrayView utf8)
{
    writeResult(utf8, {});
}

Outcome written()
{
    closeProgressLine();
    if (resultErrno == 0)
        return std::monostate();
    return Error{ErrorKind::Io, u"cannot write to standard output: %1"_s.arg(qt_error_string(resultErrno))};
}

Outcome save(const QString &path, const QByteArray &bytes)
{
    const auto failed = [&path](const QString &why) {
        return Error{ErrorKind::Io, u"cannot write %1: %2"_s.arg(path, why)};
    };
    if (const QFileInfo target(path); target.exists() && !target.isFile() && !target.isDir())
        return failed(u"it is not a regular file"_s);
    QSaveFile file(path);
    const bool written = file.open(QIODevice::WriteOnly) &&
                         file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner) &&
                         file.write(bytes) == bytes.size() && file.commit();
    return written ? Outcome(std::monostate()) : failed(file.errorString());
}

bool isOnTerminal()
{
    return isatty(STDOUT_FILENO) != 0;
}

void remark(QStringView text)
{
    closeProgressLine();
    write(stderr, onStandardError(text), "\n");
}

void progress(QStringView text)
{
    if (isatty(STDERR_FILENO) == 0) {
        remark(text);
        return;
    }
    status(text);
}

void status(QStringView text)
{
    static QByteArray shown;
    const QByteArray next = onStandardError(text);
    if (isatty(STDERR_FILENO) == 0 || (progressLineOpen && shown == next))
        return;
    shown = next;
    write(stderr, "\r\033[K" + shown, {});
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
