// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/form/schemaform.h"

#include "ui/models/texts.h"
#include "ui/views/form/fieldeditor.h"
#include "ui/views/form/formhost.h"
#include "ui/views/widgets/fieldnote.h"

#include <QApplication>
#include <QEvent>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype MostInSummary = 2;
constexpr int FewestLines = 2;

/// Collects the tab stops in visual order.
void collectTabStops(QWidget *widget, QList<QWidget *> &found);

void collectTabStops(QLayout *layout, QList<QWidget *> &found)
{
    for (int i = 0; i < layout->count(); ++i) {
        QLayoutItem *item = layout->itemAt(i);
        if (item->widget())
            collectTabStops(item->widget(), found);
        else if (item->layout())
            collectTabStops(item->layout(), found);
    }
}

void collectTabStops(QWidget *widget, QList<QWidget *> &found)
{
    if ((widget->focusPolicy() & Qt::TabFocus) != 0)
        found << widget;
    else if (widget->layout())
        collectTabStops(widget->layout(), found);
}

/// Returns the pointer as a name, relative to `place`: "address/street" for "/address/street".
QString nameBelow(const QByteArray &place, const QString &pointer)
{
    QString name = pointer.mid(QString::fromUtf8(place).size() + 1);
    return name.replace(u"~1"_s, u"/"_s).replace(u"~0"_s, u"~"_s);
}

QString sentence(QString text)
{
    if (!text.isEmpty())
        text[0] = text.at(0).toUpper();
    return text;
}

} // namespace

SchemaForm::SchemaForm(QWidget *parent)
    : QWidget(parent)
    , m_area(new QScrollArea(this))
    , m_summary(new FieldNote(this))
{
    setObjectName(u"argumentsForm"_s);
    m_area->setAccessibleName(tr("Form"));
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setFocusPolicy(Qt::NoFocus);
    m_area->setMinimumHeight(FewestLines * fontMetrics().lineSpacing()); // the default is too high for small screens
    m_summary->setObjectName(u"formSummary"_s);
    m_summary->setContentsMargins(4, 0, 4, 0);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(m_area, 1);
    layout->addWidget(m_summary);
    connect(qApp, &QApplication::focusChanged, this, &SchemaForm::leave);
    setSchema(FormSchema());
}

SchemaForm::~SchemaForm()
{
    delete m_area->takeWidget(); // the fields use the host
}

void SchemaForm::setSchema(const FormSchema &schema)
{
    delete m_area->takeWidget();
    delete m_host;
    m_tabs.clear();
    m_errors.clear();
    m_host = new FormHost(schema, this);
    connect(m_host, &FormHost::edited, this, &SchemaForm::edited);
    connect(m_host, &FormHost::brokenChanged, this, &SchemaForm::brokenChanged);
    connect(m_host, &FormHost::rearranged, this, &SchemaForm::arrange);
    connect(m_host, &FormHost::begun, this, &SchemaForm::bringIntoView);
    auto *content = new QWidget;
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(4, 4, 4, 4);
    m_root = FieldEditor::make(*m_host, schema.root(), content);
    layout->addWidget(m_root);
    layout->addStretch(1);
    m_area->setWidget(content);
}

void SchemaForm::fill(const QByteArray &text)
{
    m_host->setText(text);
    m_errors = m_host->schema().check(JsonValue(text));
    m_filling = true;
    m_root->fill(JsonValue(text));
    m_filling = false;
    arrange();
}

/// Marks a field as edited when the focus leaves it, except to another window or to a popup of the field.
void SchemaForm::leave(const QWidget *from, const QWidget *to)
{
    const QWidget *content = m_area->widget();
    if (!content || !from || !to || to->window() != window() || !content->isAncestorOf(from))
        return;
    const FieldEditor *left = FieldEditor::around(from);
    if (left && left != FieldEditor::around(to) && m_host->touch(left->field().pointer))
        showProblems();
}

void SchemaForm::touchAll()
{
    m_host->touchAll();
    showProblems();
}

