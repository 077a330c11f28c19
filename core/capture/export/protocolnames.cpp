// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/protocolnames.h"

#include <QByteArray>
#include <QByteArrayList>
#include <QSet>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

QSet<QByteArray> wordsIn(const char *text)
{
    const QByteArrayList words = QByteArray(text).split(' ');
    return {words.begin(), words.end()};
}

} // namespace

bool isProtocolName(QStringView name)
{
    static const QSet<QByteArray> OfMcp = wordsIn(
        "$schema _meta action additionalProperties annotations anyOf argument arguments audience blob cacheScope call "
        "cancel capabilities clientInfo code completion completions const content contents context costPriority create "
        "createMessage createdAt cursor data default description destructiveHint elicitation elicitationId "
        "elicitations "
        "enum enumNames error execution experimental extensions form format hasMore hints icons id idempotentHint "
        "includeContext input inputRequests inputResponses inputSchema instructions intelligencePriority isError items "
        "jsonrpc lastModified lastUpdatedAt level list listChanged logger logging maxItems maxLength maxTokens maximum "
        "message messages metadata method mimeType minItems minLength minimum mode model modelPreferences name "
        "nextCursor notifications oneOf openWorldHint outputSchema params pollInterval priority progress progressToken "
        "prompts promptsListChanged properties protocolVersion readOnlyHint reason ref requestId requestState "
        "requested "
        "requestedSchema requests required requiredCapabilities resource resourceSubscriptions resourceTemplates "
        "resources resourcesListChanged result resultType role roots sampling serverInfo size sizes speedPriority src "
        "status statusMessage stopReason stopSequences structuredContent subscribe supported supportedVersions "
        "systemPrompt task taskId taskSupport tasks temperature text theme title toolChoice toolUseId tools "
        "toolsListChanged total ttl ttlMs type uri uriTemplate url value values version websiteUrl");
    static const QSet<QByteArray> OfJsonSchema = wordsIn(
        "$anchor $comment $defs $dynamicAnchor $dynamicRef $id $ref $vocabulary allOf contains contentEncoding "
        "contentMediaType contentSchema definitions dependencies dependentRequired dependentSchemas deprecated else "
        "examples exclusiveMaximum exclusiveMinimum if maxContains maxProperties minContains minProperties multipleOf "
        "not pattern patternProperties prefixItems propertyNames readOnly then unevaluatedItems unevaluatedProperties "
        "uniqueItems writeOnly");
    const QByteArray utf8 = name.toUtf8();
    return OfMcp.contains(utf8) || OfJsonSchema.contains(utf8) || name.startsWith("io.modelcontextprotocol/"_L1);
}

} // namespace Pullcord
