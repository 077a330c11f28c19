// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/widgets/peerlabel.h"

namespace Pullcord {

/// Description of a field: the first two lines, and all of it in the tool tip.
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
