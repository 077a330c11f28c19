// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QLineEdit;
class QToolButton;

namespace Pullcord {

class ElidedLabel;

/// Search line with hit count and buttons for the next and previous hit, also by Enter and Shift+Enter. Esc closes it.
class FindBar final : public QWidget
{
    Q_OBJECT

public:
    explicit FindBar(QWidget *parent = nullptr);
    ~FindBar() override;

    [[nodiscard]] QString text() const;
    /// Shows the bar with its text selected.
    void open();
    void close();
    /// Sets an initial text.
    void setText(const QString &text);
    void setStatus(const QString &status, bool isBad);

signals:
    void textChanged(const QString &text);
    void nextRequested();
    void previousRequested();
    /// The bar was hidden.
    void closed();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    QToolButton *makeButton(const char *icon, const QString &name, const QString &text);
    void paintStatus();

    QLineEdit *m_line;
    ElidedLabel *m_status;
    bool m_isBad = false;
};

} // namespace Pullcord
