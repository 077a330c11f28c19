// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAction>
#include <QObject>

class QMenu;

namespace Pullcord {

/// Every command of a page and its window, made once for each page. Menus, tool bars, context menus, buttons and tests share these actions; what
/// they do and when they can is the window's matter (ConversationPage::updateActions).
class Actions final : public QObject
{
    Q_OBJECT

public:
    /// Their shortcuts work while `page` is visible.
    explicit Actions(QWidget *page);
    ~Actions() override;

    [[nodiscard]] QList<QAction *> all() const;
    /// Adds what people put on rows to a menu of a row.
    void addMarks(QMenu &menu) const;
    /// Gives one of them another text, in menus and on buttons.
    static void rename(QAction *action, const QString &text);
    /// A prompt, or a resource.
    void sayWhatIsFetched(bool isPrompt, bool isComplete) const;
    /// In the place of what Cancel and Cancel All, or Reconnect, do, their tool tips say why they cannot; empty: no more.
    void sayWhyNotCancel(const QString &why) const;
    void sayWhyNotReconnect(const QString &why) const;
    /// What the command to call a tool promises: arguments that its schema does not like are sent "anyway".
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
    QList<QAction *> colors; ///< each with its MarkColor as data; the last removes it
    QAction *removeMarks;
    QAction *colorRules;

    QAction *viewServer;
    QAction *viewDetails;
    QAction *viewMessages;
    QAction *groupRequests;
    QAction *sortByColumn;
    QAction *arrivalOrder;
    QAction *hideNoise;
    QList<QAction *> noiseKinds; ///< each with its Noise::Kind as data
    QAction *goRequests;
    QList<QAction *> lowerTabs;   ///< of Workbench::lower(), in order
    QList<QAction *> detailsTabs; ///< of DetailsPanel::tabs(), in order
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
