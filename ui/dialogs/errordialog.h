// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proxy/operatorcancel.h"

#include <QDialog>

class QLineEdit;
class QSpinBox;

namespace Pullcord {

/// Asks for the error that the sender of a request gets which the operator of a proxy cancels. Accepted: use it.
class ErrorDialog final : public QDialog
{
    Q_OBJECT

public:
    /// An empty message stands for the reason of the cancel.
    explicit ErrorDialog(const OperatorCancel::ErrorResponse &error, QWidget *parent = nullptr);
    ~ErrorDialog() override;

    [[nodiscard]] OperatorCancel::ErrorResponse error() const;

private:
    QSpinBox *m_code;
    QLineEdit *m_text;
};

} // namespace Pullcord
