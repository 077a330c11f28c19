// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/processload.h"

#include <QPointer>
#include <QWidget>

namespace Pullcord {

class Capture;
class Conversation;
class LoadGraph;
class PeerLabel;

/// What the processes of the server did after the cancel of a request, or why nothing is known of it. It goes with the capture
/// for as long as they are looked at.
class LoadPart final : public QWidget
{
    Q_OBJECT

public:
    explicit LoadPart(QWidget *parent = nullptr);
    ~LoadPart() override;

    /// Row of the log; hidden for -1, and for requests of the server.
    void showRequest(const Conversation *conversation, qsizetype logRow);

private:
    void onAppended(qsizetype first, qsizetype count);
    void showLoad();

    QPointer<const Capture> m_capture;
    qsizetype m_logRow = -1;
    quint32 m_connection = 0;
    ProcessLoad m_load;
    LoadGraph *m_graph;
    PeerLabel *m_text;
};

} // namespace Pullcord
