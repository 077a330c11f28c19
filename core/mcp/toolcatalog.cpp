// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/toolcatalog.h"

#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "core/transport/http/parameterheaders.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

Tool toolFrom(const JsonValue &value)
{
    const JsonValue annotations = value.member("annotations");
    Tool tool;
    tool.name = value.member("name").toString();
    for (const JsonValue &title : {value.member("title"), annotations.member("title")}) {
        if (tool.title.isEmpty())
            tool.title = title.toString();
    }
    if (tool.title.isEmpty())
        tool.title = tool.name;
    tool.description = value.member("description").toString();
    tool.inputSchema = value.member("inputSchema").raw().toByteArray();
    tool.readOnlyHint = annotations.member("readOnlyHint").toBool().value_or(false);
    tool.destructiveHint = annotations.member("destructiveHint").toBool().value_or(true);
    tool.raw = value.raw().toByteArray();
    return tool;
}

} // namespace

ToolCatalog::ToolCatalog(Client &client, QObject *parent)
    : QObject(parent)
    , m_client(client)
{
    connect(&client.session(), &Session::notificationReceived, this, [this](const QByteArray &method) {
        if (method == "notifications/tools/list_changed" && m_loadedOnce)
            refresh();
    });
}

ToolCatalog::~ToolCatalog() = default;

void ToolCatalog::refresh()
{
    if (m_loading) {
        m_changedMeanwhile = true;
        return;
    }
    m_loading = true;
    m_loadedOnce = true;
    m_changedMeanwhile = false;
    m_coming.clear();
    m_cursors.clear();
    emit loadingChanged(true);
    askForPage({});
}

void ToolCatalog::askForPage(const std::optional<QByteArray> &cursor)
{
    m_page = m_client.request("tools/list", cursor ? JsonText::withMember({}, "cursor", *cursor) : QByteArray());
    connect(m_page, &OutgoingRequest::finished, this, [this, page = m_page.data()] { onPage(page->outcome()); });
}

void ToolCatalog::onPage(const Result<QByteArray> &outcome)
{
    std::optional<Error> problem;
    if (!outcome) {
        problem = outcome.error();
    } else {
        const JsonValue result(*outcome);
        const JsonValue list = result.member("tools");
        for (const JsonMember &tool : list)
            m_coming.append(toolFrom(tool.value));
        const JsonValue next = result.member("nextCursor");
        const QByteArray cursor = next.raw().toByteArray();
        const bool more = next.isValid() && next.type() != JsonType::Null;
        if (!list.isArray()) {
            problem = Error{ErrorKind::Protocol, u"The answer to tools/list has no array \"tools\""_s};
        } else if (more && m_cursors.contains(cursor)) {
            problem = Error{ErrorKind::Protocol, u"tools/list gave the cursor %1 twice: the list would never end"_s.arg(
                                                     QString::fromUtf8(cursor))};
        } else if (more && m_cursors.size() + 1 >= MaxPages) {
            problem = Error{ErrorKind::Protocol, u"tools/list was stopped after %1 pages"_s.arg(MaxPages)};
        } else if (more) {
            m_cursors.insert(cursor);
            askForPage(cursor);
            return;
        }
    }
    m_loading = false;
    if (!problem || m_tools.isEmpty())
        sortOut();
    const QPointer<ToolCatalog> guard(this);
    emit loadingChanged(false);
    if (guard && problem && !m_client.isLeaving())
        emit failed(*problem);
    if (guard)
        emit changed();
    if (guard && m_changedMeanwhile && m_client.session().state() == Transport::State::Open)
        refresh();
}

/// Takes over what has come, without what must be dropped.
void ToolCatalog::sortOut()
{
    m_tools = std::exchange(m_coming, {});
    m_excluded.clear();
    if (!m_client.isModern() || !m_client.session().transport().hasStreams())
        return;
    m_tools.removeIf([this](const Tool &tool) {
        const auto headers = ParameterHeaders::inSchema(JsonValue(tool.inputSchema));
        if (!headers)
            m_excluded.append({tool, headers.error().detail});
        return !headers;
    });
    for (const ExcludedTool &excluded : std::as_const(m_excluded))
        m_client.session().note(u"The tool \"%1\" is left out: %2"_s.arg(excluded.tool.name, excluded.reason));
}

} // namespace Pullcord
