// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/exporter.h"

#include <QSaveFile>

#include <functional>

namespace Pullcord {

/// Target file of an export, written in slices. Its mode is 0600, even if it replaces a file that others could read. It
/// appears at its path only after a successful commit(); otherwise nothing is left behind.
///
/// Plain class. Errors are of kind Io, without the path.
class ExportFile
{
public:
    /// Starts writing. Refuses a path that is not a regular file, and the file of the capture itself.
    [[nodiscard]] static Result<std::unique_ptr<ExportFile>> create(const QString &path,
                                                                    std::unique_ptr<Exporter> exporter);

    [[nodiscard]] QString path() const { return m_file.fileName(); }
    [[nodiscard]] const Exporter &exporter() const { return *m_exporter; }

    /// Writes about `budget` more bytes. Returns false when everything is written and commit() is next.
    Result<bool> step(qint64 budget);

    /// Returns a function that waits until the disk has stored the written data, which may take a second per gigabyte.
    /// It may run in any thread and may outlive this object. commit() then has little to wait for.
    [[nodiscard]] std::function<void()> syncing() const;
    /// Moves the file to its path.
    [[nodiscard]] std::optional<Error> commit();

private:
    ExportFile(const QString &path, std::unique_ptr<Exporter> exporter);

    std::unique_ptr<Exporter> m_exporter;
    QSaveFile m_file;
};

} // namespace Pullcord
