// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/file/capturefile.h"

#include <QDir>
#include <QFile>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

constexpr QLatin1StringView Links("/proc/self/fd/"); ///< links to the open files of this process

Error ioError(const QString &what, const QString &path)
{
    return {ErrorKind::Io, TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 %2: %3"), what, path,
                                                qt_error_string(errno))};
}

/// Takes a shared lock; returns false while another process writes the file.
bool isShared(int descriptor)
{
    return ::flock(descriptor, LOCK_SH | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

bool isSame(const struct stat &one, const struct stat &other)
{
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

/// True if both descriptors refer to one file.
bool isSame(int one, int other)
{
    struct stat first = {};
    struct stat second = {};
    return ::fstat(one, &first) == 0 && ::fstat(other, &second) == 0 && isSame(first, second);
}

int openFile(const QString &path, int flags)
{
    int descriptor = -1;
    do {
        descriptor = ::open(QFile::encodeName(path).constData(), flags | O_CLOEXEC, 0600);
    } while (descriptor < 0 && errno == EINTR);
    return descriptor;
}

/// Locks the file against other writers, and ignores SIGXFSZ, so that a write beyond RLIMIT_FSIZE fails instead of
/// ending the program.
void prepareToWrite(int descriptor)
{
    std::signal(SIGXFSZ, SIG_IGN);
    ::flock(descriptor, LOCK_EX | LOCK_NB);
}

} // namespace

CaptureFile::CaptureFile(int descriptor, QString path)
    : m_descriptor(descriptor)
    , m_path(std::move(path))
{}

CaptureFile::CaptureFile(CaptureFile &&other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1))
    , m_path(std::move(other.m_path))
    , m_growing(other.m_growing)
{}

CaptureFile &CaptureFile::operator=(CaptureFile &&other) noexcept
{
    std::swap(m_descriptor, other.m_descriptor);
    m_path.swap(other.m_path);
    std::swap(m_growing, other.m_growing);
    return *this;
}

CaptureFile::~CaptureFile()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

Result<CaptureFile> CaptureFile::create(const QString &path)
{
    const int descriptor = openFile(path, O_RDWR | O_APPEND | O_CREAT | O_EXCL);
    if (descriptor < 0)
        return ioError(u"cannot create"_s, path);
    prepareToWrite(descriptor);
    return CaptureFile(descriptor, path);
}

Result<CaptureFile> CaptureFile::createUnnamed()
{
    const QString folder = QDir::tempPath();
#ifdef O_TMPFILE
    if (const int descriptor = openFile(folder, O_RDWR | O_APPEND | O_TMPFILE); descriptor >= 0) {
        prepareToWrite(descriptor);
        return CaptureFile(descriptor, {});
    }
#endif
    // Some file systems do not support unnamed files.
    QByteArray name = QFile::encodeName(folder + u"/pullcord-XXXXXX"_s);
    const int descriptor = ::mkostemp(name.data(), O_APPEND | O_CLOEXEC);
    if (descriptor < 0)
        return ioError(u"cannot create a temporary file in"_s, folder);
    ::unlink(name.constData());
    prepareToWrite(descriptor);
    return CaptureFile(descriptor, {});
}

Result<CaptureFile> CaptureFile::openToRead(const QString &path)
{
    // Opening or reading a pipe or a terminal would block.
    const int descriptor = openFile(path, O_RDONLY | O_NONBLOCK);
    if (descriptor < 0)
        return ioError(u"cannot open"_s, path);
    CaptureFile file(descriptor, path.startsWith(Links) ? QString() : path);
    struct stat status = {};
    if (::fstat(descriptor, &status) != 0)
        return ioError(u"cannot open"_s, path);
    if (S_ISDIR(status.st_mode))
        return Error{ErrorKind::Io, TranslatableText::of(
                                        QT_TRANSLATE_NOOP("TranslatableText", "cannot open %1: it is a folder"), path)};
    if (!S_ISREG(status.st_mode))
        return Error{ErrorKind::Io,
                     TranslatableText::of(
                         QT_TRANSLATE_NOOP("TranslatableText", "cannot open %1: it is not a regular file"), path)};
    file.m_growing = !isShared(descriptor);
    return file;
}

void CaptureFile::overwrite(qint64 offset, QByteArrayView bytes)
{
    // On Linux pwrite() appends to a file that was opened to append.
    const int flags = ::fcntl(m_descriptor, F_GETFL);
    if (flags < 0 || ::fcntl(m_descriptor, F_SETFL, flags & ~O_APPEND) != 0)
        return;
    [[maybe_unused]] const ssize_t written = ::pwrite(m_descriptor, bytes.data(), size_t(bytes.size()), offset);
    ::fcntl(m_descriptor, F_SETFL, flags);
}

QString CaptureFile::link() const
{
    return m_path.isEmpty() ? Links + QString::number(m_descriptor) : m_path;
}

bool CaptureFile::isInUse(const QString &path)
{
    const int descriptor = openFile(path, O_RDONLY | O_NONBLOCK);
    if (descriptor < 0)
        return false;
    const bool taken = ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    ::close(descriptor);
    return taken;
}

std::optional<Error> CaptureFile::addLines(QByteArrayView lines) const
{
    // The path may name something else now; opening a pipe would block.
    CaptureFile file(openFile(m_path, O_RDWR | O_APPEND | O_NONBLOCK), m_path);
    if (file.m_descriptor < 0)
        return ioError(u"cannot write"_s, m_path);
    std::signal(SIGXFSZ, SIG_IGN); // as in prepareToWrite(), which would change the lock
    if (!isSame(m_descriptor, file.m_descriptor)) {
        return Error{
            ErrorKind::Io,
            TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText", "cannot write %1: it was replaced by another file"), m_path)};
    }
    char last = 0;
    const qint64 size = file.size();
    if (file.read(size - 1, &last, 1) != 1 || last != '\n') {
        return Error{
            ErrorKind::Io,
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "cannot write %1: its last line is incomplete"),
                                 m_path)};
    }
    const Written written = file.write(lines.toByteArray() + '\n');
    if (written.error.isEmpty())
        return {};
    if (file.size() == size + written.length) // other writers may have appended in between
        file.truncate(size);
    return Error{ErrorKind::Io, TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "cannot write %1: %2"),
                                                     m_path, written.error)};
}

