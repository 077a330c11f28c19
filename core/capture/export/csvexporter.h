// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/exporter.h"

namespace Pullcord {

/// The requests as a table for spreadsheets and scripts: RFC 4180, UTF-8, one line of names, then one a request. Times are in
/// seconds, sizes in bytes; what is not known is empty.
///
/// A text that a spreadsheet would take for a formula begins with an apostrophe here: it may be a stranger's.
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
