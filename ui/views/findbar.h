// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QLineEdit;
class QToolButton;

namespace Pullcord {

class ElidedLabel;

/// A line to type what is looked for, how much of it was found, and buttons to go from one to the next. Enter and Shift+Enter
/// do so too; Esc closes.
class FindBar final : public QWidget
{
    Q_OBJECT

public:
    explicit FindBar(QWidget *parent = nullptr);
    ~FindBar() override;

    [[nodiscard]] QString text() const;
    /// Shows it with the text selected, to be typed over.
    void open();
    void close();
    /// Something to begin with.
    void setText(const QString &text);
    void setStatus(const QString &status, bool isBad);

signals:
    void textChanged(const QString &text);
    void nextRequested();
    void previousRequested();
    /// It has been hidden.
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
