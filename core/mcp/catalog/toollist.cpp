// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/catalog/toollist.h"

#include "core/json/jsonvalue.h"
#include "core/transport/http/parameterheaders.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

ToolList::ToolList(Client &client, QObject *parent)
    : CatalogList(client, Kind::Tools, parent)
{}

void ToolList::onTaken()
{
    m_tools.clear();
    m_excluded.clear();
    const bool hasHeaders = client().isModern() && client().rpc().transport().hasStreams();
    for (const CatalogItem &item : items()) {
        if (!item.isUsable)
            continue;
        const Tool tool = Tool::from(item);
        if (hasHeaders) {
            if (const auto headers = ParameterHeaders::inSchema(JsonValue(tool.inputSchema)); !headers) {
                m_excluded.append({tool, headers.error().detail});
                continue;
            }
        }
        m_tools.append(tool);
    }
    for (const ExcludedTool &excluded : std::as_const(m_excluded))
        client().rpc().note(u"The tool \"%1\" is left out: %2"_s.arg(excluded.tool.name, excluded.reason));
}

} // namespace Pullcord
