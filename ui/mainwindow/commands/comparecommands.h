// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/dialogs/comparewindow.h"

#include <QObject>

#include <memory>
#include <optional>

namespace Pullcord {

class Actions;
class MessageBar;
class ConversationView;
class ConversationController;

/// The item waiting to be compared with another; one for the whole program.
class ComparedChoice final : public QObject
{
    Q_OBJECT

public:
    /// Returns the instance shared by all holders.
    [[nodiscard]] static std::shared_ptr<ComparedChoice> shared();

    [[nodiscard]] const std::optional<ComparedItem> &item() const { return m_item; }
    void set(std::optional<ComparedItem> item);

signals:
    void changed();

private:
    std::optional<ComparedItem> m_item;
};

/// Compares two requests or messages: two selected ones, or one after the other, also across conversations. Choosing
/// the same one again cancels the choice.
class CompareCommands final : public QObject
{
    Q_OBJECT

public:
    CompareCommands(ConversationController &controller, Actions &actions, ConversationView &bench, MessageBar &bar,
                    QWidget *window);
    ~CompareCommands() override;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void compare();
    void say();
    void sayWhereSeen();
    void onChoiceChanged();
    void updateActions();
    [[nodiscard]] qsizetype selectedCount() const;
    [[nodiscard]] QList<ComparedItem> selected() const;

    ConversationController &m_controller;
    Actions &m_actions;
    ConversationView &m_bench;
    MessageBar &m_bar;
    QWidget *m_window;
    std::shared_ptr<ComparedChoice> m_first;
    QString m_said; ///< our text in the message bar while an item waits; else empty
};

} // namespace Pullcord
