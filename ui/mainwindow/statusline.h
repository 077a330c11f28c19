// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/serversummary.h"

#include <QObject>

class QLabel;
class QStatusBar;

namespace Pullcord {

class ReadingCommand;
class Workspace;

/// What the status bar says: the server, the revision, how much is in flight, and where it is recorded.
class StatusLine final : public QObject
{
    Q_OBJECT

public:
    StatusLine(QStatusBar &bar, Workspace &workspace, const ReadingCommand &reading);
    ~StatusLine() override;

    void update();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void tell();
    void fit();
    /// Who gives way to the others is cut.
    [[nodiscard]] QLabel *add(QStatusBar &bar, const char *name, int stretch = 0, bool givesWay = false);
    void countMessages();
    void showRecorded();
    void showInFlight();
    void showFile();

    Workspace &m_workspace;
    const ReadingCommand &m_reading;
    qsizetype m_seen = 0;       ///< events of the capture looked at
    qint64 m_messages = 0;      ///< messages among them
    ServerSummary m_recorded;   ///< of a file
    qsizetype m_handshake = -1; ///< the row that it is from
    bool m_hasRevision = false;
    QLabel *m_server;
    QLabel *m_revision;
    QLabel *m_inFlight;
    QLabel *m_count;
    QLabel *m_bytes;
    QLabel *m_recording;
};

/// How far the way to the server has got, in words.
[[nodiscard]] QString connectionText(const Workspace &workspace);

} // namespace Pullcord
