// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/exporter.h"
#include "core/rpc/requestrecord.h"

namespace Pullcord {

struct CaptureEntry;

/// A report for an issue tracker: who talked to whom, a table of the requests, and then every event with its message
/// pretty-printed; what came late is marked.
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
