// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QByteArrayView>
#include <QString>

namespace Pullcord {

/// The operating system's side of a capture file: who may read it, who has it open, and bytes in
/// and out.
///
/// While one is open it holds a lock that other programs can ask for, so that a file that is being
/// written is known as growing, and one that is in use is not removed. Value with one owner (move
/// only); the file closes with it.
class CaptureFile
{
public:
    /// A new file, mode 0600 from its first moment. It must not exist.
    [[nodiscard]] static Result<CaptureFile> create(const QString &path);
    /// A file without a name, which is gone when we are, however we end.
    [[nodiscard]] static Result<CaptureFile> createUnnamed();
    /// An existing file, to read; also one without a name, by its link().
    [[nodiscard]] static Result<CaptureFile> openToRead(const QString &path);
    /// Whether someone, here or in another process, has the file open as a capture.
    [[nodiscard]] static bool isInUse(const QString &path);

    CaptureFile(CaptureFile &&other) noexcept;
    CaptureFile &operator=(CaptureFile &&other) noexcept;
    ~CaptureFile();

    [[nodiscard]] const QString &path() const { return m_path; } ///< empty without a name
    /// Path for other readers in this process: path(), or for a file without a name the link of the system to it.
    [[nodiscard]] QString link() const;
    [[nodiscard]] qint64 size() const;
    /// Somebody else is writing it: it was so when we opened it, and still is.
    [[nodiscard]] bool isGrowing();
    /// Why path() does not lead to this file any more: it was removed, moved or replaced. Empty while it does, for a file
    /// without a name, and where it cannot be found out.
    [[nodiscard]] Words loss() const;

    /// Reads up to `length` bytes; fewer at the end of the file, or where it cannot be read.
    qint64 read(qint64 offset, char *into, qint64 length) const;

    struct Written
    {
        qint64 length = 0; ///< bytes that reached the file
        QString error;     ///< why not all of them did; empty on success
    };
    /// Writes behind what was written before.
    Written write(QByteArrayView bytes);
    /// Adds lines to the end of a file that was opened to read, where its last line is whole and its path still leads to
    /// it; the last newline is added.
    [[nodiscard]] std::optional<Error> addLines(QByteArrayView lines) const;
    /// Cuts the file back, as well as that can be done.
    void truncate(qint64 size);

private:
    CaptureFile(int descriptor, QString path);

    int m_descriptor = -1;
    QString m_path;
    bool m_growing = false;
};

} // namespace Pullcord
