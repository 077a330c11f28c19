// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/form/schemaeditor.h"

#include "ui/views/form/schemaform.h"
#include "ui/views/messages/jsoneditor.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/widgets/flowlayout.h"

#include <QDataStream>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {
constexpr int WideInCharacters = 90; // from this width on, both parts are side by side
constexpr int TightInLines = 13;     // below this height, only one is shown
constexpr int FormShare = 3;         // default share of the room
constexpr int JsonShare = 2;
} // namespace

SchemaEditor::SchemaEditor(const QString &what, QWidget *parent)
    : QWidget(parent)
    , m_splitter(new QSplitter(Qt::Vertical, this))
    , m_form(new SchemaForm(m_splitter))
    , m_json(new JsonEditor(m_splitter))
    , m_formButton(makeButton(u"showForm"_s, tr("Form"), tr("Show the form")))
    , m_jsonButton(makeButton(u"showJson"_s, tr("JSON"), tr("Show the JSON")))
{
    m_json->edit()->setAccessibleName(tr("%1 as JSON").arg(what));
    m_splitter->setObjectName(u"schemaSplitter"_s);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_form);
    m_splitter->addWidget(m_json);
    m_splitter->setStretchFactor(0, FormShare);
    m_splitter->setStretchFactor(1, JsonShare);
    auto *resetButton = makeButton(u"resetValue"_s, tr("Reset"), tr("Start over with the defaults of the schema"));
    auto *row = new QWidget(this); // may need two lines, since the JSON button can show a warning
    auto *buttons = new FlowLayout(row);
    buttons->setContentsMargins(0, 0, 0, 0);
    buttons->setSpacing(2);
    for (QToolButton *button : {m_formButton, m_jsonButton, resetButton})
        buttons->addWidget(button);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(row);
    layout->addWidget(m_splitter, 1);
    for (QToolButton *button : {m_formButton, m_jsonButton}) {
        button->setCheckable(true);
        connect(button, &QToolButton::clicked, this,
                [this, button](bool checked) { choose(button == m_jsonButton, checked); });
    }
    connect(resetButton, &QToolButton::clicked, this, &SchemaEditor::reset);
    connect(m_splitter, &QSplitter::splitterMoved, this, &SchemaEditor::layoutChosen);
    m_form->setTabAnchor(resetButton);
    connect(m_form, &SchemaForm::edited, m_json, &JsonEditor::setText);
    connect(m_form, &SchemaForm::brokenChanged, this, &SchemaEditor::changed);
    connect(m_json, &JsonEditor::changed, this, [this] {
        if (!m_form->isEditing())
            m_form->touchAll(); // edited by hand: any place may have been meant
        followJson();
    });
    start({});
}

SchemaEditor::~SchemaEditor() = default;

QToolButton *SchemaEditor::makeButton(const QString &name, const QString &text, const QString &toolTip)
{
    auto *button = new QToolButton(this);
    button->setObjectName(name);
    button->setText(text);
    button->setToolTip(toolTip);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

void SchemaEditor::start(const QByteArray &schema, const QByteArray &value)
{
    m_schema = FormSchema(schema);
    m_initial = m_schema.initial(m_schema.root());
    startWith(value.isEmpty() ? m_initial : value);
}

/// Starts with a value that the user has not edited.
void SchemaEditor::startWith(const QByteArray &value)
{
    m_form->setSchema(m_schema); // also drops invalid JSON in fields
    const QSignalBlocker quiet(m_json);
    m_json->setText(value);
    followJson();
}

QByteArray SchemaEditor::value() const
{
    return m_json->text();
}

bool SchemaEditor::isGood() const
{
    return m_json->isGood() && (!showsForm() || !m_form->isBroken());
}

bool SchemaEditor::hasProblems() const
{
    return m_form->hasProblems();
}

void SchemaEditor::reset()
{
    startWith(m_initial);
}

void SchemaEditor::followJson()
{
    const bool good = m_json->isGood();
    // The form cannot show it; the JSON editor explains the problem.
    m_form->setEnabled(good);
    m_jsonButton->setText(good ? tr("JSON") : tr("JSON (not valid)"));
    if (good)
        m_form->fill(m_json->text());
    arrange();
}

void SchemaEditor::focusFirst()
{
    if (showsForm())
        m_form->focusFirst();
    else
        m_json->edit()->setFocus();
}

void SchemaEditor::touchAll()
{
    m_form->touchAll();
}

void SchemaEditor::focusProblem()
{
    if (showsForm() && m_json->isGood())
        m_form->focusProblem();
    else
        m_json->edit()->setFocus(); // the problem is explained below it
}

void SchemaEditor::showParts(bool form, bool json)
{
    m_wantsForm = form || !json;
    m_wantsJson = json;
    m_isJsonFirst = false;
    arrange();
}

/// Shows the other part if the last one is hidden, or hides it if room is short.
void SchemaEditor::choose(bool isJson, bool isShown)
{
    (isJson ? m_wantsJson : m_wantsForm) = isShown || m_isTight;
    if (!isShown)
        (isJson ? m_wantsForm : m_wantsJson) = true;
    m_isJsonFirst = isJson == isShown;
    arrange();
    emit layoutChosen();
}

void SchemaEditor::arrange()
{
    m_formButton->setChecked(showsForm());
    m_jsonButton->setChecked(showsJson());
    m_form->setVisible(showsForm());
    m_json->setVisible(showsJson());
    m_json->setHint(showsForm() ? QString() : m_form->summary()); // the form has its own summary
    emit changed();
}

void SchemaEditor::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    const bool isWide = width() >= WideInCharacters * letterWidth(fontMetrics());
    const Qt::Orientation orientation = isWide ? Qt::Horizontal : Qt::Vertical;
    const bool isShared = orientation == m_splitter->orientation() && m_isShared;
    m_splitter->setOrientation(orientation);
    if (!isShared)
        m_splitter->setSizes(isWide ? QList<int>{FormShare * width(), JsonShare * width()}
                                    : QList<int>{2 * FormShare * height(), JsonShare * height()});
    m_isShared = true;
    const bool isTight = !isWide && height() < TightInLines * fontMetrics().lineSpacing();
    if (std::exchange(m_isTight, isTight) != isTight)
        arrange();
}

QByteArray SchemaEditor::saveLayout() const
{
    QByteArray layout;
    QDataStream stream(&layout, QIODevice::WriteOnly);
    stream << m_wantsForm << m_wantsJson << m_splitter->sizes();
    return layout;
}

void SchemaEditor::restoreLayout(const QByteArray &layout)
{
    QDataStream stream(layout);
    bool form = true;
    bool json = true;
    QList<int> sizes;
    stream >> form >> json >> sizes;
    if (stream.status() != QDataStream::Ok || sizes.size() != m_splitter->count())
        return;
    showParts(form, json);
    m_isShared = form && json && !m_isTight;
    if (m_isShared)
        m_splitter->setSizes(sizes);
}

} // namespace Pullcord
