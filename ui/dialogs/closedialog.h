// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

namespace Pullcord {

/// Warns of losses before closing, one line per conversation. Accepted: close anyway.
class CloseDialog final : public QDialog
{
    Q_OBJECT

public:
    /// `canExport` offers to export the conversation first.
    CloseDialog(const QString &question, const QStringList &losses, bool canExport, QWidget *parent = nullptr);
    ~CloseDialog() override;

signals:
    /// The user wants to export instead of closing; the dialog is then rejected.
    void exportWanted();
};

} // namespace Pullcord
