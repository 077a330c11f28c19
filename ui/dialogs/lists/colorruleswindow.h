// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/filter/colorrule.h"

#include <QDialog>
#include <QVector>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;
class QVBoxLayout;

namespace Pullcord {

class FilterLine;
class MessageBar;
class Settings;

/// Editor for one color rule.
class ColorRuleRow final : public QWidget
{
    Q_OBJECT

public:
    explicit ColorRuleRow(const ColorRule &rule, QWidget *parent = nullptr);
    ~ColorRuleRow() override;

    /// While the filter is invalid, the previous one counts.
    [[nodiscard]] ColorRule rule() const;
    /// Sets its position, from 0, and the number of rules.
    void setPlace(qsizetype place, qsizetype count);
    void begin();

signals:
    void changed();
    void upRequested();
    void downRequested();
    void removeRequested();

private:
    [[nodiscard]] QToolButton *makeButton(const QString &name, const char *icon, const QString &toolTip);

    QCheckBox *m_on;
    QComboBox *m_color;
    QLineEdit *m_name;
    FilterLine *m_filter;
    QToolButton *m_up;
    QToolButton *m_down;
    QToolButton *m_remove;
};

/// Rules that color rows, in order. Not modal; changes apply at once to all windows.
class ColorRulesWindow final : public QDialog
{
    Q_OBJECT

public:
    explicit ColorRulesWindow(Settings &settings, QWidget *parent = nullptr);
    ~ColorRulesWindow() override;

private:
    void makeList();
    [[nodiscard]] MarkColor unusedColor() const;
    ColorRuleRow *add(const ColorRule &rule);
    void move(ColorRuleRow *row, int by);
    void remove(ColorRuleRow *row);
    void number();
    void keep();

    Settings &m_settings;
    QVBoxLayout *m_list = nullptr;
    QLabel *m_empty;
    MessageBar *m_messages = nullptr;
    QVector<ColorRuleRow *> m_rows;
};

} // namespace Pullcord
