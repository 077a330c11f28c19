// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/catalog/cataloglist.h"

namespace Pullcord {

/// The tools of a server: those that can be called, and those that must be left out.
///
/// items() contains both, in the server's order. Specification: server "Tools", Streamable HTTP "Custom Headers".
class ToolList final : public CatalogList
{
    Q_OBJECT

public:
    explicit ToolList(Client &client, QObject *parent = nullptr);

    /// Tools that can be called. items() also contains entries without a name.
    [[nodiscard]] const QList<Tool> &tools() const { return m_tools; }
    /// Listed tools that a client must drop: over HTTP in 2026-07-28, for an invalid `x-mcp-header`.
    [[nodiscard]] const QList<ExcludedTool> &excluded() const { return m_excluded; }

protected:
    void onTaken() override;

private:
    QList<Tool> m_tools;
    QList<ExcludedTool> m_excluded;
};

} // namespace Pullcord
