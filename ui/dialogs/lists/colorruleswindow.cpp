// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/lists/colorruleswindow.h"

#include "ui/models/requests/marktexts.h"
#include "ui/settings.h"
#include "ui/views/filter/filterline.h"
#include "ui/views/requests/markswatch.h"
#include "ui/views/style/accessiblenames.h"
#include "ui/views/style/icons.h"
#include "ui/views/style/screenroom.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/widgets/messagebar.h"
#include "ui/views/widgets/plainlabel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

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

ColorRulesWindow::ColorRulesWindow(Settings &settings, QWidget *parent)
    : QDialog(parent)
    , m_settings(settings)
    , m_empty(new PlainLabel(tr("No rules yet. A rule colors all requests and messages that match its filter."), this))
{
    setObjectName(u"colorRules"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Color Rules"));
    auto *about = new PlainLabel(
        tr("The first rule that a row matches colors it; rows that you marked keep their own color."), this);
    about->setWordWrap(true);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(about);
    makeList();
    m_messages = new MessageBar(this);
    layout->addWidget(m_messages);
    auto *addButton = new QPushButton(Icons::icon("plus"), tr("&Add Rule"), this);
    addButton->setObjectName(u"addRule"_s);
    auto *close = new QPushButton(tr("C&lose"), this);
    close->setObjectName(u"closeRules"_s);
    for (QPushButton *button : {addButton, close})
        button->setAutoDefault(false); // Enter completes a filter
    connect(addButton, &QPushButton::clicked, this, [this] {
        ColorRuleRow *row = add({.name = {}, .filter = {}, .color = unusedColor()});
        number();
        row->begin();
    });
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(addButton);
    buttons->addStretch(1);
    buttons->addWidget(close);
    layout->addLayout(buttons);
    resize(ScreenRoom::bounded(*this, {130 * letterWidth(fontMetrics()), 18 * fontMetrics().lineSpacing()}));
    const QList<ColorRule> rules = settings.colorRules();
    for (const ColorRule &rule : rules)
        add(rule);
    number();
}

ColorRulesWindow::~ColorRulesWindow() = default;

void ColorRulesWindow::makeList()
{
    auto *area = new QScrollArea(this);
    area->setObjectName(u"ruleArea"_s);
    area->setAccessibleName(tr("Rules; the first match applies"));
    area->setWidgetResizable(true);
    area->setFocusPolicy(Qt::NoFocus);
    auto *inside = new QWidget(area);
    m_list = new QVBoxLayout(inside);
    m_list->addWidget(m_empty);
    m_list->addStretch(1);
    m_empty->setWordWrap(true);
    area->setWidget(inside);
    static_cast<QVBoxLayout *>(layout())->addWidget(area, 1);
}

/// Returns yellow first, then colors without a rule.
MarkColor ColorRulesWindow::unusedColor() const
{
    for (const MarkColor color :
         {MarkColor::Yellow, MarkColor::Green, MarkColor::Blue, MarkColor::Purple, MarkColor::Orange, MarkColor::Red}) {
        if (std::none_of(m_rows.begin(), m_rows.end(), [=](const auto *row) { return row->rule().color == color; }))
            return color;
    }
    return MarkColor::Yellow;
}

ColorRuleRow *ColorRulesWindow::add(const ColorRule &rule)
{
    auto *row = new ColorRuleRow(rule, this);
    m_list->insertWidget(int(m_rows.size()) + 1, row); // after the label
    m_rows.append(row);
    connect(row, &ColorRuleRow::changed, this, &ColorRulesWindow::keep);
    connect(row, &ColorRuleRow::upRequested, this, [this, row] { move(row, -1); });
    connect(row, &ColorRuleRow::downRequested, this, [this, row] { move(row, 1); });
    connect(row, &ColorRuleRow::removeRequested, this, [this, row] { remove(row); });
    return row;
}

void ColorRulesWindow::move(ColorRuleRow *row, int by)
{
    const auto from = m_rows.indexOf(row);
    m_rows.move(from, from + by);
    m_list->removeWidget(row);
    m_list->insertWidget(int(from) + by + 1, row);
    number();
    keep();
}

void ColorRulesWindow::remove(ColorRuleRow *row)
{
    const qsizetype place = m_rows.indexOf(row);
    const ColorRule rule = row->rule();
    const QString name = rule.name.isEmpty() ? rule.filter : rule.name;
    m_rows.removeOne(row);
    m_list->removeWidget(row);
    row->hide();
    row->deleteLater();
    number();
    keep();
    if (name.isEmpty())
        return m_messages->clear();
    m_messages->show(MessageBar::Kind::Info, tr("The rule “%1” was removed.").arg(name), tr("Undo"), this,
                     [this, rule, place] {
                         ColorRuleRow *again = add(rule);
                         const qsizetype last = m_rows.size() - 1;
                         move(again, int(qMin(place, last) - last));
                     });
}

void ColorRulesWindow::number()
{
    m_empty->setVisible(m_rows.isEmpty());
    for (qsizetype place = 0; place < m_rows.size(); ++place)
        m_rows.at(place)->setPlace(place, m_rows.size());
}

void ColorRulesWindow::keep()
{
    QList<ColorRule> rules;
    for (const ColorRuleRow *row : std::as_const(m_rows))
        rules.append(row->rule());
    m_settings.setColorRules(rules);
}

} // namespace Pullcord
