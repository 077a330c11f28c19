// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proxy/rules/jsonedit.h"

#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"

namespace Pullcord {

namespace {

QByteArray withPart(const QByteArray &json, const JsonValue &part, QByteArrayView replacement)
{
    QByteArray changed = json;
    changed.replace(part.raw().data() - json.constData(), part.raw().size(), replacement.toByteArray());
    return changed;
}

/// Returns the object or array without the child that `isChild` accepts.
QByteArray withoutChild(const JsonValue &parent, const auto &isChild)
{
    QByteArray rest;
    qsizetype index = 0;
    for (const JsonMember &child : parent) {
        if (isChild(child, index++))
            continue;
        if (!rest.isEmpty())
            rest += ',';
        if (!child.rawKey.isEmpty())
            rest += child.rawKey.toByteArray() + ':';
        rest += child.value.raw();
    }
    return parent.isObject() ? '{' + rest + '}' : '[' + rest + ']';
}

} // namespace

std::optional<QByteArray> JsonEdit::appliedTo(const QByteArray &json) const
{
    const JsonValue whole(json);
    const JsonValue present = whole.pointer(pointer);
    if (present.isValid() && value)
        return withPart(json, present, *value);
    const qsizetype slash = pointer.lastIndexOf('/');
    const JsonValue parent = slash < 0 ? JsonValue() : whole.pointer(pointer.first(slash));
    const QByteArray step = pointer.sliced(slash + 1).replace("~1", "/").replace("~0", "~");
    if (!value && present.isValid() && parent.isValid()) {
        return withPart(json, parent, withoutChild(parent, [&](const JsonMember &child, qsizetype index) {
                            return parent.isObject() ? child.keyEquals(step) : QByteArray::number(index) == step;
                        }));
    }
    if (!value || present.isValid())
        return {};
    if (parent.isObject())
        return withPart(json, parent, JsonText::withMember(parent.raw(), step, *value));
    if (!parent.isArray() || step != "-")
        return {};
    const bool isEmpty = parent.begin() == parent.end();
    return withPart(json, parent, parent.raw().chopped(1).toByteArray() + (isEmpty ? "" : ",") + *value + ']');
}

} // namespace Pullcord
