// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/form/checklisteditor.h"

#include "ui/views/form/formhost.h"

#include <QHBoxLayout>
#include <QListWidget>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

namespace Pullcord {

namespace {
constexpr int MostRows = 8; // more rows scroll
}

CheckListEditor::CheckListEditor(FormHost &host, const FormField &field, QWidget *parent)
    : FieldEditor(host, field, parent)
    , m_list(new QListWidget(this))
    , m_null(makeNullButton())
{
    name(m_list);
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    for (const FormField::Option &option : field.options) {
        auto *item = new QListWidgetItem(option.label, m_list);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(Qt::Unchecked);
    }
    m_list->setCurrentRow(0, QItemSelectionModel::NoUpdate);
    const int rows = qMin(int(field.options.size()), MostRows);
    m_list->setFixedHeight(rows * m_list->sizeHintForRow(0) + 2 * m_list->frameWidth());
    auto *row = new QHBoxLayout;
    row->setSpacing(2);
    row->addWidget(m_list, 1);
    row->addWidget(m_null, 0, Qt::AlignTop);
    controlRow()->addLayout(row);
    connect(m_list, &QListWidget::itemChanged, this, &CheckListEditor::takeChecks);
}

CheckListEditor::~CheckListEditor() = default;

QWidget *CheckListEditor::control() const
{
    return m_list;
}

void CheckListEditor::fill(const JsonValue &value)
{
    const QSignalBlocker quiet(m_list);
    QList<bool> checked(field().options.size(), false);
    if (value.isArray()) {
        for (const JsonMember &element : value) {
            if (const int option = field().optionOf(element.value); option >= 0)
                checked[option] = true;
        }
    }
    for (int i = 0; i < m_list->count(); ++i)
        m_list->item(i)->setCheckState(checked.at(i) ? Qt::Checked : Qt::Unchecked);
    m_null->setChecked(field().nullable && value.type() == JsonType::Null);
    m_shown = value.raw().toByteArray();
}

void CheckListEditor::takeChecks()
{
    QList<bool> checked;
    for (int i = 0; i < m_list->count(); ++i)
        checked << (m_list->item(i)->checkState() == Qt::Checked);
    const QByteArray array = field().checked(JsonValue(m_shown), checked);
    if (array == "[]" && !field().required)
        setValue({});
    else
        setValue(array);
}

} // namespace Pullcord
