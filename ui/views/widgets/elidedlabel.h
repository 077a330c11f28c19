// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/widgets/plainlabel.h"

namespace Pullcord {

/// A line of text that is elided where it does not fit; the tool tip has all of it.
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