bool CaptureFile::isGrowing()
{
    m_growing = m_growing && !isShared(m_descriptor);
    return m_growing;
}

TranslatableText CaptureFile::loss() const
{
    struct stat ours = {};
    struct stat there = {};
    if (m_path.isEmpty() || ::fstat(m_descriptor, &ours) != 0)
        return {};
    if (::stat(QFile::encodeName(m_path).constData(), &there) == 0)
        return isSame(ours, there)
                   ? TranslatableText()
                   : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "it was replaced by another file"));
    if (errno != ENOENT && errno != ENOTDIR)
        return {};
    return ours.st_nlink == 0
               ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the file was removed"))
               : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the file was moved or renamed"));
}

qint64 CaptureFile::size() const
{
    struct stat status = {};
    return ::fstat(m_descriptor, &status) == 0 ? qint64(status.st_size) : 0;
}

qint64 CaptureFile::read(qint64 offset, char *into, qint64 length) const
{
    qint64 done = 0;
    while (done < length) {
        const ssize_t got = ::pread(m_descriptor, into + done, size_t(length - done), off_t(offset + done));
        if (got == 0 || (got < 0 && errno != EINTR))
            break;
        if (got > 0)
            done += got;
    }
    return done;
}

// NOLINTNEXTLINE(readability-make-member-function-const): what is behind the descriptor changes
CaptureFile::Written CaptureFile::write(QByteArrayView bytes)
{
    Written written;
    while (written.length < bytes.size()) {
        const QByteArrayView rest = bytes.sliced(written.length);
        const ssize_t put = ::write(m_descriptor, rest.data(), size_t(rest.size()));
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0) {
            written.error = qt_error_string(put < 0 ? errno : ENOSPC);
            break;
        }
        written.length += put;
    }
    return written;
}

// NOLINTNEXTLINE(readability-make-member-function-const): likewise
void CaptureFile::truncate(qint64 size)
{
    // If it fails, the file ends in a cut line, which every reader accepts.
    [[maybe_unused]] const int ignored = ::ftruncate(m_descriptor, off_t(size));
}

} // namespace Pullcord
