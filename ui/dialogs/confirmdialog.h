// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/servertarget.h"

#include <QDialog>

namespace Pullcord {

/// Shows a foreign command in full, with its directory and environment, before its first run. Accepted: the user
/// agrees.
class ConfirmDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit ConfirmDialog(const ServerTarget &target, QWidget *parent = nullptr);
    ~ConfirmDialog() override;
};

} // namespace Pullcord
