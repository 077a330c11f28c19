// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/client.h"

#include <QList>
#include <QObject>
#include <QPointer>

namespace Pullcord {

/// A tool as its server describes it. `raw` is the whole object; the rest is read from it for convenience.
struct Tool
{
    QString name;
    QString title;       ///< title, else annotations.title, else the name
    QString description;
    QByteArray inputSchema; ///< raw JSON
    bool readOnlyHint = false;
    bool destructiveHint = true; ///< the specification's default
    QByteArray raw;
};

/// The tools of a server: follows the pages of tools/list to the end and refreshes when the server says that the list changed.
/// Specification: server "Tools", "Pagination" (an empty cursor is a cursor; only its absence ends).
class ToolCatalog : public QObject
{
    Q_OBJECT

public:
    /// Pages after which a list that never ends is stopped.
    static constexpr int MaxPages = 1000;

    explicit ToolCatalog(Client &client, QObject *parent = nullptr);
    ~ToolCatalog() override;

    [[nodiscard]] const QList<Tool> &tools() const { return m_tools; }
    [[nodiscard]] bool isLoading() const;
    /// Asks again from the first page. The present list stays until the new one is complete.
    void refresh();

signals:
    void loadingChanged(bool loading);
    /// The list is complete (again).
    void changed();
    /// It could not be completed; what had come is kept as the list.
    void failed(const Pullcord::Error &error);

private:
    Client &m_client;
    QList<Tool> m_tools;
};

} // namespace Pullcord
