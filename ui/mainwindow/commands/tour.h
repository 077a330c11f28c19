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
class ConversationView;
class ConversationController;

/// Tour of three steps with the demo server: connect, call, cancel and watch the effect. Each step is a callout at its
/// control. It starts from the menu, and by itself in the very first run.
///
/// The step follows from the state of the conversation, whoever caused it. Connecting to another server ends the tour.
class Tour final : public QObject
{
    Q_OBJECT

public:
    /// Name of the tool to call.
    static constexpr auto Tool = "late";

    Tour(const Services &services, ConversationController &controller, const Actions &actions, ConversationView &bench,
         QWidget *page);
    ~Tour() override;

    [[nodiscard]] bool isRunning() const { return m_step != Step::None; }
    void start();
    void stop();

protected:
    /// Ends the last step with the next key or click elsewhere, or with Escape.
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    enum class Step : quint8 { None, Connect, Connecting, Call, Cancel, Watch, Done };

    /// True in the very first run.
    [[nodiscard]] bool isFirstTime() const;
    [[nodiscard]] bool isOnDemo() const;
    /// Returns the rectangle of the call's row, if it is in sight.
    [[nodiscard]] QRect rowCalled() const;
    [[nodiscard]] Step stepNow() const;
    /// Returns the newest call of the tool since the start of the tour; none if there is none.
    [[nodiscard]] std::optional<RequestRecord> called() const;
    [[nodiscard]] bool hasFocus() const;
    /// True if this key press, at this widget, ends the last step.
    [[nodiscard]] bool goesOn(const QWidget &at, const QKeyEvent &event) const;
    void follow();
    void show(bool takeFocus = false);
    void prepareCall();
    void act();
    void updateAction();

    const Services &m_services;
    ConversationController &m_controller;
    const Actions &m_actions;
    ConversationView &m_bench;
    QWidget *m_page;
    Callout *m_callout;
    Step m_step = Step::None;
    bool m_hadFocus = false; ///< true if the callout had the focus before it was hidden
    qsizetype m_from = 0;    ///< number of log rows at the start of the tour
};

} // namespace Pullcord
