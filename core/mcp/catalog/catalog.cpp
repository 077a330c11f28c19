// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/catalog/catalog.h"

namespace Pullcord {

Catalog::Catalog(Client &client)
    : m_tools(client)
    , m_prompts(client, CatalogList::Kind::Prompts)
    , m_resources(client, CatalogList::Kind::Resources)
    , m_templates(client, CatalogList::Kind::ResourceTemplates)
{}

CatalogList &Catalog::list(CatalogList::Kind kind)
{
    switch (kind) {
    case CatalogList::Kind::Prompts:
        return m_prompts;
    case CatalogList::Kind::Resources:
        return m_resources;
    case CatalogList::Kind::ResourceTemplates:
        return m_templates;
    case CatalogList::Kind::Tools:
        break;
    }
    return m_tools;
}

void Catalog::refresh(CatalogList::Refresh mode)
{
    for (const CatalogList::Kind kind : CatalogList::AllKinds)
        list(kind).refresh(mode);
}

void Catalog::onChangesMissed(const SubscriptionFilter &covered)
{
    if (covered.tools)
        m_tools.onServerChanged();
    if (covered.prompts)
        m_prompts.onServerChanged();
    if (covered.resources) {
        m_resources.onServerChanged();
        m_templates.onServerChanged();
    }
}

} // namespace Pullcord
