// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>

namespace Pullcord {

/// What a schema says of a field: as much as goes on a line, and the rest when the mouse rests on it.
class FieldDescription final : public QLabel
{
    Q_OBJECT

public:
    explicit FieldDescription(const QString &text, QWidget *parent = nullptr);
    ~FieldDescription() override;

    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
};

} // namespace Pullcord
