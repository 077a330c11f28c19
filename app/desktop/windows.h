// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/services.h"

#include <QObject>

namespace Pullcord {

class MainWindow;

/// Opens the windows of the program, each when another asks for it. A window deletes itself when it is closed.
class Windows final : public QObject
{
    Q_OBJECT

public:
    explicit Windows(const Services &services);

    MainWindow *open();

private:
    const Services &m_services;
};

} // namespace Pullcord
