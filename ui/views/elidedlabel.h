// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/plainlabel.h"

namespace Pullcord {

/// One line that is cut with an ellipsis where there is no room, and is whole in its tool tip.
class ElidedLabel final : public PlainLabel
{
    Q_OBJECT

public:
    using PlainLabel::PlainLabel;

    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;
};

} // namespace Pullcord
