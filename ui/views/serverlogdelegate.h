// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/rowdelegate.h"

namespace Pullcord {

/// Paints the server's log: each level with an icon and in its colour, data as the wire has it.
class ServerLogDelegate final : public RowDelegate
{
    Q_OBJECT

public:
    using RowDelegate::RowDelegate;

protected:
    [[nodiscard]] Look look(const QModelIndex &index, const QPalette &palette) const override;
};

} // namespace Pullcord
