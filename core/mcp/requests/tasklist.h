// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/catalog/pagereader.h"
#include "core/mcp/requests/taskinfo.h"

#include <QHash>
#include <QList>
#include <QObject>
#include <QTimer>

namespace Pullcord {

/// The tasks that a server of 2025-11-25 holds for this client, as listed by tasks/list.
///
/// Owner: the Conversation, or the creator; the client must outlive it. It sends requests only for refresh(), and takes
/// in status notifications by itself. Order of signals: loadingChanged(true) from within refresh(); later
/// loadingChanged(false), failed if the list could not be completed, and changed.
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
    /// True if the server declares this list.
    [[nodiscard]] bool isDeclared() const;
    /// True if the server declares that tasks can be cancelled.
    [[nodiscard]] bool canCancel() const;
    [[nodiscard]] bool isLoading() const { return m_pages.isLoading(); }

    /// Requests the list from the first page, unless that is in progress. The present list stays until the new one is
    /// complete. Returns false, and sends nothing, if the list is not declared.
    bool refresh();

signals:
    void loadingChanged(bool loading);
    /// New items, or changes of some; once per tick.
    void changed();
    /// The list could not be completed: it is the old one, or a partial one if there was none. changed() follows. Not
    /// emitted while the client closes the connection.
    void failed(const Pullcord::Error &error);

private:
    struct Items
    {
        QList<Item> list;
        QHash<QString, qsizetype> rows; ///< by id

        void append(const Item &item);
        /// Replaces the item with that id. Returns true if it differs.
        bool update(const Item &news);
    };

    [[nodiscard]] bool isDeclared(const char *capability) const;
    void onStatus(const QByteArray &params);
    void onFinished(const std::optional<Error> &problem);

    Client &m_client;
    PageReader m_pages;
    Items m_items;
    Items m_coming; ///< items of the round in progress
    QTimer m_tick;
};

} // namespace Pullcord
