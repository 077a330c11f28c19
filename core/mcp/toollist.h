// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/cataloglist.h"

namespace Pullcord {

/// The tools of a server: those that can be called, and those that must be left out.
///
/// items() has both, in the server's order. Specification: server "Tools", Streamable HTTP "Custom Headers".
class ToolList final : public CatalogList
{
    Q_OBJECT

public:
    explicit ToolList(Client &client, QObject *parent = nullptr);

    /// Those that can be called: among items() there are also some that cannot be named.
    [[nodiscard]] const QList<Tool> &tools() const { return m_tools; }
    /// Those that the server lists and a client must drop: over HTTP in 2026-07-28, for an `x-mcp-header` that is not valid.
    [[nodiscard]] const QList<ExcludedTool> &excluded() const { return m_excluded; }

protected:
    void onTaken() override;

private:
    QList<Tool> m_tools;
    QList<ExcludedTool> m_excluded;
};

} // namespace Pullcord
