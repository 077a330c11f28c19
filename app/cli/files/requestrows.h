// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/texttable.h"

#include <QByteArray>

#include <optional>

namespace Pullcord {
struct RequestRecord;
}

/// Formats a request of a log as a table row, or as a JSON object.
namespace Pullcord::RequestRows {

[[nodiscard]] QList<TextTable::Column> columns();
/// `row` is its row in the log, `now` the current time of the capture in ns; none without times.
/// `hasEnded`: the capture grows no more.
[[nodiscard]] QStringList cells(const RequestRecord &record, qsizetype row, std::optional<qint64> now, bool hasEnded);
[[nodiscard]] QByteArray json(const RequestRecord &record, qsizetype row, std::optional<qint64> now);
/// Returns e.g. "→ tools/call echo".
[[nodiscard]] QString title(const RequestRecord &record);
/// Returns the time in ms as a JSON number.
[[nodiscard]] QByteArray milliseconds(qint64 ns);

} // namespace Pullcord::RequestRows
