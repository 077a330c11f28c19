// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/catalog/catalogitem.h"

#include "core/json/jsonvalue.h"
#include "core/mcp/catalog/uritemplate.h"

#include <QRegularExpression>

#include <utility>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

using Text = std::pair<QByteArrayView, QString CatalogItem::*>;
constexpr Text Texts[] = {
    {"name", &CatalogItem::name}, {"title", &CatalogItem::title},     {"description", &CatalogItem::description},
    {"uri", &CatalogItem::uri},   {"uriTemplate", &CatalogItem::uri}, {"mimeType", &CatalogItem::mimeType},
};

QList<Icon> iconsFrom(const JsonValue &list)
{
    QList<Icon> icons;
    if (!list.isArray())
        return icons;
    for (const JsonMember &member : list) {
        Icon icon{.src = member.value.member("src").toString(),
                  .mimeType = member.value.member("mimeType").toString(),
                  .sizes = {},
                  .theme = member.value.member("theme").toString()};
        for (const JsonMember &size : member.value.member("sizes"))
            icon.sizes.append(size.value.toString());
        icons.append(icon);
    }
    return icons;
}

} // namespace

CatalogItem CatalogItem::from(const JsonValue &value)
{
    CatalogItem item;
    item.raw = value.raw().toByteArray();
    for (const JsonMember &member : value) { // one pass, since there may be thousands of items
        for (const auto &[name, text] : Texts) {
            if (member.keyEquals(name))
                item.*text = member.value.toString();
        }
        if (member.keyEquals("size"))
            item.size = member.value.toInteger();
        else if (member.keyEquals("icons"))
            item.icons = iconsFrom(member.value);
        else if (member.keyEquals("annotations"))
            item.annotations = member.value.raw().toByteArray();
    }
    if (item.title.isEmpty())
        item.title = JsonValue(item.annotations).member("title").toString();
    if (item.title.isEmpty())
        item.title = item.name;
    return item;
}

TranslatableText CatalogItem::addressProblem(const QString &uri, bool isTemplate)
{
    static const QRegularExpression scheme(u"^[A-Za-z][A-Za-z0-9+.-]*:"_s);
    if (uri.isEmpty())
        return {};
    if (isTemplate) {
        if (const auto parsed = UriTemplate::parse(uri); !parsed)
            return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "its uriTemplate is broken (%1)"),
                                        parsed.error().detail);
    }
    const bool mayExpand = isTemplate && uri.startsWith(u'{');
    return mayExpand || scheme.match(uri).hasMatch()
               ? TranslatableText()
               : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "its URI has no scheme"));
}

Tool Tool::from(const CatalogItem &item)
{
    Tool tool;
    static_cast<CatalogItem &>(tool) = item;
    for (const JsonMember &member : JsonValue(item.raw)) {
        if (member.keyEquals("inputSchema"))
            tool.inputSchema = member.value.raw().toByteArray();
        else if (member.keyEquals("outputSchema"))
            tool.outputSchema = member.value.raw().toByteArray();
    }
    const JsonValue hints(item.annotations);
    tool.readOnlyHint = hints.member("readOnlyHint").toBool().value_or(tool.readOnlyHint);
    tool.destructiveHint = hints.member("destructiveHint").toBool().value_or(tool.destructiveHint);
    tool.idempotentHint = hints.member("idempotentHint").toBool().value_or(tool.idempotentHint);
    tool.openWorldHint = hints.member("openWorldHint").toBool().value_or(tool.openWorldHint);
    return tool;
}

QList<PromptArgument> PromptArgument::of(const CatalogItem &prompt)
{
    QList<PromptArgument> arguments;
    for (const JsonMember &member : JsonValue(prompt.raw).member("arguments")) {
        PromptArgument argument{.name = member.value.member("name").toString(),
                                .title = member.value.member("title").toString(),
                                .description = member.value.member("description").toString(),
                                .isRequired = member.value.member("required").toBool().value_or(false)};
        if (argument.title.isEmpty())
            argument.title = argument.name;
        arguments.append(argument);
    }
    return arguments;
}

} // namespace Pullcord
