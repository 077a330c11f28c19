// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/mcp/validation/schemaverdict.h"

#include <QHash>

namespace Pullcord {

/// P11: messages that violate the schema of their revision. Gets each message later (FindingRules::makeLater).
///
/// The revision is the one named by the message or by its request, else the agreed one of the connection. Faults that
/// other rules report (invalid JSON-RPC, cancels, progress, _meta, resultType) are not reported again.
class ValidityRule final : public FindingRule
{
public:
    static constexpr qsizetype MostSorts = 1000; ///< kinds of faults; each is one finding with a count

    using FindingRule::FindingRule;
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