bool SchemaForm::isEditing() const
{
    return m_host->isEmitting();
}

void SchemaForm::arrange()
{
    if (m_filling)
        return; // fill() does this once, at its end
    showProblems();
    orderTabs();
}

/// Scrolls to a new part after the pending layout. Of a large part, the beginning is visible.
void SchemaForm::bringIntoView(QWidget *part)
{
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    m_area->ensureWidgetVisible(part, 0, fontMetrics().height());
    const QPoint begin = part->mapTo(m_area->widget(), QPoint());
    m_area->ensureVisible(begin.x(), begin.y(), 0, 0);
}

void SchemaForm::showProblems()
{
    m_root->clearProblems();
    QStringList named;
    bool hasHintsOnly = true;
    for (const JsonSchemaError &error : std::as_const(m_errors)) {
        FieldEditor *editor = m_root->editorAt(error.instanceLocation.toUtf8());
        const QString below = nameBelow(editor->field().pointer, error.instanceLocation);
        const QString what = Texts::translated(error.message);
        const QString message =
            below.isEmpty() ? sentence(what) : tr("%1 %2", "a field, and what it must be").arg(below, what);
        const bool isHint = !m_host->isTouched(error.instanceLocation.toUtf8()) &&
                            !m_host->isTouched(editor->field().pointer); // it may stand for the place
        hasHintsOnly = hasHintsOnly && isHint;
        editor->addProblem(message, isHint);
        const QString whole = nameBelow({}, error.instanceLocation);
        if (named.size() < MostInSummary)
            named << (whole.isEmpty() ? what : tr("%1 %2", "a field, and what it must be").arg(whole, what));
    }
    if (m_errors.size() > named.size())
        named << u"…"_s;
    QStringList lines;
    if (!m_errors.isEmpty())
        lines << tr("%Ln problems: %1", nullptr, int(m_errors.size())).arg(named.join(u" · "_s));
    lines << unchecked();
    lines.removeAll(QString());
    m_summaryText = lines.join(u'\n');
    m_summary->say(m_summaryText, hasHintsOnly);
}

/// Describes the unchecked parts of the schema, in one line.
QString SchemaForm::unchecked() const
{
    const QString whyNothing = m_host->schema().whyUnchecked();
    if (!whyNothing.isEmpty())
        return tr("The schema itself is invalid, so nothing is checked: %1").arg(whyNothing);
    const QStringList gaps = m_host->schema().gaps();
    if (gaps.isEmpty())
        return {};
    QStringList shown = gaps.first(qMin(gaps.size(), MostInSummary));
    if (gaps.size() > shown.size())
        shown << u"…"_s;
    return tr("Not checked: %1").arg(shown.join(u" · "_s));
}

/// Sets the tab order. Fields created later would otherwise come last in the window.
void SchemaForm::orderTabs()
{
    QList<QWidget *> tabs;
    collectTabStops(m_area->widget(), tabs);
    if ((tabs.isEmpty() && m_tabs.isEmpty()) || tabs == m_tabs) // Qt cannot compare empty lists of pointers
        return;
    m_tabs = tabs;
    QWidget *before = m_anchor;
    for (QWidget *tab : std::as_const(tabs)) {
        if (before)
            setTabOrder(before, tab);
        before = tab;
    }
}

void SchemaForm::focusFirst()
{
    const auto first =
        std::find_if(m_tabs.cbegin(), m_tabs.cend(), [](const QWidget *tab) { return !tab->isHidden(); });
    if (first != m_tabs.cend())
        (*first)->setFocus();
}

void SchemaForm::focusProblem()
{
    FieldEditor *editor = m_host->broken();
    if (!editor && m_errors.isEmpty())
        return;
    touchAll();
    if (!editor)
        editor = m_root->editorAt(m_errors.constFirst().instanceLocation.toUtf8());
    bringIntoView(editor);
    if (editor->control())
        editor->control()->setFocus();
}

bool SchemaForm::isBroken() const
{
    return m_host->broken() != nullptr;
}

} // namespace Pullcord
