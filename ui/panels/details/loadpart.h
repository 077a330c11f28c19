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

/// Load of the server's processes after the cancel of a request, or the reason why it is unknown. Updates itself while
/// they are measured.
class LoadPart final : public QWidget
{
    Q_OBJECT

public:
    explicit LoadPart(QWidget *parent = nullptr);
    ~LoadPart() override;

    /// `logRow` is a row of the log. Hidden for -1 and for requests of the server.
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
