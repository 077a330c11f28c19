// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/exporter.h"

namespace Pullcord {

/// Exports the requests as a table for spreadsheets and scripts: RFC 4180, UTF-8, a header line, then one line per
/// request. Times are in seconds, sizes in bytes; unknown values are empty.
///
/// A text that a spreadsheet would take for a formula gets a leading apostrophe, since it may come from a peer.
class CsvExporter final : public Exporter
{
public:
    using Exporter::Exporter;

private:
    [[nodiscard]] QByteArray head() const override;
    [[nodiscard]] qsizetype pieceCount() const override { return source().rowCount(); }
    [[nodiscard]] QByteArray piece(qsizetype number) override;
};

} // namespace Pullcord
