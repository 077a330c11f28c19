// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/sources/readingcommand.h"

#include "core/capture/formatting.h"
#include "ui/mainwindow/conversationcontroller.h"
#include "ui/views/widgets/messagebar.h"

#include <QFileInfo>

#include <algorithm>
#include <chrono>

namespace Pullcord {
using namespace std::chrono_literals;

namespace {
constexpr std::chrono::milliseconds WorthAWord = 300ms;
constexpr std::chrono::milliseconds Readable = 100ms; ///< minimum time between two updates
} // namespace

ReadingCommand::ReadingCommand(ConversationController &controller, MessageBar &bar, QObject *parent)
    : QObject(parent)
    , m_controller(controller)
    , m_bar(bar)
{
    connect(&controller, &ConversationController::changed, this, &ReadingCommand::follow);
}

ReadingCommand::~ReadingCommand() = default;

CaptureFollower *ReadingCommand::follower() const
{
    return m_controller.conversation() ? m_controller.conversation()->follower() : nullptr;
}

QString ReadingCommand::fileName() const
{
    return QFileInfo(m_controller.conversation()->capture().path()).fileName();
}

bool ReadingCommand::isRunning() const
{
    return follower() && follower()->isReading();
}

int ReadingCommand::percent() const
{
    if (!follower())
        return 100;
    const Capture &capture = m_controller.conversation()->capture();
    return int(100 * std::min(capture.bytesRead(), capture.fileSize()) / std::max<qint64>(capture.fileSize(), 1));
}

void ReadingCommand::follow()
{
    m_said.clear();
    m_since.invalidate();
    if (!follower())
        return;
    connect(follower(), &CaptureFollower::progressed, this, &ReadingCommand::showProgress);
    if (isRunning())
        showProgress();
}

void ReadingCommand::showProgress()
{
    if (!isRunning()) {
        const bool hasSaid = !std::exchange(m_said, {}).isEmpty();
        if (hasSaid && m_bar.text() == tr("Reading %1").arg(fileName()))
            m_bar.clear();
        m_since.invalidate();
        emit changed();
        if (hasSaid && m_bar.text().isEmpty())
            emit cleared();
        return;
    }
    if (!m_since.isValid()) {
        m_since.start();
        m_lastSaid.start();
        emit changed();
        return;
    }
    if (!m_since.hasExpired(WorthAWord.count()) || !m_lastSaid.hasExpired(Readable.count()))
        return;
    m_lastSaid.start();
    // If the user has closed our message or another one replaced it, only the status bar shows progress.
    if (m_said.isEmpty() || m_bar.text() == m_said) {
        m_said = tr("Reading %1").arg(fileName());
        m_bar.show(MessageBar::Kind::Info, m_said, tr("Stop"), this, [this] { stop(); });
        m_bar.setProgress(percent());
    }
    emit changed();
}

void ReadingCommand::stop()
{
    if (!isRunning())
        return;
    const int reached = percent();
    follower()->stop();
    m_bar.show(
        MessageBar::Kind::Info,
        tr("Reading was stopped at %1 % of %2. The rest of the file is not shown.")
            .arg(QString::number(reached), Formatting::byteCount(m_controller.conversation()->capture().fileSize())),
        tr("Continue Reading"), follower(), [this] { follower()->start(); });
}

} // namespace Pullcord
