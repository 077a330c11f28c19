// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/capture.h"
#include "ui/models/growingtablemodel.h"

#include <QCache>

namespace Pullcord {

/// Lines of the server's standard error, one row each. The text is read when it is painted.
class StderrModel final : public GrowingTableModel
{
    Q_OBJECT

public:
    enum Column { Time, Text, ColumnCount };
    enum Role { IndexRole = Qt::UserRole + 1 };

    explicit StderrModel(QObject *parent = nullptr);
    ~StderrModel() override;

    void setSource(const Capture *capture);

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    [[nodiscard]] qsizetype sourceCount() const override;
    [[nodiscard]] bool accepts(qsizetype source) const override;

private:
    [[nodiscard]] QString line(qsizetype source) const;

    const Capture *m_capture = nullptr;
    mutable QCache<qsizetype, QString> m_lines{512};
};

} // namespace Pullcord
