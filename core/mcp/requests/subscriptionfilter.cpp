// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/requests/subscriptionfilter.h"

#include "core/json/jsontext.h"

#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

struct Flag
{
    const char *member;
    const char *method;
    bool SubscriptionFilter::*value;
};
constexpr Flag Flags[] = {
    {"toolsListChanged", "notifications/tools/list_changed", &SubscriptionFilter::tools},
    {"promptsListChanged", "notifications/prompts/list_changed", &SubscriptionFilter::prompts},
    {"resourcesListChanged", "notifications/resources/list_changed", &SubscriptionFilter::resources},
};

struct List
{
    const char *member;
    const char *method;
    const char *named; ///< member of that notification's params
    QStringList SubscriptionFilter::*value;
};
constexpr List Lists[] = {
    {"resourceSubscriptions", "notifications/resources/updated", "uri", &SubscriptionFilter::uris},
    {"taskIds", "notifications/tasks", "taskId", &SubscriptionFilter::tasks},
};

QByteArray arrayOf(const QStringList &texts)
{
    QByteArrayList quoted;
    for (const QString &text : texts)
        quoted.append(JsonText::quoted(text));
    return '[' + quoted.join(',') + ']';
}

} // namespace

SubscriptionFilter SubscriptionFilter::fromJson(const JsonValue &notifications)
{
    SubscriptionFilter filter;
    for (const Flag &flag : Flags)
        filter.*flag.value = notifications.member(flag.member).toBool().value_or(false);
    for (const List &list : Lists) {
        for (const JsonMember &text : notifications.member(list.member))
            (filter.*list.value).append(text.value.toString());
    }
    return filter;
}

QByteArray SubscriptionFilter::toJson() const
{
    QByteArray json = "{}";
    for (const Flag &flag : Flags) {
        if (this->*flag.value)
            json = JsonText::withMember(json, flag.member, "true");
    }
    for (const List &list : Lists) {
        if (!(this->*list.value).isEmpty())
            json = JsonText::withMember(json, list.member, arrayOf(this->*list.value));
    }
    return json;
}

SubscriptionFilter SubscriptionFilter::without(const SubscriptionFilter &other) const
{
    SubscriptionFilter rest;
    for (const Flag &flag : Flags)
        rest.*flag.value = this->*flag.value && !(other.*flag.value);
    for (const List &list : Lists) {
        const QSet<QString> there((other.*list.value).begin(), (other.*list.value).end());
        for (const QString &text : this->*list.value) {
            if (!there.contains(text))
                (rest.*list.value).append(text);
        }
    }
    return rest;
}

bool SubscriptionFilter::covers(QByteArrayView method, const JsonValue &params) const
{
    for (const Flag &flag : Flags) {
        if (method == flag.method)
            return this->*flag.value;
    }
    for (const List &list : Lists) {
        if (method != list.method)
            continue;
        const QString name = params.member(list.named).toString();
        const QStringList &watched = this->*list.value;
        const bool isUri = list.value == &SubscriptionFilter::uris;
        return std::any_of(watched.begin(), watched.end(),
                           [&](const QString &one) { return isUri ? isWithin(name, one) : name == one; });
    }
    return false;
}

bool SubscriptionFilter::isWithin(QStringView uri, QStringView watched)
{
    const auto isOfQuery = [](QChar letter) { return letter == u'?' || letter == u'#'; };
    watched.truncate(std::find_if(watched.begin(), watched.end(), isOfQuery) - watched.begin());
    while (watched.endsWith(u'/'))
        watched.chop(1);
    if (!uri.startsWith(watched))
        return false;
    const QStringView rest = uri.mid(watched.size());
    return rest.isEmpty() || rest.front() == u'/' || isOfQuery(rest.front());
}

QString SubscriptionFilter::text() const
{
    QStringList parts;
    for (const Flag &flag : Flags) {
        if (this->*flag.value)
            parts.append(QString::fromLatin1(flag.member));
    }
    return (parts + uris + tasks).join(u", "_s);
}

QByteArrayList SubscriptionFilter::methods()
{
    QByteArrayList all;
    for (const Flag &flag : Flags)
        all << flag.method;
    for (const List &list : Lists)
        all << list.method;
    return all;
}

} // namespace Pullcord
