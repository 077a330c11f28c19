// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/catalog/toollist.h"
#include "core/mcp/requests/subscriptionfilter.h"

namespace Pullcord {

/// The tools, prompts, resources and resource templates of a server, each as a list that follows the server's list.
///
/// A plain class, owned by the Conversation; the client must outlive it. Spec digest 4.1 to 4.3.
class Catalog
{
public:
    explicit Catalog(Client &client);

    [[nodiscard]] ToolList &tools() { return m_tools; }
    [[nodiscard]] CatalogList &prompts() { return m_prompts; }
    [[nodiscard]] CatalogList &resources() { return m_resources; }
    [[nodiscard]] CatalogList &templates() { return m_templates; }
    [[nodiscard]] CatalogList &list(CatalogList::Kind kind);

    /// Refreshes all lists that the server declares; the others become empty.
    void refresh(CatalogList::Refresh mode = CatalogList::Refresh::Bypass);
    /// Refreshes the lists in `covered`, whose changes may have been missed.
    void onChangesMissed(const SubscriptionFilter &covered);

private:
    ToolList m_tools;
    CatalogList m_prompts;
    CatalogList m_resources;
    CatalogList m_templates;
};

} // namespace Pullcord
