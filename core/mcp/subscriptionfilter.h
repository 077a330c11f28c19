// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"

#include <QByteArray>
#include <QStringList>

namespace Pullcord {

/// What changes somebody wants to be told of, or a server agreed to tell: the member `notifications` of subscriptions/listen
/// and of its acknowledgement. A value. Specification: 2026-07-28 "Subscriptions", the tasks extension; spec digest 4.10.
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
    /// What stands in this one and not in the other.
    [[nodiscard]] SubscriptionFilter without(const SubscriptionFilter &other) const;
    /// A notification of that method, with these params, is what was asked for. One of a resource below one that is
    /// watched is.
    [[nodiscard]] bool covers(QByteArrayView method, const JsonValue &params) const;
    /// A resource, by its URI, is the one that is watched, or is below that: whatever query or fragment either has.
    [[nodiscard]] static bool isWithin(QStringView uri, QStringView watched);
    /// For people, by the names of the protocol: "toolsListChanged, file:///a.txt".
    [[nodiscard]] QString text() const;

    /// The notifications that in 2026-07-28 come in a subscription, or not at all.
    [[nodiscard]] static QByteArrayList methods();

    friend bool operator==(const SubscriptionFilter &, const SubscriptionFilter &) = default;
};

} // namespace Pullcord
