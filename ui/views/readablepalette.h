// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPalette>

class QApplication;

namespace Pullcord {

/// Keeps the palette of the application readable, whatever a desktop has left out of it: some set dark Base and Text and leave the
/// colours of hints, of every other row, of links and of tool tips as they are for light windows.
/// One for the application, before its first window; it follows what the desktop changes later.
class ReadablePalette final : public QObject
{
    Q_OBJECT

public:
    explicit ReadablePalette(QApplication &app);
    ~ReadablePalette() override;

    /// The same with those colours changed that cannot be read.
    [[nodiscard]] static QPalette mended(const QPalette &palette);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void apply();

    bool m_isApplying = false;
};

} // namespace Pullcord
