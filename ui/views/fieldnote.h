// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/peerlabel.h"

namespace Pullcord {

/// What is wrong with the field above it, in words; takes no room while nothing is.
class FieldNote final : public PeerLabel
{
    Q_OBJECT

public:
    explicit FieldNote(QWidget *parent = nullptr);
    ~FieldNote() override;

    /// `isHint`: nothing is wrong yet, something is still to be typed.
    void say(const QString &text, bool isHint = false);

protected:
    void changeEvent(QEvent *event) override;

private:
    void color();

    bool m_isHint = false;
};

} // namespace Pullcord
