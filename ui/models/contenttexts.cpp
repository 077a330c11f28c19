// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/contenttexts.h"

#include "ui/models/catalogtexts.h"
#include "ui/models/eventtexts.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QMimeDatabase>
#include <QUrl>

namespace Pullcord::ContentTexts {
using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype LongestName = 100; // characters

/// Behind the last character or escape that is whole within the limit; `raw` begins with its quote.
qsizetype wholeWithin(QByteArrayView raw, qsizetype limit)
{
    qsizetype at = 1;
    while (at < limit) {
        const qsizetype next = at + (raw.at(at) != '\\' ? 1 : at + 1 < raw.size() && raw.at(at + 1) == 'u' ? 6 : 2);
        if (next > limit)
            break;
        at = next;
    }
    return at;
}

/// Not in the middle of a character.
qsizetype wholeCharacters(QByteArrayView utf8, qsizetype length)
{
    while (length > 0 && length < utf8.size() && (uchar(utf8.at(length)) & 0xC0) == 0x80)
        --length;
    return length;
}

} // namespace

QString facts(const QString &mimeType, const QString &size, const QByteArray &annotations)
{
    QStringList facts{mimeType, size};
    facts += CatalogTexts::annotations(annotations);
    facts.removeAll(QString());
    return facts.join(u" · "_s);
}

QString essence(const QString &mimeType)
{
    return mimeType.section(u';', 0, 0).trimmed().toLower();
}

QString fileName(const QString &uri, const QString &mimeType, const QString &base)
{
    QString name = QUrl(uri).fileName(QUrl::FullyDecoded);
    name = name.mid(qMax(name.lastIndexOf(u'/'), name.lastIndexOf(u'\\')) + 1); // where they were escaped
    name.removeIf([](QChar c) { return !c.isPrint() || QStringView(u":*?\"<>|").contains(c); });
    while (name.startsWith(u'.'))
        name.remove(0, 1);
    name.truncate(LongestName);
    if (name.isEmpty())
        name = base;
    const QString suffix = QMimeDatabase().mimeTypeForName(essence(mimeType)).preferredSuffix();
    return suffix.isEmpty() || !QFileInfo(name).suffix().isEmpty() ? name : name + u'.' + suffix;
}

bool isPlayable(const QString &mimeType, const QByteArray &bytes)
{
    const QMimeDatabase types;
    const QMimeType said = types.mimeTypeForName(essence(mimeType));
    const QString seen = types.mimeTypeForData(bytes).name();
    return said.name().startsWith("audio/"_L1) && !said.preferredSuffix().isEmpty() &&
           (seen.startsWith("audio/"_L1) || seen.startsWith("video/"_L1) || seen == "application/ogg"_L1);
}

QString head(const JsonValue &string, qsizetype bytes)
{
    const QByteArrayView raw = string.raw();
    if (raw.size() <= bytes + 2)
        return string.toString();
    const qsizetype end = wholeCharacters(raw, wholeWithin(raw, bytes + 1));
    return JsonValue(raw.first(end).toByteArray() + '"').toString();
}

QString head(QByteArrayView utf8, qsizetype bytes)
{
    return Texts::readable(utf8.first(wholeCharacters(utf8, qMin(bytes, utf8.size()))));
}

QString hexDump(QByteArrayView bytes, int perLine)
{
    constexpr char Digits[] = "0123456789abcdef";
    QByteArray dump;
    dump.reserve((bytes.size() / perLine + 1) * (12 + 4 * perLine));
    for (qsizetype start = 0; start < bytes.size(); start += perLine) {
        const QByteArrayView line = bytes.sliced(start, qMin<qsizetype>(perLine, bytes.size() - start));
        dump += QByteArray::number(start, 16).rightJustified(8, '0') + ' ';
        for (int i = 0; i < perLine; ++i) {
            dump += i % 8 == 0 && i > 0 ? "  " : " ";
            if (i < line.size()) {
                dump += Digits[uchar(line.at(i)) >> 4];
                dump += Digits[uchar(line.at(i)) & 15];
            } else {
                dump += "  ";
            }
        }
        dump += "  ";
        for (const char byte : line)
            dump += byte >= ' ' && byte <= '~' ? byte : '.';
        dump += '\n';
    }
    dump.chop(dump.isEmpty() ? 0 : 1);
    return QString::fromLatin1(dump);
}

} // namespace Pullcord::ContentTexts
