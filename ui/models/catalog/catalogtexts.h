// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/requests/subscriptionfilter.h"
#include "ui/models/catalog/catalogmodel.h"

#include <QDateTime>
#include <QString>

/// Texts about tools, prompts, resources and templates.
namespace Pullcord::CatalogTexts {

/// "Tools", "Prompts", …
[[nodiscard]] QString name(CatalogList::Kind kind);
/// Returns the full title of an item, with every character visible.
[[nodiscard]] QString title(const CatalogItem &item);
/// Returns a title for an item without a valid name. `row` counts from 0.
[[nodiscard]] QString invalidTitle(int row);
/// Describes the schema violation of an item, as a sentence; empty if none.
[[nodiscard]] QString problem(const CatalogItem &item);
/// Explains why a tool must not be called, as a sentence.
[[nodiscard]] QString whyExcluded(const QString &reason);
/// Describes the state of a list, as a sentence.
[[nodiscard]] QString state(CatalogList::Kind kind, CatalogModel::State state, const QString &problem);
/// One moment on both clocks.
struct Clock
{
    qint64 monotonic = 0; ///< monotonicNow(), in ns
    QDateTime wall;
};
/// Returns the time at which the list arrived, as a sentence.
[[nodiscard]] QString received(const CacheHints &hints, const Clock &clock);
/// Describes time to live and scope of a result, as declared by the server; without absolute times.
[[nodiscard]] QString keeping(const CacheHints &hints);
/// Describes time to live, scope and freshness of a list.
[[nodiscard]] QString cacheHints(const CacheHints &hints, bool isFresh, const Clock &clock);
/// Returns a sentence on whether the server reports changes of the list. `agreed` is the agreed subscription.
[[nodiscard]] QString changes(CatalogList::Kind kind, const SubscriptionFilter &agreed);
/// Explains that changes cannot arrive, since no stream is open.
[[nodiscard]] QString changesCannotCome(const QString &refusal);
/// Explains that changes no longer arrive. `before` is the subscription that has ended.
[[nodiscard]] QString changesNoMore(CatalogList::Kind kind, const SubscriptionFilter &before);
/// Returns an item's own metadata, one fact per line: description, type, size, annotations.
[[nodiscard]] QString summary(CatalogList::Kind kind, const CatalogItem &item);
/// Returns summary() and the other metadata, such as title, icons and `_meta`.
[[nodiscard]] QString about(CatalogList::Kind kind, const CatalogItem &item);
/// Returns the annotations in raw JSON, one fact per line.
[[nodiscard]] QStringList annotations(const QByteArray &json);

} // namespace Pullcord::CatalogTexts
