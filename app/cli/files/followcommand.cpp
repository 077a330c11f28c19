// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/files/followcommand.h"

#include "app/cli/output.h"
#include "app/cli/servers/servercommand.h"
#include "core/capture/file/captureheader.h"

#include <algorithm>
#include <chrono>
#include <csignal>

#include <poll.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

constexpr std::chrono::milliseconds LookAgain{100};
constexpr qint64 Slice = qint64(1) << 18; ///< bytes read in one turn of the event loop

/// The reader of standard output has closed its end.
bool isUnread()
{
    pollfd output{STDOUT_FILENO, 0, 0};
    return ::poll(&output, 1, 0) > 0 && (output.revents & (POLLERR | POLLNVAL)) != 0;
}

} // namespace

FollowCommand::FollowCommand(CliOptions options)
    : m_options(std::move(options))
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &FollowCommand::look);
}

FollowCommand::~FollowCommand() = default;

void FollowCommand::start()
{
    std::signal(SIGPIPE, SIG_IGN); // without a reader, a write fails instead
    Result<CaptureFile> file = CaptureFile::openToRead(m_options.files.constFirst());
    if (!file)
        return fail(file.error().detail);
    m_file = *std::move(file);
    look();
}

void FollowCommand::interrupt()
{
    end(ExitInterrupted);
}

void FollowCommand::look()
{
    const bool isWritten = m_file->isGrowing(); // before the last bytes are read
    m_wasWritten = m_wasWritten || isWritten;
    const Result<bool> news = m_begun ? readMore() : begin(isWritten);
    if (!news)
        return fail(news.error().detail);
    if (!Output::written()) // main() reports it
        return end(ExitFile);
    if (isUnread())
        return fail(u"standard output no longer has a reader"_s);
    if (!*news) {
        if (const TranslatableText loss = m_file->loss(); !loss.isEmpty())
            return fail(u"%1: %2"_s.arg(m_file->path(), loss));
        if (m_wasWritten && !isWritten) {
            Output::remark(u"The program that wrote %1 has closed it"_s.arg(m_file->path()));
            return end(ExitOk);
        }
    }
    m_timer.start(*news ? std::chrono::milliseconds(0) : LookAgain);
}

/// Takes the first line. False if it has not come yet.
Result<bool> FollowCommand::begin(bool isWritten)
{
    const QByteArray line = CaptureHeader::lineOf(*m_file);
    const bool isWhole = line.size() < m_file->size();
    if (!isWhole && line.size() < CaptureHeader::MaxLength && (line.isEmpty() || isWritten))
        return false;
    Result<CaptureHeader> header = CaptureHeader::fromLine(line);
    if (!header)
        return Error{ErrorKind::Io, u"%1: %2"_s.arg(m_file->path(), header.error().detail)};
    if (!m_options.fromStart) {
        header->others.insert(u"excerpt"_s, true); // earlier events may be missing
        Output::resultPiece(header->toLine() + '\n');
        m_position = std::max(qint64(line.size()) + 1, endOfLastLine());
    }
    m_begun = true;
    return true;
}

qint64 FollowCommand::endOfLastLine() const
{
    QByteArray bytes;
    for (qint64 at = m_file->size(); at > 0;) {
        const qint64 from = std::max<qint64>(0, at - Slice);
        bytes.resize(qsizetype(at - from));
        bytes.resize(qsizetype(m_file->read(from, bytes.data(), bytes.size())));
        if (const qsizetype newline = bytes.lastIndexOf('\n'); newline >= 0)
            return from + newline + 1;
        at = from;
    }
    return 0;
}

/// Prints the next slice. False if there is nothing to print.
Result<bool> FollowCommand::readMore()
{
    const qint64 size = m_file->size();
    if (size < m_position) {
        return Error{ErrorKind::Io, u"%1 was shortened from %2 to %3 bytes"_s.arg(
                                        m_file->path(), QString::number(m_position), QString::number(size))};
    }
    QByteArray bytes(qsizetype(std::min(Slice, size - m_position)), Qt::Uninitialized);
    bytes.resize(qsizetype(m_file->read(m_position, bytes.data(), bytes.size())));
    m_position += bytes.size();
    if (!bytes.isEmpty())
        Output::resultPiece(bytes);
    return !bytes.isEmpty();
}

void FollowCommand::fail(const QString &why)
{
    Output::remark(u"pullcord-cli: "_s + why);
    end(ExitFile);
}

void FollowCommand::end(int exitCode)
{
    m_timer.stop();
    emit finished(exitCode);
}

} // namespace Pullcord
