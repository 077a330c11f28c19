// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/lists/colorrulerow.h"

#include "ui/models/requests/marktexts.h"
#include "ui/views/filter/filterline.h"
#include "ui/views/requests/markswatch.h"
#include "ui/views/style/accessiblenames.h"
#include "ui/views/style/icons.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QToolButton>

namespace Pullcord {
using namespace Qt::StringLiterals;

ColorRuleRow::ColorRuleRow(const ColorRule &rule, QWidget *parent)
    : QWidget(parent)
    , m_on(new QCheckBox(this))
    , m_color(new QComboBox(this))
    , m_name(new QLineEdit(rule.name, this))
    , m_filter(new FilterLine(this))
    , m_up(makeButton(u"ruleUp"_s, "chevron-up", tr("Apply this rule before the one above")))
    , m_down(makeButton(u"ruleDown"_s, "chevron-down", tr("Apply this rule after the one below")))
    , m_remove(makeButton(u"ruleRemove"_s, "trash-2", tr("Remove this rule")))
{
    m_on->setObjectName(u"ruleOn"_s);
    m_on->setToolTip(tr("Apply this rule"));
    m_on->setChecked(rule.isOn);
    m_color->setObjectName(u"ruleColor"_s);
    for (int color = int(MarkColor::Red); color < MarkColorCount; ++color)
        m_color->addItem(MarkSwatch::icon(MarkColor(color)), Texts::colorName(MarkColor(color)), color);
    m_color->setCurrentIndex(m_color->findData(int(rule.color)));
    m_name->setObjectName(u"ruleName"_s);
    m_name->setPlaceholderText(tr("Name"));
    m_filter->setObjectName(u"ruleFilter"_s);
    m_filter->setPlaceholderText(tr("Filter of the rows to color: late, time>2s, name:echo …"));
    m_filter->setText(rule.filter);
    m_filter->apply();
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_on);
    layout->addWidget(m_color);
    layout->addWidget(m_name, 1);
    layout->addWidget(m_filter, 3);
    for (QToolButton *button : {m_up, m_down, m_remove})
        layout->addWidget(button);
    connect(m_on, &QCheckBox::toggled, this, &ColorRuleRow::changed);
    connect(m_color, &QComboBox::currentIndexChanged, this, &ColorRuleRow::changed);
    connect(m_name, &QLineEdit::editingFinished, this, &ColorRuleRow::changed);
    connect(m_filter, &FilterLine::filterChanged, this, &ColorRuleRow::changed);
    connect(m_up, &QToolButton::clicked, this, &ColorRuleRow::upRequested);
    connect(m_down, &QToolButton::clicked, this, &ColorRuleRow::downRequested);
    connect(m_remove, &QToolButton::clicked, this, &ColorRuleRow::removeRequested);
}

ColorRuleRow::~ColorRuleRow() = default;

QToolButton *ColorRuleRow::makeButton(const QString &name, const char *icon, const QString &toolTip)
{
    auto *button = new QToolButton(this);
    button->setObjectName(name);
    button->setIcon(Icons::icon(icon));
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setToolTip(toolTip);
    return button;
}

ColorRule ColorRuleRow::rule() const
{
    return {.name = m_name->text().trimmed(),
            .filter = m_filter->filter().text(),
            .color = MarkColor(m_color->currentData().toInt()),
            .isOn = m_on->isChecked()};
}

void ColorRuleRow::setPlace(qsizetype place, qsizetype count)
{
    const QString number = tr("rule %1").arg(place + 1);
    m_on->setAccessibleName(tr("On, %1").arg(number));
    AccessibleNames::name(m_color, tr("Color, %1").arg(number));
    m_name->setAccessibleName(tr("Name, %1").arg(number));
    m_filter->setAccessibleName(tr("Filter, %1").arg(number));
    for (QToolButton *button : {m_up, m_down, m_remove})
        button->setAccessibleName(tr("%1, %2").arg(button->toolTip(), number));
    m_up->setEnabled(place > 0);
    m_down->setEnabled(place + 1 < count);
}

void ColorRuleRow::begin()
{
    m_filter->setFocus(Qt::OtherFocusReason);
}

} // namespace Pullcord
