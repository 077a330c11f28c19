// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/wrapping/confignode.h"

#include "core/config/wrapping/jsonnodes.h"
#include "core/config/wrapping/tomlnodes.h"
#include "core/config/wrapping/yamlnodes.h"

#include <QStringList>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

Result<ConfigNode> descend(ConfigNode node, QByteArrayView text, const QString &pointer)
{
    for (const QByteArray &name : ConfigNode::steps(pointer)) {
        qsizetype index = node.kind == ConfigNode::Kind::Array ? name.toLongLong() : -1;
        for (qsizetype i = 0; i < node.children.size() && node.kind == ConfigNode::Kind::Object; ++i) {
            if (node.children.at(i).name != name)
                continue;
            if (index >= 0)
                return ConfigNode::twice(text, node.children.at(i).begin, name);
            index = i;
        }
        if (index < 0 || index >= node.children.size())
            return Error{.kind = ErrorKind::Protocol,
                         .detail =
                             TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 was not found"), pointer)};
        node = ConfigNode(node.children.at(index));
    }
    return node;
}

} // namespace

QByteArrayList ConfigNode::steps(const QString &pointer)
{
    QByteArrayList names;
    for (QString step : pointer.split(u'/').sliced(1))
        names << step.replace("~1"_L1, "/"_L1).replace("~0"_L1, "~"_L1).toUtf8();
    return names;
}

const ConfigNode *ConfigNode::child(QByteArrayView called) const
{
    const auto found =
        std::find_if(children.crbegin(), children.crend(), [&](const ConfigNode &each) { return each.name == called; });
    return found == children.crend() ? nullptr : &*found;
}

const ConfigNode *ConfigNode::childOf(std::span<const QByteArrayView> names) const
{
    for (const QByteArrayView called : names) {
        if (const ConfigNode *const found = child(called))
            return found;
    }
    return nullptr;
}

Result<ConfigNode> ConfigNode::at(QByteArrayView text, const QString &pointer)
{
    switch (ConfigText::formatOf(text)) {
    case ConfigText::Format::Toml:
        return descend(TomlNodes::read(text), text, pointer);
    case ConfigText::Format::Yaml: {
        Result<ConfigNode> root = YamlNodes::read(text);
        return root ? descend(*std::move(root), text, pointer) : root;
    }
    case ConfigText::Format::Json:
    case ConfigText::Format::None:
        break;
    }
    return JsonNodes::at(text, pointer);
}

qsizetype ConfigNode::skipBlanks(QByteArrayView text, qsizetype at, ConfigText::Format format)
{
    const bool isJson = format == ConfigText::Format::Json;
    while (at < text.size()) {
        const QByteArrayView rest = text.sliced(at);
        if (QByteArrayView(" \t\r\n").contains(rest.front())) {
            ++at;
        } else if (isJson && rest.startsWith("/*")) {
            const qsizetype end = rest.indexOf("*/", 2);
            at = end < 0 ? text.size() : at + end + 2;
        } else if (isJson ? rest.startsWith("//") : rest.startsWith('#')) {
            const qsizetype end = rest.indexOf('\n');
            at = end < 0 ? text.size() : at + end;
        } else {
            break;
        }
    }
    return at;
}

qsizetype ConfigNode::commaBehind(QByteArrayView text, qsizetype at, ConfigText::Format format)
{
    const qsizetype next = skipBlanks(text, at, format);
    return next < text.size() && text.at(next) == ',' ? next : -1;
}

ConfigNode::Range ConfigNode::whole(QByteArrayView text) const
{
    return isBlock ? Range{begin, endOfLine(text, value.end)} : value;
}

qsizetype ConfigNode::endOfLine(QByteArrayView text, qsizetype at)
{
    const qsizetype end = text.indexOf('\n', at);
    if (end < 0)
        return text.size();
    return end > at && text.at(end - 1) == '\r' ? end - 1 : end;
}

qsizetype ConfigNode::lineAt(QByteArrayView text, qsizetype at)
{
    return 1 + std::count(text.begin(), text.begin() + std::clamp<qsizetype>(at, 0, text.size()), '\n');
}

Error ConfigNode::twice(QByteArrayView text, qsizetype at, QByteArrayView name)
{
    return {.kind = ErrorKind::Protocol,
            .detail = TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText", "line %1: \"%2\" occurs twice; remove one of them"),
                lineAt(text, at), QString::fromUtf8(name))};
}

} // namespace Pullcord
