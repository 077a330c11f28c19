// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/marks.h"
#include "ui/models/requests/progressmodel.h"
#include "ui/views/tables/rowdelegate.h"

#include <QWidget>

class QProgressBar;

namespace Pullcord {

class Conversation;
class GrowingTableView;
class LoadPart;
class NoteLine;
class PeerLabel;
struct RequestRecord;

/// Paints progress notifications; rule violations with an icon, in the color of warnings.
class ProgressDelegate final : public RowDelegate
{
    Q_OBJECT

public:
    using RowDelegate::RowDelegate;

protected:
    [[nodiscard]] Look look(const QModelIndex &index, const QPalette &palette) const override;
};

/// Facts about the contents of Details besides the bytes: note, task, moments, load of the server's processes after a
/// cancel, progress notifications, and the `_meta` of request and response.
class FactsTab final : public QWidget
{
    Q_OBJECT

public:
    explicit FactsTab(QWidget *parent = nullptr);
    ~FactsTab() override;

    void setConversation(const Conversation *conversation);
    /// `logRow` is a row of the log.
    void showRequest(qsizetype logRow);
    /// `captureIndex` is an index in the capture.
    void showEntry(qsizetype captureIndex);
    void showNothing();
    /// Call when data may have arrived.
    void refresh();

    /// Focuses the newest progress notification.
    void focusProgress();
    /// Returns the note on the shown request or message.
    [[nodiscard]] NoteLine *noteLine() const { return m_note; }
    [[nodiscard]] ProgressModel &progress() { return m_model; }

signals:
    /// The user has changed the note.
    void noteChanged(const Pullcord::MarkTarget &place, const QString &note);
    /// The user wants to select a progress notification in the message table.
    void messageWanted(qsizetype captureIndex);

protected:
    /// Updates the contents, which are only kept up to date while visible.
    void showEvent(QShowEvent *event) override;

private:
    void makeProgress();
    [[nodiscard]] QWidget *makeMetaArea();
    void fill();
    [[nodiscard]] MarkTarget place() const;
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
    qsizetype m_answer = -1; ///< event whose `_meta` is shown
    bool m_isStale = false;  ///< the contents belong to another request or message
    MarkTarget m_place;      ///< place of the note
    ProgressModel m_model;
    ProgressDelegate m_delegate;
    NoteLine *m_note;
    QProgressBar *m_bar;
    PeerLabel *m_task;
    PeerLabel *m_moments;
    LoadPart *m_load;
    PeerLabel *m_rate;
    PeerLabel *m_message;
    GrowingTableView *m_table;
    PeerLabel *m_meta;
};

} // namespace Pullcord
