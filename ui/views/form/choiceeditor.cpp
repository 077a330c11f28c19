// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/form/choiceeditor.h"

#include "core/json/jsontext.h"
#include "ui/views/form/calmcombobox.h"
#include "ui/views/style/accessiblenames.h"

#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

ChoiceEditor::ChoiceEditor(FormHost &host, const FormField &field, QWidget *parent)
    : FieldEditor(host, field, parent)
    , m_list(new CalmComboBox(this))
{
    name(m_list);
    AccessibleNames::name(m_list, m_list->accessibleName());
    if (!field.required)
        m_list->addItem(tr("(not set)"));
    m_before = m_list->count();
    for (const FormField::Option &option : field.options)
        m_list->addItem(option.label);
    if (field.nullable)
        m_list->addItem(u"null"_s);
    controlRow()->addWidget(m_list);
    connect(m_list, &QComboBox::activated, this, [this](int index) {
        const int option = index - m_before;
        if (option < 0)
            setValue({});
        else
            setValue(option < this->field().options.size() ? this->field().options.at(option).raw : "null"_ba);
    });
}

ChoiceEditor::~ChoiceEditor() = default;

QWidget *ChoiceEditor::control() const
{
    return m_list;
}

void ChoiceEditor::fill(const JsonValue &value)
{
    int index = -1;
    const int option = field().optionOf(value);
    if (!value.isValid())
        index = field().required ? -1 : 0;
    else if (option >= 0)
        index = option + m_before;
    else if (field().nullable && value.type() == JsonType::Null)
        index = m_list->count() - 1;
    // An invalid value is shown, too.
    const bool isOther = value.isValid() && index < 0;
    m_list->setPlaceholderText(isOther ? QString::fromUtf8(JsonText::compact(value.raw())).left(80) : QString());
    m_list->setCurrentIndex(index);
}

} // namespace Pullcord
