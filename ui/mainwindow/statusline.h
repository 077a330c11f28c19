// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/serversummary.h"

#include <QObject>

class QLabel;
class QStatusBar;

namespace Pullcord {

class ReadingCommand;
class ConversationController;

/// Contents of the status bar: server, revision, number in flight, and recording.
class StatusLine final : public QObject
{
    Q_OBJECT

public:
    StatusLine(QStatusBar &bar, ConversationController &controller, const ReadingCommand &reading);
    ~StatusLine() override;

    void update();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showText();
    void fit();
    /// `givesWay` lets the label be elided in favor of others.
    [[nodiscard]] QLabel *add(QStatusBar &bar, const char *name, int stretch = 0, bool givesWay = false);
    void countMessages();
    void showRecorded();
    void showInFlight();
    void showFile();

    ConversationController &m_controller;
    const ReadingCommand &m_reading;
    qsizetype m_seen = 0;       ///< number of events read
    qint64 m_messages = 0;      ///< number of messages among them
    ServerSummary m_recorded;   ///< summary of the file
    qsizetype m_handshake = -1; ///< its row in the log
    bool m_hasRevision = false;
    QLabel *m_server;
    QLabel *m_revision;
    QLabel *m_inFlight;
    QLabel *m_count;
    QLabel *m_bytes;
    QLabel *m_recording;
};

/// Describes the state of the connection.
[[nodiscard]] QString connectionText(const ConversationController &controller);

} // namespace Pullcord
