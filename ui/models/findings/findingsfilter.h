// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingkind.h"

#include <QSet>
#include <QSortFilterProxyModel>

namespace Pullcord {

/// Sorts and filters a FindingsModel: hides silenced rules, lower severities, and rows without the searched text.
class FindingsFilter final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit FindingsFilter(QObject *parent = nullptr);
    ~FindingsFilter() override;

    void setFilter(FindingSeverity least, const QString &text);
    void setSilenced(const QSet<FindingCode> &codes);
    [[nodiscard]] const QSet<FindingCode> &silenced() const { return m_silenced; }

protected:
    [[nodiscard]] bool filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const override;

private:
    FindingSeverity m_least = FindingSeverity::Info;
    QString m_text;
    QSet<FindingCode> m_silenced;
};

} // namespace Pullcord
