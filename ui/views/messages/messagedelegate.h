// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/messages/messagemodelroles.h"
#include "ui/views/tables/rowdelegate.h"

namespace Pullcord {

/// Paints messages: direction as icon, late ones grey and struck out, other events in coloured italics.
class MessageDelegate final : public RowDelegate
{
    Q_OBJECT

public:
    using RowDelegate::RowDelegate;

protected:
    [[nodiscard]] Look look(const QModelIndex &index, const QPalette &palette) const override;
    [[nodiscard]] int markColumn() const override { return MessageTable::Method; }
};

} // namespace Pullcord
