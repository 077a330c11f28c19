// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/http/bodytext.h"

#include "core/json/jsonchecker.h"
#include "core/json/jsonvalue.h"
#include "core/secrets/secrets.h"

#include <QRegularExpression>
#include <QStringDecoder>

#include <algorithm>
#include <array>

namespace Pullcord::BodyText {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype MaxLength = 200;   ///< characters
constexpr qsizetype MaxBytesShown = 8; ///< for binary data
/// Bytes or characters examined: patterns and masking take time for each.
constexpr qsizetype MaxLookedAt = 8'000;

constexpr qsizetype MaxStart = 64; ///< bytes that show the nature of a body

/// True if the bytes begin with a field of an event stream. The case of its name matters (WHATWG HTML 9.2.6).
bool beginsEvents(QByteArrayView bytes)
{
    constexpr std::array Fields{"data:", "event:", "id:", "retry:", ":"};
    return std::any_of(Fields.begin(), Fields.end(), [&](const char *field) { return bytes.startsWith(field); });
}

bool isText(QByteArrayView bytes)
{
    const auto isBinary = [](char c) { return uchar(c) < 0x20 && c != '\t' && c != '\n' && c != '\r'; };
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString decoded = decoder(bytes);
    return !decoder.hasError() && std::none_of(bytes.begin(), bytes.end(), isBinary);
}

/// Text of the first of the usual members, also inside an object or list below one.
QString messageIn(const JsonValue &value, int depth = 0)
{
    constexpr int MaxDepth = 4;
    constexpr std::array Members{"error_description", "detail", "message", "msg", "error", "errors", "title"};
    if (value.isString() && depth > 0)
        return shown(value.toString());
    if (depth == MaxDepth || (!value.isObject() && !value.isArray()))
        return {};
    if (value.isArray())
        return messageIn(value.element(0), depth + 1);
    for (const char *name : Members) {
        if (const QString text = messageIn(value.member(name), depth + 1); !text.isEmpty())
            return text;
    }
    return {};
}

/// Title of the page, else its first heading, else its text.
QString messageInPage(const QString &page)
{
    constexpr auto Options = QRegularExpression::CaseInsensitiveOption | QRegularExpression::DotMatchesEverythingOption;
    static const QRegularExpression parts[] = {
        QRegularExpression(u"<title[^>]*>(.*?)</title"_s, Options),
        QRegularExpression(u"<h1[^>]*>(.*?)</h1"_s, Options),
        QRegularExpression(u"^(.*)$"_s, Options),
    };
    static const QRegularExpression hidden(u"<(script|style|head)\\b.*?</\\1"_s, Options);
    static const QRegularExpression tag(u"<[^>]*>"_s);
    constexpr std::pair<QLatin1StringView, QLatin1StringView> Entities[] = {
        {"&lt;"_L1, "<"_L1},  {"&gt;"_L1, ">"_L1},   {"&quot;"_L1, "\""_L1},
        {"&#39;"_L1, "'"_L1}, {"&nbsp;"_L1, " "_L1}, {"&amp;"_L1, "&"_L1},
    };
    for (const QRegularExpression &part : parts) {
        QString text = part.match(page).captured(1).remove(hidden).replace(tag, u" "_s);
        for (const auto &[entity, character] : Entities)
            text.replace(entity, character);
        if (!text.trimmed().isEmpty())
            return shown(text);
    }
    return {};
}

} // namespace

QString shown(const QString &text)
{
    QString line;
    for (const QChar c : Secrets::maskedProse(text.left(MaxLookedAt)).simplified()) {
        const bool isHidden = c.category() == QChar::Other_Control || c.category() == QChar::Other_Format;
        line += isHidden ? u"⟨U+%1⟩"_s.arg(uint(c.unicode()), 4, 16, QChar(u'0')).toUpper() : QString(c);
    }
    return line.size() > MaxLength ? line.first(MaxLength - 1) + u'…' : line;
}

QString beginning(QByteArrayView bytes)
{
    const QByteArrayView text = bytes.trimmed();
    const auto *lineEnd = std::find_if(text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; });
    const QByteArrayView line = text.first(std::min<qsizetype>(lineEnd - text.begin(), MaxLookedAt));
    if (isText(line))
        return u"\"%1\""_s.arg(shown(QString::fromUtf8(line)));
    return u"the bytes "_s +
           QString::fromLatin1(bytes.first(std::min(bytes.size(), MaxBytesShown)).toByteArray().toHex(' '));
}

QString miscasedField(QByteArrayView bytes)
{
    const QByteArrayView text = bytes.trimmed();
    const QByteArray start = text.first(std::min(text.size(), MaxStart)).toByteArray();
    const QByteArray field = start.first(start.indexOf(':') + 1);
    return !beginsEvents(field) && beginsEvents(field.toLower()) ? QString::fromLatin1(field) : QString();
}

QString nature(QByteArrayView bytes)
{
    const QByteArrayView text = bytes.trimmed();
    if (text.startsWith('{') || text.startsWith('['))
        return JsonChecker().check(text) ? QString() : u"JSON"_s;
    const QByteArray start = text.first(std::min(text.size(), MaxStart)).toByteArray().toLower();
    if (start.startsWith("<!doctype html") || start.startsWith("<html") || start.startsWith("<head"))
        return u"HTML"_s;
    return beginsEvents(text) ? u"an event stream"_s : QString();
}

QString messageIn(QByteArrayView body)
{
    const QByteArrayView text = body.trimmed();
    if (nature(text) == "JSON"_L1)
        return messageIn(JsonValue(text));
    const QByteArrayView head = text.first(std::min(text.size(), MaxLookedAt));
    if (head.startsWith('<'))
        return messageInPage(QString::fromUtf8(head));
    const QByteArrayView line = head.first(std::find(head.begin(), head.end(), '\n') - head.begin());
    return isText(line) ? shown(QString::fromUtf8(line)) : QString();
}

} // namespace Pullcord::BodyText
