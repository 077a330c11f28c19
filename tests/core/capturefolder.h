// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/capture.h"

#include <QDebug>
#include <QFile>
#include <QTemporaryDir>

namespace Pullcord {

/// A temporary folder for one capture file.
class CaptureFolder
{
public:
    [[nodiscard]] QString path() const { return pathOf(QStringLiteral("test.pullcord")); }
    [[nodiscard]] QString pathOf(const QString &name) const { return m_folder.filePath(name); }

    /// Null if the file cannot be created.
    [[nodiscard]] std::unique_ptr<Capture> create(const CaptureHeader &header = {}) const
    {
        auto capture = Capture::create(path(), header);
        return capture ? *std::move(capture) : nullptr;
    }
    /// Null if the file cannot be opened; prints the reason.
    [[nodiscard]] std::unique_ptr<Capture> reopen() const
    {
        auto capture = Capture::open(path());
        if (!capture)
            qInfo() << capture.error().detail;
        return capture ? *std::move(capture) : nullptr;
    }

    [[nodiscard]] QByteArray content() const
    {
        QFile file(path());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void write(const QByteArray &content) const
    {
        QFile::remove(path()); // some file systems write a file to disk at once if it is truncated and closed
        QFile file(path());
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qWarning() << "cannot write" << path(); // fails the test
    }

private:
    QTemporaryDir m_folder;
};

} // namespace Pullcord
