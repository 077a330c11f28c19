// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QTabWidget;

namespace Pullcord {

/// Row in the corner of a tab widget that leaves its room to the tabs where necessary.
class TabCorner final : public QWidget
{
    Q_OBJECT

public:
    explicit TabCorner(QTabWidget *tabs);
    ~TabCorner() override;

    [[nodiscard]] QSize sizeHint() const override;

private:
    QTabWidget *m_tabs;
};

} // namespace Pullcord
