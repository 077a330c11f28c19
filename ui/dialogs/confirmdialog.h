// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/servertarget.h"

#include <QDialog>

namespace Pullcord {

/// Shows a command that somebody else has written, whole, with where and in which environment it would run, before it is
/// run for the first time. Accepted: the person agrees.
class ConfirmDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit ConfirmDialog(const ServerTarget &target, QWidget *parent = nullptr);
    ~ConfirmDialog() override;
};

} // namespace Pullcord
