// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/finding.h"
#include "ui/models/pacedtimer.h"

#include <QAbstractTableModel>

namespace Pullcord {

class Findings;
class RequestLog;

/// Findings of a conversation, one row each, in the order of Findings: by the events that completed them.
///
/// Changes are announced once per tick. Owner: its panel. Findings and log must outlive it, or be removed with
/// setSource(nullptr, nullptr).
class FindingsModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Severity, Code, Time, By, Request, Sentence, ColumnCount };
    enum Role {
        SortRole = Qt::UserRole + 1, ///< raw value of the column
        SeverityRole,                ///< int: FindingSeverity
        CodeRole,                    ///< int: FindingCode
        SearchRole,                  ///< QString: all searchable text
    };

    explicit FindingsModel(QObject *parent = nullptr);
    ~FindingsModel() override;

    void setSource(const Findings *findings, const RequestLog *log);
    /// Returns null for a row that is being removed.
    [[nodiscard]] const Finding *find(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void onAdded(qsizetype index);
    void onChanged(qsizetype index);
    void onWithdrawn(qsizetype index);
    void flush();
    [[nodiscard]] QString text(const Finding &finding, int column) const;
    [[nodiscard]] static QVariant sortValue(const Finding &finding, int column, const QString &text);

    const Findings *m_findings = nullptr;
    const RequestLog *m_log = nullptr;
    int m_count = 0;     ///< number of findings with rows
    int m_arriving = -1; ///< row being inserted between others; -1 if none
    int m_leaving = -1;  ///< row being removed while views are notified; -1 if none
    int m_firstChanged = -1;
    int m_lastChanged = -1;
    PacedTimer m_tick;
};

} // namespace Pullcord
