// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/wrapping/jsonnodes.h"

#include "core/config/jsoncomments.h"
#include "core/json/jsonchecker.h"
#include "core/json/jsonvalue.h"

namespace Pullcord::JsonNodes {

namespace {

/// Makes the node of a value, whose bytes are in `blanked`, at the same offsets as in `text`.
ConfigNode nodeOf(const JsonMember &member, QByteArrayView text, QByteArrayView blanked)
{
    const auto range = [&](QByteArrayView part) {
        const qsizetype begin = part.data() - blanked.data();
        return ConfigNode::Range{begin, begin + part.size()};
    };
    ConfigNode node;
    node.value = range(member.value.raw());
    node.begin = node.value.begin;
    if (!member.rawKey.isEmpty()) {
        node.name = JsonValue(member.rawKey).toUtf8();
        node.key = range(member.rawKey);
        node.begin = node.key.begin;
    }
    node.comma = ConfigNode::commaBehind(text, node.value.end, ConfigText::Format::Json);
    if (member.value.isObject())
        node.kind = ConfigNode::Kind::Object;
    else if (member.value.isArray())
        node.kind = ConfigNode::Kind::Array;
    for (const JsonMember &child : member.value)
        node.children.append(nodeOf(child, text, blanked));
    return node;
}

} // namespace

Result<ConfigNode> at(QByteArrayView text, const QString &pointer)
{
    const QByteArray blanked = JsonComments::blanked(text, JsonComments::Keep::Bytes);
    if (const auto problem = JsonChecker().check(blanked))
        return Error{.kind = ErrorKind::Json,
                     .detail = TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "line %1, column %2: %3"),
                                                    problem->line, problem->column, problem->reason)};
    JsonMember found{{}, JsonValue(blanked)};
    for (const QByteArray &name : ConfigNode::steps(pointer)) {
        JsonMember next;
        if (found.value.isArray())
            next.value = found.value.element(name.toLongLong());
        for (const JsonMember &member : found.value) {
            if (!found.value.isObject() || !member.keyEquals(name))
                continue;
            if (next.value.isValid())
                return ConfigNode::twice(text, member.rawKey.data() - blanked.constData(), name);
            next = member;
        }
        found = next;
    }
    if (!found.value.isValid())
        return Error{.kind = ErrorKind::Protocol,
                     .detail =
                         TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 was not found"), pointer)};
    return nodeOf(found, text, blanked);
}

} // namespace Pullcord::JsonNodes
