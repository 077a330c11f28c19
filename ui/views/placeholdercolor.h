// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPalette>

class QApplication;

namespace Pullcord {

/// Keeps placeholders readable where the desktop gives a dark palette without a colour for them, which leaves them black.
/// For the whole application, now and whenever its palette changes.
class PlaceholderColor final : public QObject
{
    Q_OBJECT

public:
    /// The application must outlive it.
    explicit PlaceholderColor(QApplication &app);
    ~PlaceholderColor() override;

    /// The palette's own colour where it can be read, else a faint one of its text.
    [[nodiscard]] static QColor readable(const QPalette &palette, QPalette::ColorGroup group);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
};

} // namespace Pullcord
