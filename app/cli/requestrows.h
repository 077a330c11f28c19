// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/texttable.h"

#include <QByteArray>

#include <optional>

namespace Pullcord {
struct RequestRecord;
}

/// A request of a log as a row for people, or as a JSON object for machines.
namespace Pullcord::RequestRows {

[[nodiscard]] QList<TextTable::Column> columns();
/// `row` is its place in the log, `now` the capture's present, in ns; none where nobody has written down when anything happened.
[[nodiscard]] QStringList cells(const RequestRecord &record, qsizetype row, std::optional<qint64> now);
[[nodiscard]] QByteArray json(const RequestRecord &record, qsizetype row, std::optional<qint64> now);
/// "→ tools/call echo"
[[nodiscard]] QString title(const RequestRecord &record);
/// In ms, as a JSON number.
[[nodiscard]] QByteArray milliseconds(qint64 ns);

} // namespace Pullcord::RequestRows
