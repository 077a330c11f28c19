// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSpinBox>

namespace Pullcord {

/// Spin box for a timeout in whole seconds; 0: none. Accepts units as on the command line: "2 s", "1500 ms", "3 min".
/// Fractions are rounded up.
class SecondsBox final : public QSpinBox
{
    Q_OBJECT

public:
    explicit SecondsBox(QWidget *parent = nullptr);
    ~SecondsBox() override;

protected:
    [[nodiscard]] QValidator::State validate(QString &input, int &position) const override;
    [[nodiscard]] int valueFromText(const QString &text) const override;

private:
    [[nodiscard]] QString typed(QString text) const;
};

} // namespace Pullcord
