// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/marks.h"
#include "ui/models/progressmodel.h"
#include "ui/views/progressdelegate.h"

#include <QWidget>

class QProgressBar;

namespace Pullcord {

class Conversation;
class LoadPart;
class LogTable;
class NoteLine;
class PeerLabel;
struct RequestRecord;

/// What is to be known about what Details shows, beside its bytes: the task that it became, when what happened to a request, what the server's processes did after its cancel, how it gets on, with every progress notification,
/// and what the `_meta` of request and answer say.
class FactsTab final : public QWidget
{
    Q_OBJECT

public:
    explicit FactsTab(QWidget *parent = nullptr);
    ~FactsTab() override;

    void setConversation(const Conversation *conversation);
    /// Row of the log.
    void showRequest(qsizetype logRow);
    /// Index in the capture.
    void showEntry(qsizetype captureIndex);
    void showNothing();
    /// More may have come.
    void refresh();

    /// The newest progress notification, to go on from by the keys.
    void focusProgress();
    /// Of what is shown, for people to write.
    [[nodiscard]] NoteLine *noteLine() const { return m_note; }
    [[nodiscard]] ProgressModel &progress() { return m_model; }

signals:
    /// Somebody has written a note on a request or a message.
    void noteChanged(const Pullcord::MarkedPlace &place, const QString &note);
    /// Somebody wants to see a progress notification among the messages.
    void messageWanted(qsizetype captureIndex);

protected:
    /// It is filled only where it is seen.
    void showEvent(QShowEvent *event) override;

private:
    void makeProgress();
    [[nodiscard]] QWidget *makeMetaArea();
    void fill();
    [[nodiscard]] MarkedPlace place() const;
    void showNote();
    void showProgress();
    void showBar(const RequestRecord &record);
    void showMeta();
    void showMoments();
    void showTask();
    [[nodiscard]] QString rateText(const RequestRecord &record) const;

    const Conversation *m_conversation = nullptr;
    qsizetype m_logRow = -1;
    qsizetype m_captureIndex = -1;
    qsizetype m_answer = -1; ///< whose `_meta` is shown
    bool m_isStale = false;  ///< what is shown is of something else
    MarkedPlace m_place;     ///< of what the note is on
    ProgressModel m_model;
    ProgressDelegate m_delegate;
    NoteLine *m_note;
    QProgressBar *m_bar;
    PeerLabel *m_task;
    PeerLabel *m_moments;
    LoadPart *m_load;
    PeerLabel *m_rate;
    PeerLabel *m_message;
    LogTable *m_table;
    PeerLabel *m_meta;
};

} // namespace Pullcord
