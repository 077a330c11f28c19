// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

namespace Pullcord {

/// Says what would be lost before it is: a line for each conversation. Accepted: the person closes it all the same.
class CloseDialog final : public QDialog
{
    Q_OBJECT

public:
    /// `canExport`: offers to write the conversation to a file first.
    CloseDialog(const QString &question, const QStringList &losses, bool canExport, QWidget *parent = nullptr);
    ~CloseDialog() override;

signals:
    /// In the place of closing; the dialog is rejected then.
    void exportWanted();
};

} // namespace Pullcord
