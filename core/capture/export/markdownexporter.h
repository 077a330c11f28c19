// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/exporter.h"
#include "core/rpc/requestrecord.h"

namespace Pullcord {

struct CaptureEntry;

/// Exports a report for an issue tracker: the two sides, a table of the requests, and every event with its message
/// pretty-printed; late ones are marked.
class MarkdownExporter final : public Exporter
{
public:
    using Exporter::Exporter;

private:
    [[nodiscard]] QByteArray head() const override;
    [[nodiscard]] qsizetype pieceCount() const override;
    [[nodiscard]] QByteArray piece(qsizetype number) override;

    [[nodiscard]] QByteArray findings() const;
    [[nodiscard]] QByteArray requestLine(qsizetype row) const;
    [[nodiscard]] QByteArray eventBlock(qsizetype index) const;
};

} // namespace Pullcord
