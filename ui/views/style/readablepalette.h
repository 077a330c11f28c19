// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPalette>

class QApplication;

namespace Pullcord {

/// Keeps the application's palette readable. Some desktops set a dark Base and Text, but leave hints, alternate rows,
/// links and tool tips as for light windows.
/// Create one before the first window; it follows later changes of the desktop.
class ReadablePalette final : public QObject
{
    Q_OBJECT

public:
    explicit ReadablePalette(QApplication &app);
    ~ReadablePalette() override;

    /// Returns the palette with unreadable colors replaced.
    [[nodiscard]] static QPalette mended(const QPalette &palette);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void apply();

    bool m_isApplying = false;
};

} // namespace Pullcord
