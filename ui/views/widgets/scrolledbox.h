// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QScrollArea>

namespace Pullcord {

/// Contents of a dialog at their preferred size, with vertical scrolling where there is less room. The focused field
/// stays in sight.
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
