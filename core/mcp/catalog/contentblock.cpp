// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/catalog/contentblock.h"

#include "core/capture/formatting.h"
#include "core/json/jsonvalue.h"

#include <utility>

namespace Pullcord {

using namespace Qt::StringLiterals;

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

namespace {

constexpr std::pair<QLatin1StringView, ContentBlock::Type> Types[] = {
    {"text"_L1, ContentBlock::Type::Text},         {"image"_L1, ContentBlock::Type::Image},
    {"audio"_L1, ContentBlock::Type::Audio},       {"resource_link"_L1, ContentBlock::Type::ResourceLink},
    {"resource"_L1, ContentBlock::Type::Resource},
};

} // namespace

ContentBlock ContentBlock::from(const JsonValue &value)
{
    ContentBlock block;
    JsonValue resource;
    for (const JsonMember &member : value) { // one pass, since a member may be very long
        if (member.keyEquals("type"))
            block.typeName = member.value.toString();
        else if (member.keyEquals("mimeType"))
            block.mimeType = member.value.toString();
        else if (member.keyEquals("annotations"))
            block.annotations = member.value.raw().toByteArray();
        else if (member.keyEquals("resource"))
            resource = member.value;
    }
    for (const auto &[name, type] : Types) {
        if (block.typeName == name)
            block.type = type;
    }
    if (block.type == Type::Resource)
        block.mimeType = resource.member("mimeType").toString();
    block.raw = value.raw().toByteArray();
    return block;
}

QList<ContentBlock> ContentBlock::in(const JsonValue &content)
{
    if (content.isObject())
        return {from(content)};
    QList<ContentBlock> blocks;
    if (content.isArray()) {
        for (const JsonMember &block : content)
            blocks.append(from(block.value));
    }
    return blocks;
}

QString ContentBlock::text() const
{
    return type == Type::Text ? JsonValue(raw).member("text").toString() : QString();
}

Result<QByteArray> ContentBlock::data() const
{
    if (type != Type::Image && type != Type::Audio)
        return Error{ErrorKind::Protocol,
                     TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "a block of type \"%1\" has no data"),
                                          typeName)};
    return bytesFromBase64(JsonValue(raw).member("data"), u"the data of the %1"_s.arg(typeName));
}

CatalogItem ContentBlock::link() const
{
    return type == Type::ResourceLink ? CatalogItem::from(JsonValue(raw)) : CatalogItem();
}

ResourceContents ContentBlock::resource() const
{
    return type == Type::Resource ? ResourceContents::from(JsonValue(raw).member("resource")) : ResourceContents();
}

QString ContentBlock::summary() const
{
    switch (type) {
    case Type::Text:
        return text();
    case Type::Image:
    case Type::Audio: {
        const Result<QByteArray> bytes = data();
        const TranslatableText size =
            bytes ? TranslatableText(Formatting::byteCount(bytes->size())) : bytes.error().detail;
        return u"[%1 %2, %3]"_s.arg(typeName, mimeType, size);
    }
    case Type::ResourceLink:
        return u"[%1 %2]"_s.arg(typeName, link().uri);
    case Type::Resource: {
        const ResourceContents contents = resource();
        return contents.isBlob ? u"[%1 %2]"_s.arg(typeName, contents.summary()) : contents.text();
    }
    case Type::Other:
        break;
    }
    return JsonValue(raw).isObject() ? u"[%1]"_s.arg(typeName) : u"[not an object: %1]"_s.arg(QString::fromUtf8(raw));
}

PromptMessage PromptMessage::from(const JsonValue &value)
{
    return {.role = value.member("role").toString(),
            .content = ContentBlock::in(value.member("content")),
            .raw = value.raw().toByteArray()};
}

Result<QList<PromptMessage>> PromptMessage::in(const QByteArray &result)
{
    const JsonValue list = JsonValue(result).member("messages");
    if (!list.isArray())
        return Error{ErrorKind::Protocol,
                     TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                            "The response to prompts/get has no array \"messages\""))};
    QList<PromptMessage> messages;
    for (const JsonMember &message : list)
        messages.append(from(message.value));
    return messages;
}

} // namespace Pullcord
