// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/mcp/schemaverdict.h"

#include <QHash>

namespace Pullcord {

/// P11: messages that are not what the schema of their revision says. It hears of each message later
/// (FindingRules::makeLater).
///
/// The revision is the one that the message names, or the request that it answers; else the one that its connection has
/// agreed upon. What another rule says of a message (no JSON-RPC, cancels, progress, _meta, resultType) is not said once more.
class ValidityRule final : public FindingRule
{
public:
    static constexpr qsizetype MostSorts = 1000; ///< of what is wrong: of those each is one finding, which grows

    explicit ValidityRule(FindingContext &context);
    void onEvent(const FindingStep &step) override;

private:
    [[nodiscard]] std::optional<Revision> revisionOf(const FindingStep &step);
    [[nodiscard]] std::optional<Revision> offeredIn(const FindingStep &step) const;
    void reportPlaces(const FindingStep &step, Revision revision, QList<SchemaVerdict::Place> places);
    void reportEntries(const FindingStep &step, Revision revision, QList<SchemaVerdict::Place> &places);
    void reportEntry(const FindingStep &step, Revision revision, const QList<SchemaVerdict::Place> &places,
                     const QString &name);
    void report(const FindingStep &step, Revision revision, const QList<SchemaVerdict::Place> &places);
    void raiseSort(const QByteArray &sort, Finding found, const FindingStep &step);

    QHash<QByteArray, quint64> m_found; ///< keys of the findings
};

} // namespace Pullcord
