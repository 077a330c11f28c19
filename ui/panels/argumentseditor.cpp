// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/argumentseditor.h"

#include "ui/models/jsonedit.h"
#include "ui/panels/argumentsform.h"
#include "ui/views/jsoneditor.h"

#include <QPlainTextEdit>
#include <QToolButton>

namespace Pullcord {
using namespace Qt::StringLiterals;

ArgumentsEditor::ArgumentsEditor(QWidget *parent)
    : QTabWidget(parent)
    , m_form(new ArgumentsForm(this))
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
    connect(m_form, &ArgumentsForm::edited, this, &ArgumentsEditor::applyField);
    connect(m_json, &JsonEditor::changed, this, &ArgumentsEditor::followJson);
    start({});
}

ArgumentsEditor::~ArgumentsEditor() = default;

void ArgumentsEditor::start(const QByteArray &schema, const QByteArray &arguments)
{
    m_schema = FlatSchema(schema);
    m_form->setSchema(m_schema);
    m_json->setText(arguments.isEmpty() ? m_schema.initial() : arguments);
    followJson();
}

QByteArray ArgumentsEditor::arguments() const
{
    return m_json->text();
}

bool ArgumentsEditor::isGood() const
{
    return m_json->isGood() && (currentWidget() == m_json || !m_form->hasWrongValue());
}

void ArgumentsEditor::reset()
{
    m_json->setText(m_schema.initial());
    followJson(); // also where that is what stands there, and a field says it in other words
}

void ArgumentsEditor::applyField(const QString &name, const std::optional<QByteArray> &value)
{
    // A form over broken JSON begins again from nothing but what it is told.
    const QByteArray base = m_json->isGood() ? m_json->text() : QByteArray("{}");
    m_json->setText(JsonEdit::withMember(base, name.toUtf8(), value));
}

void ArgumentsEditor::followJson()
{
    const bool good = m_json->isGood();
    // The form cannot show what is not an object; the JSON tab says what is wrong.
    m_form->setEnabled(good);
    setTabText(indexOf(m_json), good ? tr("JSON") : tr("JSON (not valid)"));
    if (good) {
        m_form->show(m_json->text());
        m_json->setHint(m_schema.complaints(m_json->text()).join(u" · "_s));
    }
    emit changed();
}

} // namespace Pullcord
