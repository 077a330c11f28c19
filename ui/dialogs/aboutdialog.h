// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

namespace Pullcord {

/// Name, version and licenses.
class AboutDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit AboutDialog(const QString &version, QWidget *parent = nullptr);
};

} // namespace Pullcord
