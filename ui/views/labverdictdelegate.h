// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/rowdelegate.h"

namespace Pullcord {

/// Paints what the cancellation lab says of the rules: what was broken stands out by its icon and colour, what was not exercised is grey.
class LabVerdictDelegate final : public RowDelegate
{
    Q_OBJECT

public:
    using RowDelegate::RowDelegate;

protected:
    [[nodiscard]] Look look(const QModelIndex &index, const QPalette &palette) const override;
};

} // namespace Pullcord
