// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/mcperror.h"

#include "core/json/jsonvalue.h"
#include "core/rpc/errorcodes.h"

using namespace Qt::StringLiterals;

namespace Pullcord::McpError {

QStringList versionsNamedBy(const Error &refusal)
{
    QStringList versions;
    for (const JsonMember &version : JsonValue(refusal.data).pointer("/data/supported"))
        versions.append(version.value.toString());
    return versions;
}

QList<Revision> revisionsNamedBy(const Error &refusal)
{
    const QString text = refusal.detail + u'\n' + QString::fromUtf8(refusal.data);
    QList<Revision> named;
    for (const Revision revision : allRevisions()) {
        if (text.contains(nameOf(revision)))
            named.prepend(revision);
    }
    return named;
}

bool hasCode(const Error &refusal)
{
    return JsonValue(refusal.data).member("code").toInteger().has_value();
}

TranslatableText explained(const Error &error)
{
    const QString versions = versionsNamedBy(error).join(u", "_s);
    if (!versions.isEmpty() && !error.detail.contains(versions))
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 (the server supports %2)"), error.detail,
                                    versions);
    if (error.code != ErrorCode::MissingClientCapability)
        return error.detail;
    QStringList missing;
    for (const JsonMember &capability : JsonValue(error.data).pointer("/data/requiredCapabilities"))
        missing.append(JsonValue(capability.rawKey).toString());
    if (missing.isEmpty())
        return error.detail;
    return TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText", "%1 (the server requires the client capabilities: %2)"), error.detail,
        missing.join(u", "_s));
}

} // namespace Pullcord::McpError
