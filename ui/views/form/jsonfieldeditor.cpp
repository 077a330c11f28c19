// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/form/jsonfieldeditor.h"

#include "core/json/jsontext.h"
#include "ui/views/form/formhost.h"
#include "ui/views/jsoneditor.h"

#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace Pullcord {

namespace {
constexpr int MostLines = 10; // more are scrolled to
}

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
    fitHeight();
}

JsonFieldEditor::~JsonFieldEditor() = default;

QWidget *JsonFieldEditor::control() const
{
    return m_editor->edit();
}

void JsonFieldEditor::fill(const JsonValue &value)
{
    // What is being written stays as it is set, and what is not JSON yet stays until something else comes.
    if (host().isSource(*this) || value.raw() == m_shown)
        return;
    m_shown = value.raw().toByteArray();
    m_filling = true;
    m_editor->setText(value.isValid() ? JsonText::indented(value.raw()) : QByteArray());
    m_filling = false;
    host().setBroken(*this, !m_editor->isGood() && value.isValid());
    fitHeight();
}

void JsonFieldEditor::takeText()
{
    fitHeight();
    if (m_filling)
        return;
    host().setBroken(*this, !m_editor->isGood());
    if (!m_editor->isGood())
        return;
    const QByteArray text = m_editor->text().trimmed();
    m_shown = text;
    setValue(text.isEmpty() ? std::nullopt : std::optional(text));
}

void JsonFieldEditor::fitHeight()
{
    QPlainTextEdit *edit = m_editor->edit();
    const int lines = qBound(1, edit->document()->blockCount(), MostLines);
    const int frame = 2 * (edit->frameWidth() + int(edit->document()->documentMargin()));
    edit->setFixedHeight(lines * edit->fontMetrics().lineSpacing() + frame + 2);
}

} // namespace Pullcord
