// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/file/captureheader.h"

#include "core/capture/file/capturefile.h"
#include "core/json/jsontext.h"

#include <QJsonDocument>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

Error notACapture(const QString &reason)
{
    return {ErrorKind::Io,
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "not a Pullcord capture: %1"), reason)};
}

Outcome checkFormat(const QString &format)
{
    bool isNumber = false;
    const int major = format.section(u'.', 0, 0).toInt(&isNumber);
    if (!isNumber || major < 1)
        return notACapture(u"\"%1\" is not a format version"_s.arg(format));
    if (major > CaptureHeader::Major)
        return Error{
            ErrorKind::Io,
            TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText",
                                  "this capture has format %1; this version of Pullcord reads formats up to %2.x"),
                format, CaptureHeader::Major)};
    return std::monostate();
}

} // namespace

QByteArray CaptureHeader::lineOf(const CaptureFile &file)
{
    QByteArray line;
    for (const qsizetype length : {qsizetype(4096), MaxLength}) {
        line.resize(length);
        line.resize(file.read(0, line.data(), length));
        if (const qsizetype end = line.indexOf('\n'); end >= 0)
            return line.first(end);
    }
    return line;
}

QByteArray CaptureHeader::toLine() const
{
    // Not written by QJsonObject, which sorts the members: every capture begins with the same bytes.
    const QByteArray when = started.toUTC().toString(Qt::ISODateWithMs).toLatin1();
    QByteArray line = "{\"pullcord\":" + JsonText::quoted(format) + ",\"program\":" + JsonText::quoted(program) +
                      ",\"started\":" + JsonText::quoted(QByteArrayView(when)) +
                      ",\"title\":" + JsonText::quoted(title) +
                      ",\"connection\":" + QJsonDocument(connection).toJson(QJsonDocument::Compact);
    if (!others.isEmpty())
        line += ',' + QJsonDocument(others).toJson(QJsonDocument::Compact).sliced(1).chopped(1);
    return line + '}';
}

Result<CaptureHeader> CaptureHeader::fromLine(QByteArrayView line)
{
    const QJsonDocument document = QJsonDocument::fromJson(line.toByteArray());
    if (!document.isObject())
        return notACapture(u"the first line is not a JSON object"_s);
    QJsonObject object = document.object();
    if (!object.value("pullcord"_L1).isString())
        return notACapture(u"the first line does not contain the format version"_s);

    CaptureHeader header;
    header.format = object.take("pullcord"_L1).toString();
    if (const Outcome outcome = checkFormat(header.format); !outcome)
        return outcome.error();
    header.program = object.take("program"_L1).toString();
    header.started = QDateTime::fromString(object.take("started"_L1).toString(), Qt::ISODateWithMs).toUTC();
    header.title = object.take("title"_L1).toString();
    header.connection = object.take("connection"_L1).toObject();
    header.others = object;
    return header;
}

} // namespace Pullcord
