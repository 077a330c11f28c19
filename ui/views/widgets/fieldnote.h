// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/widgets/peerlabel.h"

namespace Pullcord {

/// A note about a problem of the field above; takes no room while empty.
class FieldNote final : public PeerLabel
{
    Q_OBJECT

public:
    explicit FieldNote(QWidget *parent = nullptr);
    ~FieldNote() override;

    /// `isHint`: the input is incomplete, not wrong.
    void say(const QString &text, bool isHint = false);

protected:
    void changeEvent(QEvent *event) override;

private:
    void color();

    bool m_isHint = false;
};

} // namespace Pullcord
