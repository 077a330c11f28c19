// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/clientoptions.h"

#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"

#include <QJsonDocument>

namespace Pullcord {

QByteArray ClientOptions::clientInfo() const
{
    const QByteArray named = JsonText::withMember({}, "name", JsonText::quoted(name));
    return JsonText::withMember(named, "version", JsonText::quoted(version));
}

QByteArray ClientOptions::withMeta(const QByteArray &params, Revision inUse) const
{
    const JsonValue given = JsonValue(params).member("_meta");
    if (given.isValid() && !given.isObject())
        return params; // sent unchanged, to test the server's reaction
    QByteArray meta = given.raw().toByteArray();
    const auto add = [&](QByteArrayView member, const QByteArray &value) {
        if (!given.member(member).isValid())
            meta = JsonText::withMember(meta, member, value);
    };
    add("io.modelcontextprotocol/protocolVersion", JsonText::quoted(QString(nameOf(inUse))));
    add("io.modelcontextprotocol/clientInfo", clientInfo());
    add("io.modelcontextprotocol/clientCapabilities", QJsonDocument(modernCapabilities).toJson(QJsonDocument::Compact));
    if (logLevel)
        add("io.modelcontextprotocol/logLevel", JsonText::quoted(QString(nameOf(*logLevel))));
    return JsonText::withMember(params, "_meta", meta);
}

} // namespace Pullcord
