// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/exporter.h"

#include "core/capture/export/captureexporter.h"
#include "core/capture/export/jsonlinesexporter.h"
#include "core/capture/export/markdownexporter.h"

#include <QFileDevice>
#include <QSaveFile>

namespace Pullcord {

using namespace Qt::StringLiterals;

Exporter::Exporter(const Capture &capture, ExportSelection selection)
    : m_capture(capture)
    , m_selection(std::move(selection))
{}

Exporter::~Exporter() = default;

std::unique_ptr<Exporter> Exporter::create(ExportFormat format, const Capture &capture, const RequestLog &log,
                                           ExportSelection selection)
{
    switch (format) {
    case ExportFormat::Capture:
        break;
    case ExportFormat::JsonLines:
        return std::make_unique<JsonLinesExporter>(capture, std::move(selection));
    case ExportFormat::Markdown:
        return std::make_unique<MarkdownExporter>(capture, log, std::move(selection));
    }
    return std::make_unique<CaptureExporter>(capture, std::move(selection));
}

Result<bool> Exporter::step(QIODevice &device, qint64 budget)
{
    while (budget > 0 && m_done < total()) {
        const QByteArray bytes = m_done == 0 ? head() : piece(m_done - 1);
        if (device.write(bytes) != bytes.size())
            return Error{ErrorKind::Io, device.errorString()};
        budget -= bytes.size();
        ++m_done;
    }
    if (m_done < total())
        return true;
    // A buffered file may learn only now that the disk is full.
    if (auto *file = qobject_cast<QFileDevice *>(&device); file && !file->flush())
        return Error{ErrorKind::Io, file->errorString()};
    return false;
}

Outcome Exporter::run(QIODevice &device)
{
    const Result<bool> left = step(device, std::numeric_limits<qint64>::max());
    if (!left)
        return left.error();
    return std::monostate();
}

Outcome Exporter::runToFile(const QString &path)
{
    QSaveFile file(path);
    const bool opened = file.open(QIODevice::WriteOnly);
    const Outcome outcome = opened ? run(file) : Outcome(Error{ErrorKind::Io, file.errorString()});
    if (!outcome)
        return Error{ErrorKind::Io, u"cannot write %1: %2"_s.arg(path, outcome.error().detail)};
    if (!file.commit())
        return Error{ErrorKind::Io, u"cannot write %1: %2"_s.arg(path, file.errorString())};
    return std::monostate();
}

} // namespace Pullcord
