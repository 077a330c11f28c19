// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/catalog/compareditem.h"
#include "ui/models/comparing.h"

#include <QWidget>

#include <array>

class QComboBox;
class QLabel;
class QListWidget;

namespace Pullcord {

class TextView;

/// Two requests or messages side by side, with a list of their differences. A window of its own, not modal.
class CompareWindow final : public QWidget
{
    Q_OBJECT

public:
    CompareWindow(const ComparedItem &left, const ComparedItem &right, QWidget *parent = nullptr);
    ~CompareWindow() override;

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Side
    {
        ComparedItem item;
        QComboBox *part = nullptr;
        TextView *view = nullptr;
    };
    [[nodiscard]] QWidget *makeSide(Side &side, const QString &name, const QString &accessible);
    void onPartChosen(const Side &chosen, const Side &other);
    void compare();
    void showOutcome();
    void paintDifferences();
    void goTo(int difference);
    [[nodiscard]] QString summary() const;
    [[nodiscard]] static QString describe(const JsonDifference &difference);

    std::array<Side, 2> m_sides;
    Comparing m_comparing;
    QLabel *m_summary;
    QListWidget *m_list;
};

} // namespace Pullcord
