// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/requests/requestparts.h"

#include <QWidget>

namespace Pullcord {

class Conversation;
class DetailsCopy;
class DetailsFinder;
class FactsTab;
class HttpTab;
class JsonTreeView;
class PartBar;
class PeerBanner;
class PeerLabel;
class RawTab;
class ResultTab;
class RowLinks;
class SchemaTab;
class TextView;
class TightTabs;

/// Details of one message: result, pretty and tree view, raw bytes, facts, and HTTP exchanges. For a request, buttons
/// switch between the messages of its story, and a banner reports a late response.
class DetailsPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit DetailsPanel(QWidget *parent = nullptr);
    ~DetailsPanel() override;

    void setConversation(Conversation *conversation);
    void showRequest(qsizetype logRow);
    void showMessage(qsizetype captureIndex);
    void showNothing();
    /// Call when the request may have new messages.
    void refresh();

    /// Returns the row of the request; -1 for a single message, or without contents.
    [[nodiscard]] qsizetype logRow() const { return m_logRow; }
    /// Returns the index of the message in the capture; -1 without contents.
    [[nodiscard]] qsizetype captureIndex() const { return m_captureIndex; }
    [[nodiscard]] QByteArray bytes() const { return m_bytes; }
    [[nodiscard]] QString banner() const;
    [[nodiscard]] RawTab *raw() const { return m_raw; }
    [[nodiscard]] ResultTab *result() const { return m_result; }
    /// Returns the views of a message, in the order of Actions::detailsTabs; some are hidden for some messages.
    [[nodiscard]] TightTabs *tabs() const { return m_tabs; }
    /// Opens the search in the message; in the view of the result, switches to the message first.
    void find();
    /// Moves the focus to the note.
    void editNote();
    [[nodiscard]] FactsTab *facts() const { return m_about; }
    /// Goes to the next or previous hit.
    void findOn(bool forward);
    /// Returns the state of the preferred tabs.
    [[nodiscard]] QByteArray saveState() const;
    void restoreState(const QByteArray &state);

signals:
    /// The user wants to see messages with the same value at this place.
    void filterWanted(const QString &filter);
    /// The user wants another request of the same call.
    void requestWanted(qsizetype logRow);
    /// The user wants to select it in the message table.
    void messageWanted(qsizetype captureIndex);
    /// Tabs may have been shown or hidden.
    void tabsChanged();
    /// saveState() has changed.
    void tabWanted();

protected:
    bool event(QEvent *event) override;

private:
    void makeHeader();
    void makeTabs();
    [[nodiscard]] QList<RequestPart> parts() const;
    void showParts();
    void showWantedPart();
    void showEntry(qsizetype captureIndex);
    void fillTab();
    void chooseTab();
    void onTabChanged();
    void describeRequest();
    void describeMessage();
    void letFind();

    Conversation *m_conversation = nullptr;
    qsizetype m_logRow = -1;       ///< -1 for a single message
    qsizetype m_captureIndex = -1; ///< index of the shown message; -1: none
    QByteArray m_bytes;
    bool m_isJson = false;
    QString m_origin;                     ///< if the message did not pass from side to side as usual; else empty
    QWidget *m_wantedTab = nullptr;       ///< chosen by the user
    QWidget *m_wantedOtherwise = nullptr; ///< for messages without a result
    bool m_choosing = false;              ///< the tab changes by program
    int m_filledTabs = 0;                 ///< bits of tabs whose contents are up to date

    PeerLabel *m_title;
    PeerLabel *m_facts;
    RowLinks *m_legs;
    PeerBanner *m_banner;
    PartBar *m_parts;
    DetailsCopy *m_copy = nullptr;
    TightTabs *m_tabs;
    ResultTab *m_result;
    TextView *m_pretty;
    RawTab *m_raw;
    JsonTreeView *m_tree;
    FactsTab *m_about;
    HttpTab *m_http;
    SchemaTab *m_schema;
    DetailsFinder *m_finder;
};

} // namespace Pullcord
