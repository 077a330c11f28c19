// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/requests/tasklist.h"

#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"

#include <chrono>
#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

constexpr std::chrono::milliseconds Tick{50};

std::optional<TaskList::Item> itemFrom(const JsonValue &task)
{
    const auto info = TaskInfo::fromJson(task);
    return info ? std::optional(TaskList::Item{*info, task.raw().toByteArray()}) : std::nullopt;
}

} // namespace

void TaskList::Items::append(const Item &item)
{
    if (!rows.contains(item.info.id))
        rows.insert(item.info.id, list.size());
    list.append(item);
}

bool TaskList::Items::update(const Item &news)
{
    const auto row = rows.constFind(news.info.id);
    if (row == rows.cend() || list.at(*row) == news)
        return false;
    list[*row] = news;
    return true;
}

TaskList::TaskList(Client &client, QObject *parent)
    : QObject(parent)
    , m_client(client)
    , m_pages(client, "tasks/list", "tasks")
{
    m_tick.setSingleShot(true);
    m_tick.setInterval(Tick);
    connect(&m_tick, &QTimer::timeout, this, &TaskList::changed);
    connect(&m_pages, &PageReader::page, this, [this](const QByteArray &result) {
        for (const JsonMember &task : JsonValue(result).member("tasks")) {
            if (const auto item = itemFrom(task.value))
                m_coming.append(*item);
            else // it has no id for requests
                m_client.rpc().note(u"An entry of tasks/list has no taskId: %1"_s.arg(
                    QString::fromUtf8(JsonText::compact(task.value.raw()))));
        }
    });
    connect(&m_pages, &PageReader::finished, this, &TaskList::onFinished);
    connect(&m_pages, &PageReader::loadingChanged, this, &TaskList::loadingChanged);
    connect(&m_pages, &PageReader::failed, this, &TaskList::failed);
    connect(&m_pages, &PageReader::done, this, &TaskList::changed);
    connect(client.rpc().notifications("notifications/tasks/status"), &NotificationSource::received, this,
            &TaskList::onStatus);
}

TaskList::~TaskList() = default;

bool TaskList::isDeclared() const
{
    return isDeclared("list");
}

bool TaskList::canCancel() const
{
    return isDeclared("cancel");
}

bool TaskList::isDeclared(const char *capability) const
{
    return m_client.revision() == Revision::R2025_11_25 &&
           JsonValue(m_client.server().capabilities).member("tasks").member(capability).isObject();
}

bool TaskList::refresh()
{
    if (!isDeclared() || m_client.state() != Client::State::Ready)
        return false;
    if (isLoading())
        return true;
    m_coming = {};
    m_pages.start();
    return true;
}

void TaskList::onStatus(const QByteArray &params)
{
    const auto news = itemFrom(JsonValue(params));
    if (!news)
        return;
    m_coming.update(*news);
    if (m_items.update(*news) && !m_tick.isActive())
        m_tick.start();
}

void TaskList::onFinished(const std::optional<Error> &problem)
{
    if (!problem || m_items.list.isEmpty())
        m_items = std::move(m_coming);
    m_coming = {};
    m_tick.stop();
}

} // namespace Pullcord
