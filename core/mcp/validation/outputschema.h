// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QHash>
#include <QString>

#include <span>

namespace Pullcord {

class Capture;
class RequestLog;

/// Output schema (raw JSON) that the server had declared for the tool of a call at that time. The row is that of the
/// call, or of a request for the result of its task. Empty if the last list of tools before the call, in the same
/// connection, has no schema for the tool.
///
/// It reads the capture and not the catalog. So a call keeps the schema that applied to it, even after the list has
/// changed, and in a file.
/// Specification: server "Tools", "Output Schema"; spec digest 4.1.
[[nodiscard]] QByteArray outputSchemaAt(const Capture &capture, const RequestLog &log, qsizetype row);

/// The same schema, with the event that contains it. `lists` are the rows of the log that request lists of tools, in
/// order.
struct ListedSchema
{
    QByteArray schema;
    qint64 event = -1; ///< the response that lists the tool; -1: none does

    [[nodiscard]] static ListedSchema at(const Capture &capture, const RequestLog &log, qsizetype row,
                                         std::span<const qsizetype> lists);
};

/// Key of that schema: the schema is the same while both members are.
struct OutputPromise
{
    qsizetype list = -1; ///< row of the newest list that had its response before the call; -1: none
    QString tool;

    [[nodiscard]] static OutputPromise at(const RequestLog &log, qsizetype row, std::span<const qsizetype> lists);
    friend bool operator==(const OutputPromise &, const OutputPromise &) = default;
    friend size_t qHash(const OutputPromise &key, size_t seed = 0) { return qHashMulti(seed, key.list, key.tool); }
};

} // namespace Pullcord
