// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/form/jsonfieldeditor.h"

#include "core/json/jsontext.h"
#include "ui/views/form/fittolines.h"
#include "ui/views/form/formhost.h"
#include "ui/views/messages/jsoneditor.h"

#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace Pullcord {

JsonFieldEditor::JsonFieldEditor(FormHost &host, const FormField &field, QWidget *parent)
    : FieldEditor(host, field, parent)
    , m_editor(new JsonEditor(this))
{
    name(m_editor->edit());
    m_editor->setObjectOnly(false);
    m_editor->setMayBeEmpty(!field.required);
    m_editor->edit()->setPlaceholderText(field.hint);
    controlRow()->addWidget(m_editor);
    connect(m_editor, &JsonEditor::changed, this, &JsonFieldEditor::takeText);
    fitToLines(*m_editor->edit());
}

JsonFieldEditor::~JsonFieldEditor() = default;

QWidget *JsonFieldEditor::control() const
{
    return m_editor->edit();
}

void JsonFieldEditor::fill(const JsonValue &value)
{
    // Text being typed keeps its layout, and invalid text stays until the value changes.
    if (host().isSource(*this) || value.raw() == m_shown)
        return;
    m_shown = value.raw().toByteArray();
    m_filling = true;
    m_editor->setText(value.isValid() ? JsonText::indented(value.raw()) : QByteArray());
    m_filling = false;
    host().setBroken(*this, !m_editor->isGood() && value.isValid());
    fitToLines(*m_editor->edit());
}

void JsonFieldEditor::takeText()
{
    fitToLines(*m_editor->edit());
    if (m_filling)
        return;
    host().setBroken(*this, !m_editor->isGood());
    if (!m_editor->isGood())
        return;
    const QByteArray text = m_editor->text().trimmed();
    m_shown = text;
    setValue(text.isEmpty() ? std::nullopt : std::optional(text));
}

} // namespace Pullcord
