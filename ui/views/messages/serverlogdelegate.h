// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/tables/rowdelegate.h"

namespace Pullcord {

/// Paints the server's log: levels with icon and colour, data as on the wire.
class ServerLogDelegate final : public RowDelegate
{
    Q_OBJECT

public:
    using RowDelegate::RowDelegate;

protected:
    [[nodiscard]] Look look(const QModelIndex &index, const QPalette &palette) const override;
};

} // namespace Pullcord
