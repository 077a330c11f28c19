// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/http/httpheaders.h"

#include "core/secrets/secretnames.h"
#include "core/secrets/secrets.h"
#include "core/transport/http/parameterheaders.h"

#include <QJsonObject>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {
namespace {

bool isSame(QByteArrayView a, QByteArrayView b)
{
    return a.compare(b, Qt::CaseInsensitive) == 0;
}

/// True for sessions and cookies whatever their value, and for secret names.
bool isSecret(const HttpHeader &header)
{
    if (header.isSecret || isSame(header.name, "Mcp-Session-Id") || isSame(header.name, "Cookie") ||
        isSame(header.name, "Set-Cookie"))
        return true;
    const QString name = QString::fromLatin1(header.name);
    return Secrets::isSecretName(name) && !Secrets::isSetting(name, QString::fromUtf8(header.value));
}

/// True for a challenge with parameters, such as `Bearer resource_metadata="…"`. Those describe what is required, and
/// hold no token.
bool isChallenge(const HttpHeader &header)
{
    static const QRegularExpression parameters(uR"(^[\w-]+\s+[\w-]+\s*=\s*("|[\w]))"_s);
    return (isSame(header.name, "WWW-Authenticate") || isSame(header.name, "Proxy-Authenticate")) &&
           parameters.match(QString::fromUtf8(header.value)).hasMatch();
}

/// Value without secrets. An encoded value is masked whole if it contains one.
QString shown(const HttpHeader &header)
{
    if (isSecret(header))
        return Secrets::Mask;
    if (isChallenge(header)) {
        const QString value = QString::fromUtf8(header.value);
        const qsizetype behindScheme = value.indexOf(u' ') + 1;
        return value.first(behindScheme) + Secrets::maskedText(value.sliced(behindScheme));
    }
    const QByteArray decoded = ParameterHeaders::decoded(header.value);
    const QString text = QString::fromUtf8(decoded);
    const QString masked = Secrets::maskedText(text);
    if (decoded == header.value)
        return masked;
    return masked == text ? QString::fromUtf8(header.value) : QString(Secrets::Mask);
}

} // namespace

Result<HttpHeader> HttpHeader::fromLine(const QString &line)
{
    const qsizetype colon = line.indexOf(u':');
    const HttpHeader header{line.first(std::max<qsizetype>(colon, 0)).trimmed().toUtf8(),
                            line.sliced(colon + 1).trimmed().toUtf8()};
    if (colon < 0 || header.value.isEmpty() || !HttpHeaders::isValid(header))
        return Error{ErrorKind::Usage, TranslatableText::of(QT_TRANSLATE_NOOP(
                                           "TranslatableText", "not a valid header; expected \"Name: value\""))};
    if (HttpHeaders::isFraming(header.name))
        return Error{
            ErrorKind::Usage,
            TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText", "the header %1 is set by the transport and cannot be changed"),
                QString::fromLatin1(header.name))};
    return header;
}

void HttpHeaders::set(const HttpHeader &header)
{
    remove(header.name);
    add(header);
}

void HttpHeaders::markAllSecret()
{
    for (HttpHeader &header : m_list)
        header.isSecret = true;
}

void HttpHeaders::remove(QByteArrayView name)
{
    m_list.removeIf([name](const HttpHeader &header) { return isSame(header.name, name); });
}

std::optional<QByteArray> HttpHeaders::value(QByteArrayView name) const
{
    const auto found =
        std::find_if(m_list.begin(), m_list.end(), [name](const HttpHeader &h) { return isSame(h.name, name); });
    return found == m_list.end() ? std::nullopt : std::optional(found->value);
}

QByteArray HttpHeaders::contentType() const
{
    const QByteArray whole = value("Content-Type").value_or(QByteArray());
    return whole.first(whole.indexOf(';') < 0 ? whole.size() : whole.indexOf(';')).trimmed().toLower();
}

QJsonArray HttpHeaders::describe() const
{
    QJsonArray list;
    for (const HttpHeader &header : m_list) {
        list.append(QJsonObject{{u"name"_s, QString::fromLatin1(header.name)}, {u"value"_s, shown(header)}});
    }
    return list;
}

bool HttpHeaders::isValid(const HttpHeader &header)
{
    const auto breaks = [](char c) { return c == '\r' || c == '\n' || c == '\0'; };
    return isToken(header.name) && std::none_of(header.value.begin(), header.value.end(), breaks);
}

bool HttpHeaders::isFraming(QByteArrayView name)
{
    static constexpr QByteArrayView Names[] = {"Host", "Content-Length", "Transfer-Encoding", "Connection"};
    return std::any_of(std::begin(Names), std::end(Names), [name](QByteArrayView own) { return isSame(own, name); });
}

bool HttpHeaders::isToken(QByteArrayView text)
{
    static constexpr QByteArrayView Marks = "!#$%&'*+-.^_`|~";
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || Marks.contains(c);
    });
}

} // namespace Pullcord
