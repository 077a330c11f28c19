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

/// The JSON Schema of a revision of MCP: what a message of it must look like. Compiled piece by piece, when it is needed.
///
/// Plain class; one for each revision, made at first use and kept. What the published schemas get wrong is mended: see
/// core/mcp/schemas/README.md. Specification: schema/<revision>/schema.json.
class McpSchema
{
public:
    [[nodiscard]] static McpSchema &of(Revision revision);

    /// What is wrong with a message (one that JsonChecker takes), and where in it. Of a response only its frame is looked at where
    /// `answered`, the method of its request, is empty or unknown. Methods that the revision does not know are looked at as
    /// any request or notification.
    /// The last verdicts are kept: a rule of the findings and a row of a table ask for that of the same message.
    [[nodiscard]] QList<JsonSchemaError> check(const QByteArray &message, const QByteArray &answered = {});
    [[nodiscard]] bool knows(const QByteArray &method) const { return m_byMethod.contains(method); }
    /// Number of messages that check() had no verdict of yet.
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
    QByteArray m_definitions;                  ///< "$defs", or "definitions" in the older ones
    QHash<QByteArray, QByteArray> m_byMethod;  ///< the definition of a request or notification
    QSet<QByteArray> m_names;                  ///< of all definitions
    std::map<QByteArray, JsonSchema> m_pieces; ///< compiled, by the name of the definition
    QCache<Asked, QList<JsonSchemaError>> m_verdicts{MostKept};
    qsizetype m_validated = 0;
};

} // namespace Pullcord
