// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QToolButton>

namespace Pullcord {

/// Button with icon and text that may shrink to its icon.
class FoldingButton : public QToolButton
{
    Q_OBJECT

public:
    explicit FoldingButton(QWidget *parent = nullptr);
    ~FoldingButton() override;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void initStyleOption(QStyleOptionToolButton *option) const override;

private:
    enum class Measure : quint8 { AsItIs, Whole, Folded };
    mutable Measure m_measure = Measure::AsItIs;
};

} // namespace Pullcord
