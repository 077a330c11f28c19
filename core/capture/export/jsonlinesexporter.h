// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/exporter.h"

namespace Pullcord {

/// The messages that crossed the wire, one a line, byte for byte; only of those that contain a line break the white
/// space is left out.
class JsonLinesExporter final : public Exporter
{
public:
    using Exporter::Exporter;

private:
    [[nodiscard]] QByteArray head() const override { return {}; }
    [[nodiscard]] QByteArray piece(qsizetype number) override;
};

} // namespace Pullcord
