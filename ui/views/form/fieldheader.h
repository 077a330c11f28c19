// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace Pullcord {

/// Header of a foldable part of a form: arrow with title, summary, and room for buttons.
class FieldHeader final : public QWidget
{
    Q_OBJECT

public:
    FieldHeader(const QString &title, const QString &description, QWidget *parent = nullptr);
    ~FieldHeader() override;

    [[nodiscard]] bool isOpen() const { return m_isOpen; }
    void setOpen(bool open);
    /// Enables or disables folding.
    void setFoldable(bool foldable);
    void setSummary(const QString &summary);
    void addButton(QToolButton *button);
    [[nodiscard]] QHBoxLayout *row() const { return m_layout; }
    [[nodiscard]] QToolButton *arrow() const { return m_arrow; }

signals:
    void openChanged(bool open);

protected:
    void changeEvent(QEvent *event) override;

private:
    void dimSummary();

    QToolButton *m_arrow;
    QLabel *m_summary;
    QHBoxLayout *m_layout;
    bool m_isOpen = false;
};

} // namespace Pullcord
