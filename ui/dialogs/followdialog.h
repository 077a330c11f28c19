// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/stdiocommand.h"

#include <QDialog>

class QLineEdit;
class QPushButton;

namespace Pullcord {

class FieldNote;

/// Asks for a command whose standard output is a growing capture. Accepted: start it.
class FollowDialog final : public QDialog
{
    Q_OBJECT

public:
    /// `line` is the text typed last.
    explicit FollowDialog(const QString &line, QWidget *parent = nullptr);
    ~FollowDialog() override;

    [[nodiscard]] QString line() const;
    [[nodiscard]] StdioCommand command() const { return m_command; }

private:
    void check();

    QLineEdit *m_line;
    FieldNote *m_note;
    QPushButton *m_follow;
    StdioCommand m_command;
};

} // namespace Pullcord
