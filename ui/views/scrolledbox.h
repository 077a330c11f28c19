// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QScrollArea>

namespace Pullcord {

/// What a dialog has to say or to ask, as large as it wants to be; scrolled up and down where there is less room. The field
/// that has the focus is in sight.
class ScrolledBox final : public QScrollArea
{
    Q_OBJECT

public:
    explicit ScrolledBox(QWidget *content, QWidget *parent = nullptr);
    ~ScrolledBox() override;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject *object, QEvent *event) override;
};

} // namespace Pullcord
