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

/// What the server had said, by then, of the structured content of the tool that the request at a row calls, or
/// whose task it asks for the result of: its
/// `outputSchema`, raw JSON; empty if the last list of tools before it, in the same connection, has none for it.
///
/// It reads the record and not the catalog: a call keeps what held for it, also when the list is another by now, and in a file.
/// Specification: server "Tools", "Output Schema"; spec digest 4.1.
[[nodiscard]] QByteArray outputSchemaAt(const Capture &capture, const RequestLog &log, qsizetype row);

/// The same, and the event that it stands in, for who knows which rows of the log ask for lists of tools, in order.
struct ListedSchema
{
    QByteArray schema;
    qint64 event = -1; ///< of the answer that lists the tool; -1: none does

    [[nodiscard]] static ListedSchema at(const Capture &capture, const RequestLog &log, qsizetype row,
                                         std::span<const qsizetype> lists);
};

/// What that depends on: as long as both are the same, so is the schema.
struct OutputPromise
{
    qsizetype list = -1; ///< row of the newest list that had been answered when the call was made; -1: none
    QString tool;

    [[nodiscard]] static OutputPromise at(const RequestLog &log, qsizetype row, std::span<const qsizetype> lists);
    friend bool operator==(const OutputPromise &, const OutputPromise &) = default;
    friend size_t qHash(const OutputPromise &key, size_t seed = 0) { return qHashMulti(seed, key.list, key.tool); }
};

} // namespace Pullcord
