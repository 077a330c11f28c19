// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/argumentseditor.h"

#include "ui/views/form/schemaform.h"
#include "ui/views/jsoneditor.h"

#include <QPlainTextEdit>
#include <QToolButton>

namespace Pullcord {
using namespace Qt::StringLiterals;

ArgumentsEditor::ArgumentsEditor(QWidget *parent)
    : QTabWidget(parent)
    , m_form(new SchemaForm(this))
    , m_json(new JsonEditor(this))
{
    setObjectName(u"argumentsEditor"_s);
    setAccessibleName(tr("Ways to fill in the arguments"));
    setDocumentMode(true);
    m_json->edit()->setAccessibleName(tr("Arguments as JSON"));
    addTab(m_form, tr("Form"));
    addTab(m_json, tr("JSON"));
    auto *resetButton = new QToolButton(this);
    resetButton->setObjectName(u"resetArguments"_s);
    resetButton->setText(tr("Reset"));
    resetButton->setToolTip(tr("Begin again with the arguments that the tool suggests"));
    resetButton->setAutoRaise(true);
    setCornerWidget(resetButton);
    connect(resetButton, &QToolButton::clicked, this, &ArgumentsEditor::reset);
    connect(this, &QTabWidget::currentChanged, this, &ArgumentsEditor::changed);
    m_form->setTabAnchor(resetButton);
    connect(m_form, &SchemaForm::edited, m_json, &JsonEditor::setText);
    connect(m_form, &SchemaForm::brokenChanged, this, &ArgumentsEditor::changed);
    connect(m_json, &JsonEditor::changed, this, &ArgumentsEditor::followJson);
    start({});
}

ArgumentsEditor::~ArgumentsEditor() = default;

void ArgumentsEditor::start(const QByteArray &schema, const QByteArray &arguments)
{
    m_schema = FormSchema(schema);
    m_initial = m_schema.initial(m_schema.root());
    m_form->setSchema(m_schema);
    m_json->setText(arguments.isEmpty() ? m_initial : arguments);
    followJson();
}

QByteArray ArgumentsEditor::arguments() const
{
    return m_json->text();
}

bool ArgumentsEditor::isGood() const
{
    return m_json->isGood() && (currentWidget() == m_json || !m_form->isBroken());
}

bool ArgumentsEditor::hasProblems() const
{
    return m_form->hasProblems();
}

void ArgumentsEditor::reset()
{
    m_form->setSchema(m_schema); // also what stands in it that is no JSON
    m_json->setText(m_initial);
    followJson();
}

void ArgumentsEditor::followJson()
{
    const bool good = m_json->isGood();
    // The form cannot show what is not an object; the JSON tab says what is wrong.
    m_form->setEnabled(good);
    setTabText(indexOf(m_json), good ? tr("JSON") : tr("JSON (not valid)"));
    if (good) {
        m_form->fill(m_json->text(), m_json->text() == m_initial);
        m_json->setHint(m_form->summary());
    }
    emit changed();
}

} // namespace Pullcord
