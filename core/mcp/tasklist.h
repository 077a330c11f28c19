// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/pagereader.h"
#include "core/mcp/taskinfo.h"

#include <QHash>
#include <QList>
#include <QObject>
#include <QTimer>

namespace Pullcord {

/// The tasks that a server of 2025-11-25 keeps for us, as tasks/list gives them, whoever began them and when.
///
/// Owner: the Conversation, or who made it; the client must outlive it. It asks when it is told to, and takes in what the
/// server says of a task by itself. Order of signals: loadingChanged(true) from within refresh(); then, later,
/// loadingChanged(false), failed if it could not be completed, and changed.
/// Specification: 2025-11-25 "Tasks"; spec digest 4.11. The extension of 2026-07-28 has no such list.
class TaskList final : public QObject
{
    Q_OBJECT

public:
    struct Item
    {
        TaskInfo info;
        QByteArray raw; ///< the whole object, verbatim

        friend bool operator==(const Item &, const Item &) = default;
    };

    explicit TaskList(Client &client, QObject *parent = nullptr);
    ~TaskList() override;

    [[nodiscard]] const QList<Item> &items() const { return m_items.list; }
    /// The server says that it has this list.
    [[nodiscard]] bool isDeclared() const;
    /// The server says that tasks can be cancelled.
    [[nodiscard]] bool canCancel() const;
    [[nodiscard]] bool isLoading() const { return m_pages.isLoading(); }

    /// Asks from the first page on, if that is not under way; the present list stays until the new one is complete. False,
    /// and nothing is sent, where it is not declared.
    bool refresh();

signals:
    void loadingChanged(bool loading);
    /// Other items, or news of some, once a tick.
    void changed();
    /// It could not be completed: the list is the old one, or what had come if there was none. changed() follows. Not told
    /// when we are leaving.
    void failed(const Pullcord::Error &error);

private:
    struct Items
    {
        QList<Item> list;
        QHash<QString, qsizetype> rows; ///< by id

        void append(const Item &item);
        /// In the place of what was known of it. Whether that was something else.
        bool update(const Item &news);
    };

    [[nodiscard]] bool isDeclared(const char *capability) const;
    void onStatus(const QByteArray &params);
    void onFinished(const std::optional<Error> &problem);

    Client &m_client;
    PageReader m_pages;
    Items m_items;
    Items m_coming; ///< of this round
    QTimer m_tick;
};

} // namespace Pullcord
