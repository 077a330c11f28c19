// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"

#include <QByteArray>
#include <QStringList>

namespace Pullcord {

/// A set of change notifications, either wanted by the client or agreed to by a server: the member `notifications` of
/// subscriptions/listen and of its acknowledgment. A value. Specification: 2026-07-28 "Subscriptions", the tasks
/// extension; spec digest 4.10.
struct SubscriptionFilter
{
    bool tools = false;     ///< toolsListChanged
    bool prompts = false;   ///< promptsListChanged
    bool resources = false; ///< resourcesListChanged
    QStringList uris;       ///< resourceSubscriptions
    QStringList tasks;      ///< taskIds, of the tasks extension

    [[nodiscard]] static SubscriptionFilter fromJson(const JsonValue &notifications);
    [[nodiscard]] QByteArray toJson() const;

    [[nodiscard]] bool isEmpty() const { return *this == SubscriptionFilter(); }
    /// Entries of this filter that `other` lacks.
    [[nodiscard]] SubscriptionFilter without(const SubscriptionFilter &other) const;
    /// True if the filter includes a notification of that method with these params. A resource below a watched one is
    /// included.
    [[nodiscard]] bool covers(QByteArrayView method, const JsonValue &params) const;
    /// True if a resource is the watched one or is below it, by URI; ignores the query and fragment of both.
    [[nodiscard]] static bool isWithin(QStringView uri, QStringView watched);
    /// Text for display, with the names of the protocol: "toolsListChanged, file:///a.txt".
    [[nodiscard]] QString text() const;

    /// Notifications that in 2026-07-28 come only in a subscription.
    [[nodiscard]] static QByteArrayList methods();

    friend bool operator==(const SubscriptionFilter &, const SubscriptionFilter &) = default;
};

} // namespace Pullcord
