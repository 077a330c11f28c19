// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/peerlabel.h"

namespace Pullcord {

/// A remark that must be seen, on the colour of warnings over the whole width of its parent; hidden while it says nothing.
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
    void colour();
};

} // namespace Pullcord
