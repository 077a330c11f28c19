// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/exporter.h"

namespace Pullcord {

/// Exports the messages on the wire, one per line, byte for byte. Only a message with a line break loses its white
/// space.
class JsonLinesExporter final : public Exporter
{
public:
    using Exporter::Exporter;

private:
    [[nodiscard]] QByteArray head() const override { return {}; }
    [[nodiscard]] QByteArray piece(qsizetype number) override;
};

} // namespace Pullcord
