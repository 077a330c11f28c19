// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/argumentsform.h"

#include "ui/views/fieldnote.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

QString hintOf(const SchemaField &field)
{
    switch (field.kind) {
    case SchemaField::Kind::Text:
        return ArgumentsForm::tr("text");
    case SchemaField::Kind::Integer:
        return ArgumentsForm::tr("whole number");
    case SchemaField::Kind::Number:
        return ArgumentsForm::tr("number");
    case SchemaField::Kind::Json:
        return ArgumentsForm::tr("JSON");
    case SchemaField::Kind::Boolean:
    case SchemaField::Kind::Choice:
        break;
    }
    return {};
}

QString complaintOf(const SchemaField &field)
{
    switch (field.kind) {
    case SchemaField::Kind::Integer:
        return ArgumentsForm::tr("This is no whole number.");
    case SchemaField::Kind::Number:
        return ArgumentsForm::tr("This is no number.");
    case SchemaField::Kind::Boolean:
        return ArgumentsForm::tr("This is neither true nor false.");
    case SchemaField::Kind::Choice:
        return ArgumentsForm::tr("This is none of the choices.");
    case SchemaField::Kind::Text:
    case SchemaField::Kind::Json:
        break;
    }
    return ArgumentsForm::tr("This is no text.");
}

} // namespace

ArgumentsForm::ArgumentsForm(QWidget *parent)
    : QScrollArea(parent)
{
    setObjectName(u"argumentsForm"_s);
    setAccessibleName(tr("Arguments"));
    setWidgetResizable(true);
    setFrameShape(NoFrame);
    setFocusPolicy(Qt::NoFocus);
}

ArgumentsForm::~ArgumentsForm() = default;

void ArgumentsForm::setSchema(const FlatSchema &schema)
{
    m_rows.clear();
    auto *content = new QWidget;
    auto *layout = new QFormLayout(content);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->setRowWrapPolicy(QFormLayout::WrapLongRows);
    layout->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    for (const SchemaField &field : schema.fields()) {
        Row row = makeRow(field, content);
        QWidget *editor = row.line ? static_cast<QWidget *>(row.line) : row.list;
        auto *label =
            new QLabel(field.required ? tr("%1 *", "a required field").arg(field.title) : field.title, content);
        label->setBuddy(editor);
        label->setToolTip(field.description);
        layout->addRow(label, editor);
        layout->addRow(row.note);
        m_rows.push_back(std::move(row));
    }
    if (m_rows.empty()) {
        auto *nothing = new QLabel(tr("This tool takes no arguments that a form could ask for."), content);
        nothing->setWordWrap(true);
        nothing->setEnabled(false);
        layout->addRow(nothing);
    }
    setWidget(content);
}

ArgumentsForm::Row ArgumentsForm::makeRow(const SchemaField &field, QWidget *parent)
{
    Row row{field};
    QWidget *editor = nullptr;
    if (field.kind == SchemaField::Kind::Boolean || field.kind == SchemaField::Kind::Choice) {
        row.list = new QComboBox(parent);
        editor = row.list;
        row.list->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        if (!field.required)
            row.list->addItem(QString());
        if (field.kind == SchemaField::Kind::Boolean)
            row.list->addItems({u"true"_s, u"false"_s});
        for (const SchemaField::Option &option : field.choices)
            row.list->addItem(option.label);
        connect(row.list, &QComboBox::currentTextChanged, this, [this, field](const QString &text) {
            if (!m_filling)
                emit edited(field.name, field.toJson(text));
        });
    } else {
        row.line = new QLineEdit(parent);
        editor = row.line;
        row.line->setPlaceholderText(hintOf(field));
        connect(row.line, &QLineEdit::textEdited, this, [this, field, line = row.line](const QString &text) {
            m_typing = line;
            emit edited(field.name, field.toJson(text));
            m_typing = nullptr;
        });
    }
    row.note = new FieldNote(parent);
    row.note->setObjectName(u"note_"_s + field.name);
    editor->setObjectName(u"argument_"_s + field.name);
    editor->setAccessibleName(field.title);
    editor->setAccessibleDescription(field.description);
    editor->setToolTip(field.description);
    return row;
}

void ArgumentsForm::show(const QByteArray &arguments)
{
    const JsonValue object(arguments);
    m_filling = true;
    m_hasWrongValue = false;
    for (const Row &row : m_rows)
        fill(row, object.member(row.field.name.toUtf8()));
    m_filling = false;
}

void ArgumentsForm::fill(const Row &row, const JsonValue &value)
{
    const bool isWrong = value.isValid() && !row.field.accepts(value);
    m_hasWrongValue = m_hasWrongValue || isWrong;
    row.note->say(isWrong ? tr("%1 From the JSON tab it can be sent as it is.").arg(complaintOf(row.field))
                          : QString());
    const QString text = row.field.toText(value);
    if (row.list) {
        row.list->setCurrentIndex(row.list->findText(text));
        return;
    }
    // What the person is typing is not rewritten: "1." on the way to "1.5" is not a number yet.
    if (row.line != m_typing)
        row.line->setText(text);
}

} // namespace Pullcord
