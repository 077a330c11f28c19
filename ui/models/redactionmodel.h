// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/redaction/redactionpreview.h"

#include <QAbstractTableModel>

namespace Pullcord {

/// Values that a redaction would remove, one row each, in the order of the capture; at most MostRows.
class RedactionModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Time, Message, Place, Text, Becomes, ColumnCount };
    static constexpr qsizetype MostRows = 10'000;

    explicit RedactionModel(QObject *parent = nullptr);
    ~RedactionModel() override;

    void clear();
    void append(const QList<RedactionPreview::Found> &found);

    /// Returns counts by rule: "known secrets: 2, header:X-Team: 1".
    [[nodiscard]] static QString byRule(const RedactionCounts &leftOut);
    /// Describes matches that are kept.
    [[nodiscard]] static QString staying(const RedactionCounts &leftOut);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] static QString text(const RedactionPreview::Found &found, int column);

    QList<RedactionPreview::Found> m_found;
};

} // namespace Pullcord
