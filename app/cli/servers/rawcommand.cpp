// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/servers/rawcommand.h"

#include "app/cli/output.h"
#include "core/json/jsontext.h"
#include "core/mcp/validation/messagecheck.h"

#include <algorithm>
#include <array>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace Pullcord {

void RawCommand::work()
{
    connect(conversation().rpc(), &RpcConnection::eventOccurred, this, &RawCommand::onEvent);
    connect(&conversation().log(), &RequestLog::rowAdded, this, &RawCommand::onRequest);
    connect(&conversation().log(), &RequestLog::rowChanged, this, &RawCommand::onChanged);
    m_linger.setSingleShot(true);
    m_linger.callOnTimeout(this, [this] { leave(m_code); });
    if (options().messages.isEmpty()) {
        m_input = std::make_unique<QSocketNotifier>(STDIN_FILENO, QSocketNotifier::Read);
        connect(m_input.get(), &QSocketNotifier::activated, this, &RawCommand::readInput);
        return;
    }
    for (const QByteArray &message : options().messages)
        send(message);
    onAllSent();
}

void RawCommand::readInput()
{
    std::array<char, 65'536> chunk;
    const ssize_t got = ::read(STDIN_FILENO, chunk.data(), chunk.size());
    if (got > 0)
        m_line.append(chunk.data(), got);
    for (qsizetype end = m_line.indexOf('\n'); end >= 0; end = m_line.indexOf('\n')) {
        send(m_line.first(end));
        m_line.remove(0, end + 1);
    }
    if (got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN)))
        return;
    m_input->setEnabled(false);
    send(std::exchange(m_line, {}));
    onAllSent();
}

void RawCommand::send(const QByteArray &message)
{
    if (message.trimmed().isEmpty())
        return;
    const QList<TranslatableText> remarks = MessageCheck::remarks(message, conversation().client()->revision());
    for (const QString &remark : remarks)
        Output::remark(u"Sent unchanged: %1"_s.arg(Output::printable(remark)));
    conversation().rpc()->sendRaw(message);
}

void RawCommand::onAllSent()
{
    m_allSent = true;
    for (const auto &[timer, limit] :
         {std::pair{&m_patience, options().timeout}, std::pair{&m_cap, options().timeoutCap}}) {
        timer->setSingleShot(true);
        timer->callOnTimeout(this, [this, limit] { giveUp(limit); });
        if (limit.count() > 0)
            timer->start(limit);
    }
    settleDown();
}

void RawCommand::giveUp(std::chrono::milliseconds limit)
{
    if (m_awaited.isEmpty())
        return;
    const auto queued = std::count_if(m_awaited.begin(), m_awaited.end(), [this](qsizetype row) {
        return conversation().log().record(row).state == RequestState::Queued;
    });
    const QString unread =
        queued == 0 ? QString() : u"; %1 of them are still queued, since the server does not read"_s.arg(queued);
    Output::remark(
        u"No response within %1 ms to %2 of the requests%3"_s.arg(limit.count()).arg(m_awaited.size()).arg(unread));
    leave(ExitTimeout);
}

/// Ends the command when all expected responses have come, some time after the last message.
void RawCommand::settleDown()
{
    if (m_allSent && m_awaited.isEmpty())
        m_linger.start(options().linger);
    else
        m_linger.stop();
}

void RawCommand::onEvent(const Event &event)
{
    // The time of a queued message starts when it is sent, not at the end of standard input.
    if (event.kind == EventKind::Message && event.direction == Direction::ClientToServer && m_patience.isActive())
        m_patience.start();
    if (event.kind == EventKind::Message && event.direction == Direction::ServerToClient) {
        Output::resultBytes(event.bytes.contains('\n') ? JsonText::compact(event.bytes) : event.bytes);
        return;
    }
    // Also for messages other than requests, which have no row that could become Lost.
    if (event.kind == EventKind::Unsent && event.details.value("injected"_L1).toBool()) {
        m_code = ExitNoConnection;
        Output::remark(Output::printable(u"Not sent: %1"_s.arg(event.details.value("reason"_L1).toString())));
        return;
    }
    const bool isResponse = event.kind == EventKind::Http && event.details.value("step"_L1) == "response"_L1;
    const int status = event.details.value("status"_L1).toInt();
    if (isResponse && status >= 400) {
        Output::remark(Output::printable(
            u"HTTP %1 %2"_s.arg(QString::number(status), event.details.value("text"_L1).toString()).trimmed()));
    }
}

void RawCommand::onRequest(qsizetype row)
{
    const RequestRecord record = conversation().log().record(row);
    // A request whose id cannot be in a response may never get one.
    if (record.byHand && record.isOpen() && record.id.canBeAnswered())
        m_awaited.insert(row);
    settleDown();
}

void RawCommand::onChanged(qsizetype row)
{
    const RequestRecord record = conversation().log().record(row);
    if (record.isOpen() && m_awaited.contains(row) && record.progress.count > 0 && m_patience.isActive() &&
        !options().timeoutFixed)
        m_patience.start();
    if (record.isOpen() || !m_awaited.remove(row))
        return;
    if (m_patience.isActive() && !options().timeoutFixed)
        m_patience.start(); // a server may handle one request after the other
    if (record.state == RequestState::Lost) {
        m_code = ExitNoConnection;
        Output::remark(Output::printable(u"%1 was lost: %2"_s.arg(record.id.display(), record.errorMessage)));
    } else if (record.state == RequestState::Failed) {
        if (m_code == ExitOk)
            m_code = ExitPeerError;
        if (!record.errorCode)
            Output::remark(Output::printable(u"%1 was refused: %2"_s.arg(record.id.display(), record.errorMessage)));
    }
    settleDown();
}

} // namespace Pullcord
