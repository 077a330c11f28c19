// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/processload.h"

#include <QWidget>

namespace Pullcord {

/// Bar graph of the load of a server's processes after a cancel. The line at 100 % is one busy processor.
class LoadGraph final : public QWidget
{
    Q_OBJECT

public:
    explicit LoadGraph(QWidget *parent = nullptr);
    ~LoadGraph() override;

    void setLoad(const ProcessLoad &load);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    [[nodiscard]] QRect area() const;
    [[nodiscard]] int xOf(qint64 time) const;
    [[nodiscard]] double highest() const;
    [[nodiscard]] qint64 span() const;
    /// Returns the bar at `x`, as the index of the sample that ends it; -1 if there is none.
    [[nodiscard]] qsizetype barAt(int x) const;
    [[nodiscard]] QString textOf(qsizetype bar) const;

    ProcessLoad m_load;
};

} // namespace Pullcord
