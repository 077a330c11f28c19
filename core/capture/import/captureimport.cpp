// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/import/captureimport.h"

#include "core/capture/capture.h"
#include "core/capture/import/importformat.h"
#include "core/json/jsonvalue.h"

#include <QFile>
#include <QFileInfo>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

/// Written by editors on Windows at the beginning of a text.
constexpr QByteArrayView ByteOrderMark("\xef\xbb\xbf");
constexpr QByteArrayView OurBegin("{\"pullcord\":");
constexpr QLatin1StringView WithoutHeader("a capture without its first line");

QByteArrayView withoutMark(QByteArrayView text)
{
    return text.startsWith(ByteOrderMark) ? text.sliced(ByteOrderMark.size()) : text;
}

QByteArray headOf(QFile &file)
{
    QByteArray head = withoutMark(file.peek(ByteOrderMark.size() + ImportFormats::HeadSize)).toByteArray();
    head.truncate(ImportFormats::HeadSize);
    if (const qsizetype end = head.lastIndexOf('\n'); end > 0 && head.size() == ImportFormats::HeadSize)
        head.truncate(end); // keep complete lines only
    return head;
}

/// True for lines of a capture without its first, as printed by `filter --messages --json` and grep.
bool isWithoutHeader(QByteArrayView head)
{
    const qsizetype end = head.indexOf('\n');
    const QByteArrayView line = end < 0 ? head : head.first(end);
    const JsonValue event(line);
    return !JsonChecker().check(line) && event.member("t").toInteger() && event.member("k").isString();
}

QByteArray withHeader(QByteArray events, const QString &title)
{
    if (!events.endsWith('\n'))
        events += '\n';
    ImportSummary summary{.format = WithoutHeader};
    ImportFormats::eachLine(events, [&](QByteArrayView line, qsizetype) {
        summary.messages += JsonValue(line).member("k").toUtf8() == nameOf(EventKind::Message) ? 1 : 0;
    });
    CaptureHeader header;
    header.title = title;
    header.others = {{u"imported"_s, summary.toJson()}, {CaptureHeader::Excerpt, true}};
    return header.toLine() + '\n' + events;
}

/// Describes the content of a file that cannot be opened; empty if unknown.
TranslatableText strangenessOf(QByteArrayView head)
{
    if (head.isEmpty())
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the file is empty"));
    if (head.startsWith("\xff\xfe") || head.startsWith("\xfe\xff"))
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "it is a text in UTF-16; save it as UTF-8"));
    if (head.contains('\0'))
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "it is not text"));
    if (head.startsWith(OurBegin))
        return {}; // another version, or broken: the caller's error explains it
    QStringList known;
    for (const ImportFormat &format : ImportFormats::all())
        known << format.name;
    return TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText", "it is neither a Pullcord capture nor a file that can be opened (%1); "
                                              "for a server configuration use Server > Import Servers or --config"),
        known.join(u", "_s));
}

} // namespace

Result<std::unique_ptr<Capture>> CaptureImport::open(const QString &path)
{
    Result<std::unique_ptr<Capture>> own = Capture::openToFollow(path);
    QFile file(path);
    if (own || !QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        return own;
    const QByteArray head = headOf(file);
    const bool isOurs = isWithoutHeader(head);
    const ImportFormat *format = isOurs || head.startsWith(OurBegin) ? nullptr : ImportFormats::of(head);
    if (!format && !isOurs) {
        if (const TranslatableText strangeness = strangenessOf(head); !strangeness.isEmpty())
            return Error{
                ErrorKind::Io,
                TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "cannot read %1: %2"), path, strangeness)};
        return own;
    }
    if (file.size() > MaxSize)
        return Error{
            ErrorKind::Io,
            TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText", "%1 is too large: files in the format %2 are read up to %3 MiB"),
                path, QString(isOurs ? WithoutHeader : format->name), QString::number(MaxSize >> 20))};
    const QByteArray text = file.readAll();
    const QString title = QFileInfo(path).fileName();
    if (isOurs)
        return Capture::fromText(withHeader(withoutMark(text).toByteArray(), title), path);
    ImportSink sink;
    format->read(withoutMark(text), sink);
    return Capture::fromText(sink.capture(format->name, title), path);
}

TranslatableText CaptureImport::summaryOf(const Capture &capture)
{
    return capture.isImported() ? ImportSummary::of(capture.header()).words() : TranslatableText();
}

bool CaptureImport::knows(const QString &path)
{
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        return false;
    const QByteArray head = headOf(file);
    return isWithoutHeader(head) || ImportFormats::of(head);
}

} // namespace Pullcord
