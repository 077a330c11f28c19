// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/form/formhost.h"

#include "ui/models/catalog/jsonedit.h"
#include "ui/views/form/fieldeditor.h"

#include <QWidget>

namespace Pullcord {

FormHost::FormHost(const FormSchema &schema, QObject *parent)
    : QObject(parent)
    , m_schema(schema)
{}

FormHost::~FormHost() = default;

void FormHost::set(const QWidget &source, const QByteArray &pointer, const std::optional<QByteArray> &value)
{
    emitEdited(source, JsonEdit::withValue(m_text, pointer, value));
}

void FormHost::append(const QWidget &source, const QByteArray &array, const QByteArray &value)
{
    emitEdited(source, JsonEdit::withElement(m_text, array, value));
}

void FormHost::swap(const QWidget &source, const QByteArray &array, qsizetype one, qsizetype other)
{
    emitEdited(source, JsonEdit::withSwapped(m_text, array, one, other));
}

bool FormHost::isSource(const QWidget &widget) const
{
    return m_source && (m_source == &widget || widget.isAncestorOf(m_source));
}

bool FormHost::touch(const QByteArray &pointer)
{
    const bool isFirst = !isTouched(pointer);
    m_touched.insert(pointer);
    return isFirst;
}

void FormHost::setBroken(FieldEditor &field, bool broken)
{
    if (broken == m_broken.contains(&field))
        return;
    if (broken)
        m_broken.insert(&field);
    else
        m_broken.remove(&field);
    emit brokenChanged();
}

void FormHost::emitEdited(const QWidget &source, const QByteArray &text)
{
    m_source = &source;
    if (const FieldEditor *editor = FieldEditor::around(&source))
        touch(editor->field().pointer);
    emit edited(text);
    m_source = nullptr;
}

} // namespace Pullcord
