// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/requestrecord.h"

#include <QObject>

class QKeyEvent;
class QWidget;

namespace Pullcord {

class Actions;
class Callout;
struct Services;
class Workbench;
class Workspace;

/// Three steps on the demo server, each beside the control that it needs: connect, call, cancel and see what comes. It begins by itself
/// the first time that anybody starts the program, and from the menu.
///
/// Which step it is follows from the conversation, whoever has taken it and however; another server ends the tour.
class Tour final : public QObject
{
    Q_OBJECT

public:
    /// Whose tool is called.
    static constexpr auto Tool = "late";

    Tour(const Services &services, Workspace &workspace, const Actions &actions, Workbench &bench, QWidget *page);
    ~Tour() override;

    [[nodiscard]] bool isRunning() const { return m_step != Step::None; }
    void start();
    void stop();

protected:
    /// The last words go with the next press elsewhere, or Escape: nobody has to close them.
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    enum class Step : quint8 { None, Connect, Connecting, Call, Cancel, Watch, Done };

    /// Nobody has used the program yet.
    [[nodiscard]] bool isFirstTime() const;
    [[nodiscard]] bool isOnDemo() const;
    /// Where its row is, in sight.
    [[nodiscard]] QRect rowCalled() const;
    [[nodiscard]] Step stepNow() const;
    /// The newest call of the tool since the tour began; null if there is none.
    [[nodiscard]] std::optional<RequestRecord> called() const;
    [[nodiscard]] bool hasFocus() const;
    /// Whether a key that is pressed there means that the last words have been read.
    [[nodiscard]] bool goesOn(const QWidget &at, const QKeyEvent &event) const;
    void follow();
    void show(bool takeFocus = false);
    void prepareCall();
    void act();
    void updateAction();

    const Services &m_services;
    Workspace &m_workspace;
    const Actions &m_actions;
    Workbench &m_bench;
    QWidget *m_page;
    Callout *m_callout;
    Step m_step = Step::None;
    bool m_hadFocus = false; ///< the callout, before it was hidden for a while
    qsizetype m_from = 0;    ///< rows of the log before it are of before the tour
};

} // namespace Pullcord
