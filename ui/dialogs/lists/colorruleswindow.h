// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/filter/colorrule.h"

#include <QDialog>
#include <QVector>

class QLabel;
class QVBoxLayout;

namespace Pullcord {

class ColorRuleRow;
class MessageBar;
class Settings;

/// Rules that colour rows, in order. Not modal; changes apply at once to all windows.
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
