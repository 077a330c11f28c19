// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QByteArrayView>
#include <QString>

namespace Pullcord {

/// A capture file of the operating system: permissions, lock, reading and writing.
///
/// An open file holds a lock that other processes can test. They see a file that is being written as growing, and do
/// not remove a file in use. Move-only value; closes the file in its destructor.
class CaptureFile
{
public:
    /// Creates a file with mode 0600 from the start. It must not exist.
    [[nodiscard]] static Result<CaptureFile> create(const QString &path);
    /// Creates an unnamed file, which disappears when this process ends, in whatever way.
    [[nodiscard]] static Result<CaptureFile> createUnnamed();
    /// Opens an existing file to read; also an unnamed one, by its link().
    [[nodiscard]] static Result<CaptureFile> openToRead(const QString &path);
    /// True if any process has the file open as a capture.
    [[nodiscard]] static bool isInUse(const QString &path);

    CaptureFile(CaptureFile &&other) noexcept;
    CaptureFile &operator=(CaptureFile &&other) noexcept;
    ~CaptureFile();

    [[nodiscard]] const QString &path() const { return m_path; } ///< empty for an unnamed file
    /// Returns a path for other readers in this process: path(), or the system's link to an unnamed file.
    [[nodiscard]] QString link() const;
    [[nodiscard]] qint64 size() const;
    /// True if another process was writing the file when it was opened, and still is.
    [[nodiscard]] bool isGrowing();
    /// Returns the reason why path() no longer names this file: it was removed, moved or replaced. Empty if it does,
    /// for an unnamed file, or if unknown.
    [[nodiscard]] TranslatableText loss() const;

    /// Reads up to `length` bytes. Returns fewer at the end of the file, or on an error.
    qint64 read(qint64 offset, char *into, qint64 length) const;

    /// Result of a write.
    struct Written
    {
        qint64 length = 0; ///< bytes written to the file
        QString error;     ///< reason if not all were written; empty on success
    };
    /// Appends bytes.
    Written write(QByteArrayView bytes);
    /// Replaces bytes of a file that is being written; ignores errors.
    void overwrite(qint64 offset, QByteArrayView bytes);
    /// Appends lines, and a final newline, to a file that was opened to read. Fails if its last line is incomplete, or
    /// if its path names another file now.
    [[nodiscard]] std::optional<Error> addLines(QByteArrayView lines) const;
    /// Truncates the file; ignores errors.
    void truncate(qint64 size);

private:
    CaptureFile(int descriptor, QString path);

    int m_descriptor = -1;
    QString m_path;
    bool m_growing = false;
};

} // namespace Pullcord
