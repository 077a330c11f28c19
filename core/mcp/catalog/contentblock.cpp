// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/catalog/contentblock.h"

#include "core/capture/formatting.h"
#include "core/json/jsonvalue.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

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

} // namespace Pullcord
