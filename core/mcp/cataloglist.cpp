// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/cataloglist.h"

#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "core/mcp/logicalcall.h"

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
{
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
    m_cursors.clear();
    emit loadingChanged(true);
    askForPage({});
    return true;
}

void CatalogList::askForPage(const std::optional<QByteArray> &cursor)
{
    const QByteArray params = cursor ? JsonText::withMember({}, "cursor", *cursor) : QByteArray();
    auto *page = new LogicalCall(m_client, nullptr, namesOf(m_kind).method, params, {}, this);
    connect(page, &LogicalCall::finished, page, &QObject::deleteLater);
    connect(page, &LogicalCall::finished, this, &CatalogList::onPage);
    // No revision lets a server ask questions here: what is no page is none.
    connect(page, &LogicalCall::asked, this, [this, page] {
        page->deleteLater();
        onPage(page->leg()->outcome());
    });
    page->start();
}

void CatalogList::onPage(const Result<QByteArray> &outcome)
{
    m_next.reset();
    const auto problem = outcome ? takePage(*outcome) : std::optional(outcome.error());
    if (!problem && m_next)
        askForPage(m_next);
    else
        end(problem);
}

/// What is wrong with the page, if anything is.
std::optional<Error> CatalogList::takePage(const QByteArray &result)
{
    const auto problem = [this](const QString &text) {
        return Error{ErrorKind::Protocol, QString::fromLatin1(namesOf(m_kind).method) + text};
    };
    const JsonValue page(result);
    const JsonValue list = page.member(namesOf(m_kind).member);
    if (!list.isArray())
        return problem(u" was answered without an array \"%1\""_s.arg(QLatin1StringView(namesOf(m_kind).member)));
    for (const JsonMember &item : list)
        m_coming.append(CatalogItem::from(item.value));
    const CacheHints hints = CacheHints::in(page, monotonicNow());
    m_comingHints = m_comingHints ? CacheHints::ofBoth(*m_comingHints, hints) : hints;

    const JsonValue next = page.member("nextCursor");
    if (!next.isValid() || next.type() == JsonType::Null)
        return {};
    const QByteArray cursor = next.raw().toByteArray();
    if (m_cursors.contains(cursor))
        return problem(u" gave the cursor %1 twice: the list would never end"_s.arg(QString::fromUtf8(cursor)));
    if (m_cursors.size() + 1 >= MaxPages)
        return problem(u" was stopped after %1 pages"_s.arg(MaxPages));
    m_cursors.insert(cursor);
    m_next = cursor;
    return {};
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
