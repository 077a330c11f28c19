// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonschema.h"
#include "core/mcp/revision.h"

#include <QCache>
#include <QSet>

#include <initializer_list>
#include <map>

namespace Pullcord {

/// The JSON Schema of the messages of one MCP revision, compiled in pieces on demand.
///
/// A plain class; one for each revision, created at first use and kept. Errors in the published schemas are corrected:
/// see core/mcp/schemas/README.md. Specification: schema/<revision>/schema.json.
class McpSchema
{
public:
    [[nodiscard]] static McpSchema &of(Revision revision);

    /// Returns the faults of a message that JsonChecker accepts, with their places. If `answered`, the method of the
    /// request, is empty or unknown, only the frame of a response is checked. Methods unknown to the revision are
    /// checked as generic requests or notifications.
    [[nodiscard]] QList<JsonSchemaError> check(const QByteArray &message, const QByteArray &answered = {});
    [[nodiscard]] bool knows(const QByteArray &method) const { return m_byMethod.contains(method); }
    /// Number of messages that check() has validated, without those whose verdict was kept.
    [[nodiscard]] qsizetype validated() const { return m_validated; }

private:
    struct Asked
    {
        QByteArray message;
        QByteArray answered;
        friend bool operator==(const Asked &, const Asked &) = default;
        friend size_t qHash(const Asked &asked, size_t seed) { return qHashMulti(seed, asked.message, asked.answered); }
    };
    static constexpr qsizetype MostKept = 1 << 20; ///< bytes of messages

    explicit McpSchema(Revision revision);

    [[nodiscard]] QList<JsonSchemaError> validate(const QByteArray &message, const QByteArray &answered);
    [[nodiscard]] QByteArray frameOf(const JsonValue &message) const;
    [[nodiscard]] QByteArray resultOf(const JsonValue &result, const QByteArray &answered) const;
    [[nodiscard]] QByteArray firstDefined(std::initializer_list<QByteArrayView> names) const;
    [[nodiscard]] QList<JsonSchemaError> checkAs(const QByteArray &definition, const JsonValue &value);

    QByteArray m_text;
    QByteArray m_definitions;                  ///< "$defs", or "definitions" in older revisions
    QHash<QByteArray, QByteArray> m_byMethod;  ///< definitions of requests and notifications
    QSet<QByteArray> m_names;                  ///< names of all definitions
    std::map<QByteArray, JsonSchema> m_pieces; ///< compiled, by name of the definition
    QCache<Asked, QList<JsonSchemaError>> m_verdicts{MostKept};
    qsizetype m_validated = 0;
};

} // namespace Pullcord
