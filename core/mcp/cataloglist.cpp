// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/cataloglist.h"

#include "core/json/jsonvalue.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

/// What a list is called on the wire.
struct Names
{
    const char *method;
    const char *member;
    const char *capability;
    const char *change;
};

/// By Kind.
constexpr Names AllNames[] = {
    {"tools/list", "tools", "tools", "notifications/tools/list_changed"},
    {"prompts/list", "prompts", "prompts", "notifications/prompts/list_changed"},
    {"resources/list", "resources", "resources", "notifications/resources/list_changed"},
    {"resources/templates/list", "resourceTemplates", "resources", "notifications/resources/list_changed"},
};

constexpr const Names &namesOf(CatalogList::Kind kind)
{
    return AllNames[size_t(kind)];
}

} // namespace

CatalogList::CatalogList(Client &client, Kind kind, QObject *parent)
    : QObject(parent)
    , m_client(client)
    , m_kind(kind)
    , m_pages(client, namesOf(kind).method, namesOf(kind).member)
{
    connect(&m_pages, &PageReader::page, this, &CatalogList::takePage);
    connect(&m_pages, &PageReader::finished, this, &CatalogList::end);
    m_pause.setSingleShot(true);
    m_pause.callOnTimeout(this, [this] {
        if (m_client.session().state() == Transport::State::Open)
            refresh();
    });
    connect(&client.session(), &Session::notificationReceived, this, [this](const QByteArray &method) {
        if (method == namesOf(m_kind).change)
            onServerChanged();
    });
    connect(&client, &Client::ready, this, [this] { m_holds = false; });
}

CatalogList::~CatalogList() = default;

bool CatalogList::isDeclared() const
{
    const JsonValue capability = JsonValue(m_client.server().capabilities).member(namesOf(m_kind).capability);
    return capability.isValid() && capability.type() != JsonType::Null;
}

bool CatalogList::isFresh() const
{
    return m_holds && m_hints.isFreshAt(monotonicNow());
}

void CatalogList::onServerChanged()
{
    m_holds = false;
    if (m_loading)
        m_again = true;
    else if (m_loadedOnce)
        m_pause.start(Pause);
}

bool CatalogList::refresh(Refresh mode)
{
    m_pause.stop();
    if (!isDeclared()) {
        m_holds = false;
        if (!m_loading && !m_items.isEmpty()) {
            take({});
            emit changed();
        }
        return false;
    }
    if (mode == Refresh::IfStale && isFresh())
        return false;
    if (m_loading) {
        m_again = m_again || mode == Refresh::Bypass;
        return true;
    }
    m_loading = true;
    m_loadedOnce = true;
    m_coming.clear();
    m_comingHints.reset();
    emit loadingChanged(true);
    m_pages.start();
    return true;
}

void CatalogList::takePage(const QByteArray &result)
{
    const JsonValue page(result);
    for (const JsonMember &item : page.member(namesOf(m_kind).member))
        m_coming.append(CatalogItem::from(item.value));
    const CacheHints hints = CacheHints::in(page, monotonicNow());
    m_comingHints = m_comingHints ? CacheHints::ofBoth(*m_comingHints, hints) : hints;
}

void CatalogList::take(QList<CatalogItem> items)
{
    m_items = std::move(items);
    onTaken();
}

void CatalogList::end(const std::optional<Error> &problem)
{
    m_loading = false;
    const bool again = std::exchange(m_again, false);
    m_holds = !problem && !again;
    if (!problem || m_items.isEmpty()) {
        m_hints = m_comingHints.value_or(CacheHints());
        take(std::exchange(m_coming, {}));
    }
    m_coming.clear();
    if (again)
        m_pause.start(Pause);
    const QPointer<CatalogList> guard(this);
    emit loadingChanged(false);
    if (guard && problem && !m_client.isLeaving())
        emit failed(*problem);
    if (guard)
        emit changed();
}

} // namespace Pullcord
