// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAction>
#include <QObject>

class QMenu;

namespace Pullcord {

/// Commands of a page and its window, one QAction each, made once per page. Menus, tool bars, context menus, buttons
/// and tests share them. ConversationPage::updateActions enables and disables them.
class Actions final : public QObject
{
    Q_OBJECT

public:
    /// The shortcuts work while `page` is visible.
    explicit Actions(QWidget *page);
    ~Actions() override;

    [[nodiscard]] QList<QAction *> all() const;
    /// Appends the actions for marks (pin, note, colors) to the context menu of a row.
    void addMarks(QMenu &menu) const;
    /// Changes the text of an action, in menus and on buttons.
    static void rename(QAction *action, const QString &text);
    /// Adapts the text of `fetch`, which gets a prompt or reads a resource.
    void sayWhatIsFetched(bool isPrompt, bool isComplete) const;
    /// Replaces the tool tip of Cancel and Cancel All, or of Reconnect, by the reason why it is disabled. An empty
    /// `why` restores it.
    void sayWhyNotCancel(const QString &why) const;
    void sayWhyNotReconnect(const QString &why) const;
    /// Renames `callTool` to "Call Anyway" unless the arguments fit the tool's schema.
    void sayWhetherCallFits(bool fits) const;

    QAction *newTab;
    QAction *newWindow;
    QAction *connectServer;
    QAction *connectDemo;
    QAction *openCapture;
    QAction *followCommand;
    QAction *exportAll;
    QAction *exportSelection;
    QAction *stop;
    QAction *clearKept;
    QAction *closeTab;
    QAction *closeOtherTabs;
    QAction *reopenTab;
    QAction *reopenSession;
    QAction *preferences;
    QAction *quit;

    QAction *saveServer;
    QAction *importServers;
    QAction *watchHost;
    QAction *exportServers;
    QAction *disconnectServer;
    QAction *reconnect;
    QAction *restart;
    QAction *duplicateTab;
    QAction *copyCommand;
    QAction *checkConnection;
    QAction *refreshCatalog;
    QAction *callTool;
    QAction *fetch;
    QAction *watchResource;
    QAction *answering;
    QAction *tasks;
    QAction *lab;
    QAction *labWithArguments;

    QAction *cancel;
    QAction *cancelAll;
    QAction *keepWaiting;     ///< in the tab of a proxy: what the sender of a cancelled request gets; one is checked
    QAction *answerWithError; ///< the other
    QAction *chooseError;     ///< code and text of that error
    QAction *heldMessages;    ///< in the tab of a proxy with rules
    QAction *answer;
    QAction *resend;
    QAction *editAndResend;
    QAction *sendMessage;
    QAction *copyRows;
    QAction *copyId;
    QAction *copyJson;
    QAction *copyCli;
    QAction *copyCurl;
    QAction *compare;
    QAction *copyIssue;
    QAction *silenceRule;
    QAction *showMessages;
    QAction *showRequest;

    QAction *pin;
    QAction *note;
    QList<QAction *> colors; ///< with the MarkColor as data; the last one removes the color
    QAction *removeMarks;
    QAction *colorRules;

    QAction *viewServer;
    QAction *viewDetails;
    QAction *viewMessages;
    QAction *groupRequests;
    QAction *sortByColumn;
    QAction *arrivalOrder;
    QAction *hideNoise;
    QList<QAction *> noiseKinds; ///< with the NoiseFilter::Kind as data
    QAction *goRequests;
    QList<QAction *> lowerTabs;   ///< one per tab of ConversationView::lower(), in its order
    QList<QAction *> detailsTabs; ///< one per tab of DetailsPanel::tabs(), in its order
    QAction *rawAsHex;
    QAction *timelineCloser;
    QAction *timelineFarther;
    QAction *timelineWhole;
    QAction *foldIdle;
    QAction *commandPalette;
    QAction *searchCatalog;
    QAction *find;
    QAction *findInDetails;
    QAction *findNext;
    QAction *findPrevious;
    QAction *nextTab;
    QAction *previousTab;
    QAction *moveTabRight;
    QAction *moveTabLeft;
    QAction *userGuide;
    QAction *startTour;
    QAction *diagnostics;
    QAction *about;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QAction *make(const char *name, const char *icon, const QString &text, const QString &toolTip,
                  const QKeySequence &shortcut = {});
    QAction *makeToggle(const char *name, const QString &text, const QString &toolTip,
                        const QKeySequence &shortcut = {});
    static void sayWhyNot(QAction &action, const QString &why);
    void makeFileActions();
    void makeServerActions();
    void makeRequestActions();
    void makeMarkActions();
    void makeViewActions();
    void makeTabActions();
    void makeGoActions();

    QWidget *m_page;
};

} // namespace Pullcord
