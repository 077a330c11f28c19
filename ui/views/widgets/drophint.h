// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

namespace Pullcord {

/// Overlay shown while files are dragged over the window, with the effect of dropping them. It ignores drag events.
class DropHint final : public QWidget
{
    Q_OBJECT

public:
    explicit DropHint(QWidget *over);
    ~DropHint() override;

    void offer(const QString &text);
    [[nodiscard]] const QString &text() const { return m_text; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_text;
};

} // namespace Pullcord
