// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/requestparts.h"

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

/// One message whole: what it brings, pretty, as a tree, the bytes as they were, what is to be known about it, and the HTTP
/// around it. For a request, each message of its story is one
/// click away, and an answer that came late says so on top.
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
    /// The request shown may have got new parts.
    void refresh();

    /// Of the request shown; -1 where it is a message on its own, or nothing.
    [[nodiscard]] qsizetype logRow() const { return m_logRow; }
    /// Of the message shown; -1: nothing.
    [[nodiscard]] qsizetype captureIndex() const { return m_captureIndex; }
    /// The bytes of the message shown.
    [[nodiscard]] QByteArray bytes() const { return m_bytes; }
    [[nodiscard]] QString banner() const;
    [[nodiscard]] RawTab *raw() const { return m_raw; }
    [[nodiscard]] ResultTab *result() const { return m_result; }
    /// The ways to read a message, in the order of Actions::detailsTabs; some are there for some messages only.
    [[nodiscard]] TightTabs *tabs() const { return m_tabs; }
    /// Looks for a text in the message, as a person types it; next to what brings a result, in the message itself.
    void find();
    /// To where the note on what is shown is written.
    void editNote();
    [[nodiscard]] FactsTab *facts() const { return m_about; }
    /// Goes to the next place, or the one before, of what was looked for.
    void findOn(bool forward);
    /// Which of the tabs the person likes.
    [[nodiscard]] QByteArray saveState() const;
    void restoreState(const QByteArray &state);

signals:
    /// Somebody wants to see what has the same value there: a filter.
    void filterWanted(const QString &filter);
    /// Another request of the same call, by its link.
    void requestWanted(qsizetype logRow);
    /// Somebody wants to see it among the messages.
    void messageWanted(qsizetype captureIndex);
    /// Other tabs may be there than before.
    void tabsChanged();
    /// saveState() is another.
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
    qsizetype m_logRow = -1;       ///< -1: a message on its own
    qsizetype m_captureIndex = -1; ///< of what is shown; -1: nothing
    QByteArray m_bytes;
    bool m_isJson = false;
    bool m_isByHand = false;
    QWidget *m_wantedTab = nullptr;       ///< chosen by the person
    QWidget *m_wantedOtherwise = nullptr; ///< for messages that bring no result
    bool m_choosing = false;              ///< the tab changes without the person
    int m_filledTabs = 0;                 ///< bits of the tabs that show m_bytes already

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
