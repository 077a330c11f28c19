// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/requests/completionquery.h"

#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

QByteArray CompletionQuery::contextOf(const QMap<QString, QString> &arguments)
{
    QByteArray context;
    for (auto it = arguments.begin(); it != arguments.end(); ++it)
        context = JsonText::withMember(context, it.key().toUtf8(), JsonText::quoted(it.value()));
    return context;
}

QByteArray CompletionQuery::params(Revision revision) const
{
    const bool isPrompt = of == Of::Prompt;
    const QByteArray type = JsonText::withMember({}, "type", isPrompt ? "\"ref/prompt\"" : "\"ref/resource\"");
    const QByteArray ref = JsonText::withMember(type, isPrompt ? "name" : "uri", JsonText::quoted(name));
    const QByteArray named = JsonText::withMember({}, "name", JsonText::quoted(argument));
    QByteArray params = JsonText::withMember({}, "ref", ref);
    params = JsonText::withMember(params, "argument", JsonText::withMember(named, "value", JsonText::quoted(value)));
    if (!context.isEmpty() && revision >= Revision::R2025_06_18)
        params = JsonText::withMember(params, "context", JsonText::withMember({}, "arguments", context));
    return params;
}

Result<CompletionResult> CompletionResult::from(const QByteArray &result)
{
    const JsonValue completion = JsonValue(result).member("completion");
    const JsonValue values = completion.member("values");
    if (!values.isArray())
        return Error{ErrorKind::Protocol,
                     TranslatableText::of(QT_TRANSLATE_NOOP(
                         "TranslatableText", "The response to completion/complete has no array \"values\""))};
    CompletionResult read;
    for (const JsonMember &value : values)
        read.values.append(value.value.toString());
    read.total = completion.member("total").toInteger();
    read.hasMore = completion.member("hasMore").toBool().value_or(false);
    return read;
}

} // namespace Pullcord
