// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/peerlabel.h"

namespace Pullcord {

/// What a schema says of a field: as much as goes on two lines, and all of it when the mouse rests on it.
class FieldDescription final : public PeerLabel
{
    Q_OBJECT

public:
    explicit FieldDescription(const QString &text, QWidget *parent = nullptr);
    ~FieldDescription() override;

protected:
    void changeEvent(QEvent *event) override;

private:
    void paintDim();
};

} // namespace Pullcord
