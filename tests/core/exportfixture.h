// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/capture.h"
#include "core/capture/export/exporter.h"
#include "core/capture/requestlog.h"

#include <memory>

namespace Pullcord {

/// A conversation to export: a handshake, a call that is cancelled and completes late, a server request without a
/// response, a batch, garbage, and the end.
class ExportFixture
{
public:
    static constexpr qint64 Ms = 1'000'000;

    ExportFixture();
    explicit ExportFixture(const CaptureHeader &header);

    /// Records an event at `time`, in ns since the start of the capture.
    void happen(Event event, qint64 time);
    [[nodiscard]] std::unique_ptr<Exporter> exporter(ExportFormat format, ExportSelection selection) const
    {
        return Exporter::create(format, *capture, *log, std::move(selection));
    }
    [[nodiscard]] std::unique_ptr<Exporter> exporter(ExportFormat format) const
    {
        return exporter(format, ExportSelection::everything(*capture));
    }
    /// Empty on failure.
    [[nodiscard]] QByteArray exported(ExportFormat format, const ExportSelection &selection) const;
    [[nodiscard]] QByteArray exported(ExportFormat format) const
    {
        return exported(format, ExportSelection::everything(*capture));
    }

    std::unique_ptr<Capture> capture;
    std::unique_ptr<RequestLog> log;
};

} // namespace Pullcord
