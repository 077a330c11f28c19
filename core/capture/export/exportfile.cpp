// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/exportfile.h"

#include "core/capture/capture.h"
#include "core/capture/file/capturestore.h"

#include <QFileInfo>

#include <unistd.h>

namespace Pullcord {

using namespace Qt::StringLiterals;

ExportFile::ExportFile(const QString &path, std::unique_ptr<Exporter> exporter)
    : m_exporter(std::move(exporter))
    , m_file(path)
{}

Result<std::unique_ptr<ExportFile>> ExportFile::create(const QString &path, std::unique_ptr<Exporter> exporter)
{
    const QFileInfo target(path);
    const QString own = exporter->readFrom();
    if (!own.isEmpty() && CaptureStore::isSameFile(path, own))
        return Error{ErrorKind::Io,
                     TranslatableText::of(QT_TRANSLATE_NOOP(
                         "TranslatableText", "the open conversation is read from this file; choose another file"))};
    // A QSaveFile would replace a device or a pipe by a file.
    if (target.exists() && !target.isFile() && !target.isDir())
        return Error{ErrorKind::Io,
                     TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "it is not a regular file"))};

    std::unique_ptr<ExportFile> file(new ExportFile(path, std::move(exporter)));
    constexpr QFileDevice::Permissions OwnerOnly = QFileDevice::ReadOwner | QFileDevice::WriteOwner;
    // Nothing has been written yet that others could have read.
    if (!file->m_file.open(QIODevice::WriteOnly) || !file->m_file.setPermissions(OwnerOnly))
        return Error{ErrorKind::Io, file->m_file.errorString()};
    return file;
}

Result<bool> ExportFile::step(qint64 budget)
{
    return m_exporter->step(m_file, budget);
}

std::function<void()> ExportFile::syncing() const
{
    return [descriptor = dup(m_file.handle())] {
        fsync(descriptor); // a failure is reported by the commit, too
        close(descriptor);
    };
}

std::optional<Error> ExportFile::commit()
{
    if (m_file.commit())
        return {};
    return Error{ErrorKind::Io, m_file.errorString()};
}

} // namespace Pullcord
