// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/catalog/resourcecontents.h"

#include "core/capture/formatting.h"
#include "core/json/jsonvalue.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

ResourceContents ResourceContents::from(const JsonValue &value)
{
    return {.uri = value.member("uri").toString(),
            .mimeType = value.member("mimeType").toString(),
            .isBlob = value.member("blob").isValid() && !value.member("text").isString(),
            .raw = value.raw().toByteArray()};
}

constexpr qsizetype MaxQuoted = 100; ///< bytes of an entry that is not an object

Result<QList<ResourceContents>> ResourceContents::in(const QByteArray &result)
{
    const JsonValue list = JsonValue(result).member("contents");
    if (!list.isArray())
        return Error{ErrorKind::Protocol,
                     TranslatableText::of(QT_TRANSLATE_NOOP(
                         "TranslatableText", "The response to resources/read has no array \"contents\""))};
    QList<ResourceContents> all;
    for (const JsonMember &contents : list)
        all.append(from(contents.value));
    return all;
}

QString ResourceContents::text() const
{
    return JsonValue(raw).member("text").toString();
}

Result<QByteArray> ResourceContents::bytes() const
{
    const JsonValue value(raw);
    if (!value.isObject())
        return Error{ErrorKind::Protocol,
                     TranslatableText::of(
                         QT_TRANSLATE_NOOP("TranslatableText", "An entry of the contents is not an object, but %1"),
                         QString::fromUtf8(raw.first(std::min(raw.size(), MaxQuoted))))};
    if (isBlob)
        return bytesFromBase64(value.member("blob"), u"the blob of %1"_s.arg(uri));
    const JsonValue text = value.member("text");
    if (!text.isString())
        return Error{
            ErrorKind::Protocol,
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 has neither a text nor a blob"), uri)};
    return text.toUtf8();
}

QString ResourceContents::summary() const
{
    const Result<QByteArray> content = bytes();
    const TranslatableText size =
        content ? TranslatableText(Formatting::byteCount(content->size())) : content.error().detail;
    QStringList parts{uri, mimeType, size};
    parts.removeAll(QString());
    return parts.join(u", "_s);
}

Result<QByteArray> bytesFromBase64(const JsonValue &string, const QString &what)
{
    const QByteArray text = string.toUtf8();
    const auto decoded =
        QByteArray::fromBase64Encoding(text, QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
    const bool isCut = (text.size() - text.count('=')) % 4 == 1; // which Qt accepts
    if (!string.isString() || !decoded || isCut)
        return Error{ErrorKind::Protocol,
                     TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 is not base64"), what)};
    return *decoded;
}

} // namespace Pullcord
