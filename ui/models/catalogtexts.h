// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/subscriptionfilter.h"
#include "ui/models/catalogmodel.h"

#include <QDateTime>
#include <QString>

/// What a server offers, as words for people.
namespace Pullcord::CatalogTexts {

/// "Tools", "Prompts", …
[[nodiscard]] QString name(CatalogList::Kind kind);
/// What an item is called: in full, with every character visible.
[[nodiscard]] QString title(const CatalogItem &item);
/// What one is called that cannot be named; `row` in its list, from 0.
[[nodiscard]] QString invalidTitle(int row);
/// What the schema does not allow about an item, as a sentence; empty if nothing.
[[nodiscard]] QString problem(const CatalogItem &item);
/// Of a tool that must not be called, as a sentence.
[[nodiscard]] QString whyExcluded(const QString &reason);
/// How it stands with a list, as a sentence.
[[nodiscard]] QString state(CatalogList::Kind kind, CatalogModel::State state, const QString &problem);
/// One moment, on both clocks.
struct Clock
{
    qint64 monotonic = 0; ///< ns, monotonicNow()
    QDateTime wall;
};
/// When it came, as a sentence.
[[nodiscard]] QString received(const CacheHints &hints, const Clock &clock);
/// What a server says of how long an answer holds, and for whom; without the point in time.
[[nodiscard]] QString keeping(const CacheHints &hints);
/// For how long the server says that a list holds, for whom, and whether it still does.
[[nodiscard]] QString cacheHints(const CacheHints &hints, bool isFresh, const Clock &clock);
/// Whether the server tells when the list changes; `agreed` is what it agreed to tell.
[[nodiscard]] QString changes(CatalogList::Kind kind, const SubscriptionFilter &agreed);
/// The same where there is no stream that a change could come in.
[[nodiscard]] QString changesCannotCome(const QString &refusal);
/// The same where the subscription is over; `before` is what it told until then.
[[nodiscard]] QString changesNoMore(CatalogList::Kind kind, const SubscriptionFilter &before);
/// What an item says of itself, a line each: description, type and size, and its annotations.
[[nodiscard]] QString summary(CatalogList::Kind kind, const CatalogItem &item);
/// The same, with whatever else there is to say of it beside its JSON: as what it is called, icons, `_meta`.
[[nodiscard]] QString about(CatalogList::Kind kind, const CatalogItem &item);
/// What annotations, raw JSON, claim; a line each.
[[nodiscard]] QStringList annotations(const QByteArray &json);

} // namespace Pullcord::CatalogTexts
