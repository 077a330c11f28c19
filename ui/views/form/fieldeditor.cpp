// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/form/fieldeditor.h"

#include "core/capture/formatting.h"
#include "ui/views/form/brancheseditor.h"
#include "ui/views/form/checklisteditor.h"
#include "ui/views/form/choiceeditor.h"
#include "ui/views/form/fielddescription.h"
#include "ui/views/form/formhost.h"
#include "ui/views/form/groupeditor.h"
#include "ui/views/form/jsonfieldeditor.h"
#include "ui/views/form/lineeditor.h"
#include "ui/views/form/listeditor.h"
#include "ui/views/form/texteditor.h"
#include "ui/views/style/accessiblenames.h"
#include "ui/views/widgets/fieldnote.h"

#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

FieldEditor *FieldEditor::make(FormHost &host, const FormField &field, QWidget *parent)
{
    switch (field.kind) {
    case FormField::Kind::Text:
        if (field.format == FormField::Format::Plain)
            return new TextEditor(host, field, parent);
        return new LineEditor(host, field, parent);
    case FormField::Kind::Integer:
    case FormField::Kind::Number:
        return new LineEditor(host, field, parent);
    case FormField::Kind::Choice:
        return new ChoiceEditor(host, field, parent);
    case FormField::Kind::CheckList:
        return new CheckListEditor(host, field, parent);
    case FormField::Kind::Group:
        return new GroupEditor(host, field, parent);
    case FormField::Kind::List:
        return new ListEditor(host, field, parent);
    case FormField::Kind::Branches:
        return new BranchesEditor(host, field, parent);
    case FormField::Kind::Json:
        break;
    }
    return new JsonFieldEditor(host, field, parent);
}

const FieldEditor *FieldEditor::around(const QWidget *widget)
{
    while (widget && !qobject_cast<const FieldEditor *>(widget))
        widget = widget->parentWidget();
    return static_cast<const FieldEditor *>(widget);
}

FieldEditor::FieldEditor(FormHost &host, const FormField &field, QWidget *parent)
    : QWidget(parent)
    , m_host(host)
    , m_field(field)
    , m_controlRow(new QVBoxLayout)
    , m_body(new QVBoxLayout)
    , m_note(new FieldNote(this))
{
    m_note->setObjectName(objectNameFor(u"note"_s));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(m_controlRow);
    if (!field.description.isEmpty())
        layout->addWidget(new FieldDescription(field.description, this));
    layout->addWidget(m_note);
    layout->addLayout(m_body);
}

FieldEditor::~FieldEditor()
{
    m_host.setBroken(*this, false);
}

QString FieldEditor::label(const FormField &field)
{
    const QString title = Formatting::visible(field.title);
    return field.required && !field.isExtra && !field.name.isEmpty() ? tr("%1 *", "a required field").arg(title)
                                                                     : title;
}

FieldEditor *FieldEditor::editorAt(const QByteArray &)
{
    return this;
}

void FieldEditor::begin()
{
    control()->setFocus();
}

int FieldEditor::indent(const QWidget &widget)
{
    return widget.style()->pixelMetric(QStyle::PM_CheckBoxLabelSpacing) * 2;
}

void FieldEditor::clearProblems()
{
    m_problems.clear();
    m_hasHintsOnly = true;
    m_note->say({});
}

void FieldEditor::addProblem(const QString &text, bool isHint)
{
    m_problems << text;
    m_hasHintsOnly = m_hasHintsOnly && isHint;
    m_note->say(m_problems.join(u'\n'), m_hasHintsOnly);
}

QString FieldEditor::objectNameFor(const QString &what) const
{
    return what + u'_' + QString::fromUtf8(m_field.pointer.mid(1));
}

void FieldEditor::name(QWidget *control) const
{
    control->setObjectName(objectNameFor(u"argument"_s));
    control->setAccessibleName(m_field.title.isEmpty() ? tr("Value") : m_field.title);
    AccessibleNames::setToolTip(control, m_field.description);
}

QToolButton *FieldEditor::makeButton(const QString &what, const QString &title)
{
    return makeButton(this, m_field.pointer, what, title);
}

QToolButton *FieldEditor::makeButton(QWidget *parent, const QByteArray &pointer, const QString &what,
                                     const QString &title)
{
    auto *button = new QToolButton(parent);
    button->setObjectName(what + u'_' + QString::fromUtf8(pointer.mid(1)));
    button->setAccessibleName(title);
    AccessibleNames::setToolTip(button, title);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

QToolButton *FieldEditor::makeNullButton()
{
    QToolButton *button = makeButton(u"null"_s, tr("Make %1 null").arg(m_field.title));
    button->setText(u"null"_s);
    button->setCheckable(true);
    button->setVisible(m_field.nullable);
    connect(button, &QToolButton::clicked, this, [this](bool checked) {
        if (checked)
            setValue("null");
        else
            setValue(m_field.required ? std::optional(m_host.schema().initial(m_field)) : std::nullopt);
    });
    return button;
}

void FieldEditor::setValue(const std::optional<QByteArray> &value)
{
    m_host.set(*this, m_field.pointer, value);
}

} // namespace Pullcord
