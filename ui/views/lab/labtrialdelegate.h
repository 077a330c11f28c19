// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/tables/rowdelegate.h"

namespace Pullcord {

/// Paints trials of the cancellation lab: bad outcomes with icon and colour, skipped ones in grey.
class LabTrialDelegate final : public RowDelegate
{
    Q_OBJECT

public:
    using RowDelegate::RowDelegate;

protected:
    [[nodiscard]] Look look(const QModelIndex &index, const QPalette &palette) const override;
};

} // namespace Pullcord
