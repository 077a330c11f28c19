// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/exporter.h"
#include "core/capture/file/captureheader.h"
#include "core/capture/file/capturelinewriter.h"

namespace Pullcord {

/// Exports a capture. Copies the lines of the events unchanged, so that data unknown to this version is kept.
class CaptureExporter final : public Exporter
{
public:
    using Exporter::Exporter;

private:
    [[nodiscard]] QByteArray head() const override;
    [[nodiscard]] QByteArray piece(qsizetype number) override;

    CaptureLineWriter m_lines;
};

} // namespace Pullcord
