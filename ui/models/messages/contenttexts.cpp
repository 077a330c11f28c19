// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/messages/contenttexts.h"

#include "ui/models/catalog/catalogtexts.h"
#include "ui/models/messages/eventtexts.h"
#include "ui/models/untrustedtext.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QHash>
#include <QMimeDatabase>
#include <QUrl>

namespace Pullcord::ContentTexts {
using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype LongestName = 100; // in characters

/// Returns the end of the last complete character or escape within the limit. `raw` begins with its quote.
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

/// Sound formats that contain only samples. A playlist is audio, too, but would make a player fetch URLs chosen by the
/// server.
enum class Sound : quint8 { None, Wave, Mpeg, Ogg, Flac, Mp4, Aac, WebM };

Sound declaredSound(const QString &essence)
{
    static const QHash<QString, Sound> sounds{
        {u"audio/wav"_s, Sound::Wave},      {u"audio/x-wav"_s, Sound::Wave},  {u"audio/wave"_s, Sound::Wave},
        {u"audio/vnd.wave"_s, Sound::Wave}, {u"audio/mpeg"_s, Sound::Mpeg},   {u"audio/mp3"_s, Sound::Mpeg},
        {u"audio/ogg"_s, Sound::Ogg},       {u"audio/opus"_s, Sound::Ogg},    {u"audio/vorbis"_s, Sound::Ogg},
        {u"audio/flac"_s, Sound::Flac},     {u"audio/x-flac"_s, Sound::Flac}, {u"audio/mp4"_s, Sound::Mp4},
        {u"audio/m4a"_s, Sound::Mp4},       {u"audio/x-m4a"_s, Sound::Mp4},   {u"audio/aac"_s, Sound::Aac},
        {u"audio/x-aac"_s, Sound::Aac},     {u"audio/webm"_s, Sound::WebM},
    };
    return sounds.value(essence, Sound::None);
}

/// Detects the format by the first bytes.
Sound detectedSound(QByteArrayView bytes)
{
    if (bytes.size() < 12)
        return Sound::None;
    if (bytes.startsWith("RIFF") && bytes.sliced(8).startsWith("WAVE"))
        return Sound::Wave;
    if (bytes.startsWith("OggS"))
        return Sound::Ogg;
    if (bytes.startsWith("fLaC"))
        return Sound::Flac;
    if (bytes.sliced(4).startsWith("ftyp"))
        return Sound::Mp4;
    if (bytes.startsWith("\x1a\x45\xdf\xa3"))
        return Sound::WebM;
    if (bytes.startsWith("ID3"))
        return Sound::Mpeg;
    const auto second = uchar(bytes.at(1));
    if (uchar(bytes.at(0)) != 0xff || (second & 0xe0) != 0xe0) // not an MPEG audio frame
        return Sound::None;
    return (second & 0xf6) == 0xf0 ? Sound::Aac : (second & 0x06) != 0 ? Sound::Mpeg : Sound::None;
}

/// Shortens `length` so that it does not split a character.
qsizetype wholeCharacters(QByteArrayView utf8, qsizetype length)
{
    while (length > 0 && length < utf8.size() && (uchar(utf8.at(length)) & 0xC0) == 0x80)
        --length;
    return length;
}

} // namespace

QString facts(const QString &mimeType, const QString &size, const QByteArray &annotations)
{
    QStringList facts{Texts::head(mimeType), size};
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
    name = name.mid(qMax(name.lastIndexOf(u'/'), name.lastIndexOf(u'\\')) + 1); // the separators may have been escaped
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
    const Sound declared = declaredSound(essence(mimeType));
    return declared != Sound::None && declared == detectedSound(bytes) &&
           !QMimeDatabase().mimeTypeForName(essence(mimeType)).preferredSuffix().isEmpty();
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
