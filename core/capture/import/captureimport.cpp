// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/import/captureimport.h"

#include "core/capture/capture.h"
#include "core/capture/import/importformat.h"

#include <QFile>
#include <QFileInfo>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

/// Editors on Windows put it before what they save.
constexpr QByteArrayView ByteOrderMark("\xef\xbb\xbf");

QByteArrayView withoutMark(QByteArrayView text)
{
    return text.startsWith(ByteOrderMark) ? text.sliced(ByteOrderMark.size()) : text;
}

QByteArray headOf(QFile &file)
{
    QByteArray head = withoutMark(file.peek(ByteOrderMark.size() + ImportFormats::HeadSize)).toByteArray();
    head.truncate(ImportFormats::HeadSize);
    if (const qsizetype end = head.lastIndexOf('\n'); end > 0 && head.size() == ImportFormats::HeadSize)
        head.truncate(end); // whole lines
    return head;
}

ImportSummary summaryIn(const Capture &capture)
{
    return ImportSummary::fromJson(capture.header().others.value("imported"_L1).toObject());
}

} // namespace

Result<std::unique_ptr<Capture>> CaptureImport::open(const QString &path)
{
    Result<std::unique_ptr<Capture>> own = Capture::openToFollow(path);
    QFile file(path);
    if (own || !QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        return own;
    const QByteArray head = headOf(file);
    const ImportFormat *format = head.startsWith("{\"pullcord\":") ? nullptr : ImportFormats::of(head);
    if (!format)
        return own;
    if (file.size() > MaxSize)
        return Error{ErrorKind::Io, Words::of(QT_TRANSLATE_NOOP("Words", "%1 is read as %2, but only up to %3 MiB"),
                                              path, QString(format->name), QString::number(MaxSize >> 20))};
    ImportSink sink;
    const QByteArray text = file.readAll();
    format->read(withoutMark(text), sink);
    return Capture::fromText(sink.capture(format->name, QFileInfo(path).fileName()), path);
}

Words CaptureImport::summaryOf(const Capture &capture)
{
    return capture.isImported() ? summaryIn(capture).words() : Words();
}

bool CaptureImport::hasTimes(const Capture &capture)
{
    return !capture.isImported() || summaryIn(capture).hasTimes;
}

bool CaptureImport::knows(const QString &path)
{
    QFile file(path);
    return QFileInfo(path).isFile() && file.open(QIODevice::ReadOnly) && ImportFormats::of(headOf(file)) != nullptr;
}

} // namespace Pullcord
