// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QComboBox>

namespace Pullcord {

/// Combo box for scrolling forms: ignores the wheel, and long entries do not widen it.
class CalmComboBox final : public QComboBox
{
    Q_OBJECT

public:
    explicit CalmComboBox(QWidget *parent = nullptr);
    ~CalmComboBox() override;

protected:
    void wheelEvent(QWheelEvent *event) override;
};

} // namespace Pullcord
