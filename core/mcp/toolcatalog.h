// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/client.h"

#include <QList>
#include <QObject>
#include <QPointer>
#include <QSet>

#include <optional>

namespace Pullcord {

/// A tool as its server describes it. `raw` is the whole object; the rest is read from it for convenience.
struct Tool
{
    QString name;
    QString title; ///< title, else annotations.title, else the name
    QString description;
    QByteArray inputSchema; ///< raw JSON
    bool readOnlyHint = false;
    bool destructiveHint = true; ///< the specification's default
    QByteArray raw;
};

/// A tool that must not be called, and why.
struct ExcludedTool
{
    Tool tool;
    QString reason;
};

/// The tools of a server: follows the pages of tools/list to the end and refreshes when the server says that the list
/// changed. Specification: server "Tools", "Pagination" (an empty cursor is a cursor; only its absence ends).
class ToolCatalog : public QObject
{
    Q_OBJECT

public:
    /// Pages after which a list that never ends is stopped.
    static constexpr int MaxPages = 1000;

    explicit ToolCatalog(Client &client, QObject *parent = nullptr);
    ~ToolCatalog() override;

    [[nodiscard]] const QList<Tool> &tools() const { return m_tools; }
    /// Those that the server lists and a client must drop: over HTTP in 2026-07-28, for an `x-mcp-header` that is not valid.
    [[nodiscard]] const QList<ExcludedTool> &excluded() const { return m_excluded; }
    [[nodiscard]] bool isLoading() const { return m_loading; }
    /// Asks again from the first page (once more, if a round is under way). The present list stays until the new one is
    /// complete. After the first time, the catalog refreshes itself when the server says that its list has changed.
    void refresh();

signals:
    void loadingChanged(bool loading);
    /// The list is complete (again).
    void changed();
    /// It could not be completed: the list is the old one, or what had come if there was none. changed() follows. Not told
    /// when we are leaving.
    void failed(const Pullcord::Error &error);

private:
    void askForPage(const std::optional<QByteArray> &cursor);
    void onPage(const Result<QByteArray> &outcome);
    void sortOut();

    Client &m_client;
    QList<Tool> m_tools;
    QList<ExcludedTool> m_excluded;
    QList<Tool> m_coming;
    QSet<QByteArray> m_cursors; ///< of this round, as raw JSON
    QPointer<OutgoingRequest> m_page;
    bool m_loading = false;
    bool m_loadedOnce = false;
    bool m_changedMeanwhile = false;
};

} // namespace Pullcord
