// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonschema.h"
#include "core/mcp/revision.h"
#include "core/rpc/event.h"
#include "core/translatabletext.h"

#include <QHash>
#include <QSet>

#include <initializer_list>
#include <map>
#include <optional>

namespace Pullcord {

class Capture;
class RequestLog;

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
    /// Number of messages that check() has validated.
    [[nodiscard]] qsizetype validated() const { return m_validated; }

private:
    explicit McpSchema(Revision revision);

    [[nodiscard]] QByteArray frameOf(const JsonValue &message) const;
    [[nodiscard]] QByteArray resultOf(const JsonValue &result, const QByteArray &answered) const;
    [[nodiscard]] QByteArray firstDefined(std::initializer_list<QByteArrayView> names) const;
    [[nodiscard]] QList<JsonSchemaError> checkAs(const QByteArray &definition, const JsonValue &value);

    QByteArray m_text;
    QByteArray m_definitions;                  ///< "$defs", or "definitions" in older revisions
    QHash<QByteArray, QByteArray> m_byMethod;  ///< definitions of requests and notifications
    QSet<QByteArray> m_names;                  ///< names of all definitions
    std::map<QByteArray, JsonSchema> m_pieces; ///< compiled, by name of the definition
    qsizetype m_validated = 0;
};

/// Returns the MCP revision of the message at `index` in the capture: the one that the message or its request names,
/// else the one agreed on in the handshake of its connection by then. None if unknown.
///
/// A handshake is at the beginning of its connection, so only the first 64 requests are examined.
/// Specification: basic/lifecycle "Version Negotiation"; 2026-07-28 basic "_meta".
[[nodiscard]] std::optional<Revision> revisionAt(const Capture &capture, const RequestLog &log, qsizetype index);

/// Result of checking a message against the schema of its MCP revision, as text. A value.
/// Specification: schema/<revision>/schema.json.
struct SchemaVerdict
{
    enum class Kind : quint8 {
        NotChecked,
        Valid,
        Violated,
        Undecided, ///< the check was stopped
    };
    struct Place
    {
        QString pointer;          ///< JSON Pointer in the message
        TranslatableText message; ///< expected value
        friend bool operator==(const Place &, const Place &) = default;
    };

    /// A longer message is not checked, since the window waits during the check.
    static constexpr qsizetype Longest = 1'000'000;

    Kind kind = Kind::NotChecked;
    TranslatableText sentence;
    QList<Place> places; ///< places of the faults

    /// Checks a message that has passed JsonChecker. `answered` is the method of the request if the message is a
    /// response. A request of a server that must not send any is always a violation.
    [[nodiscard]] static SchemaVerdict of(const QByteArray &message, const QByteArray &answered,
                                          std::optional<Revision> revision, Direction direction = Direction::None);
};

} // namespace Pullcord
