// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/processload.h"

#include <QWidget>

namespace Pullcord {

/// How hard the processes of a server worked after a cancel, as bars over time: one processor kept busy is as high as the
/// line that is marked with 100 %.
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
    /// Which bar is there, by the sample that ends it; -1 for none.
    [[nodiscard]] qsizetype barAt(int x) const;
    [[nodiscard]] QString textOf(qsizetype bar) const;

    ProcessLoad m_load;
};

} // namespace Pullcord
