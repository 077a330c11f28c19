// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/exporter.h"

#include <QSaveFile>

#include <functional>

namespace Pullcord {

/// A file that an export goes to, a slice at a time: for its owner's eyes only, like a capture (mode 0600, also where it
/// replaces a file that others could read), and in its place only when all has gone well. Given up before that, it leaves
/// nothing behind.
///
/// Plain class. Errors are of kind Io, and do not repeat the path.
class ExportFile
{
public:
    /// Begins. Refused are a path that is something else than a regular file, and the file that the capture itself is.
    [[nodiscard]] static Result<std::unique_ptr<ExportFile>> create(const QString &path,
                                                                    std::unique_ptr<Exporter> exporter);

    [[nodiscard]] QString path() const { return m_file.fileName(); }
    [[nodiscard]] const Exporter &exporter() const { return *m_exporter; }

    /// Writes on, until about `budget` more bytes are written. False when everything is: commit() is next.
    Result<bool> step(qint64 budget);

    /// What waits until the disk has what was written so far, which can take a second for a gigabyte. It may run in any thread,
    /// also when this is gone; commit() has little to wait for afterwards.
    [[nodiscard]] std::function<void()> syncing() const;
    /// Puts the file in its place.
    [[nodiscard]] std::optional<Error> commit();

private:
    ExportFile(const QString &path, std::unique_ptr<Exporter> exporter);

    std::unique_ptr<Exporter> m_exporter;
    QSaveFile m_file;
};

} // namespace Pullcord
