// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/widgets/peerlabel.h"

namespace Pullcord {

/// An important remark in the color of warnings, across its parent; hidden while empty.
class PeerBanner final : public PeerLabel
{
    Q_OBJECT

public:
    explicit PeerBanner(QWidget *parent);
    ~PeerBanner() override;

    void say(const QString &text);

protected:
    void changeEvent(QEvent *event) override;

private:
    void applyColor();
};

} // namespace Pullcord
