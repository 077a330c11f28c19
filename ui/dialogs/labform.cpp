// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/labform.h"

#include "core/lab/cancellationlab.h"
#include "core/mcp/catalog/toollist.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"
#include "ui/views/messages/jsoneditor.h"
#include "ui/views/widgets/fieldnote.h"
#include "ui/views/widgets/plainlabel.h"
#include "ui/views/widgets/secondsbox.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

LabForm::LabForm(ToolList &tools, QWidget *parent)
    : QWidget(parent)
    , m_tools(&tools)
    , m_tool(new QComboBox(this))
    , m_arguments(new JsonEditor(this))
    , m_misfit(new FieldNote(this))
    , m_doubt(new FieldNote(this))
    , m_mayChange(new QCheckBox(tr("Call any&way"), this))
    , m_limit(new SecondsBox(this))
    , m_edgeCases(new QCheckBox(tr("&Also send invalid cancellations"), this))
{
    setObjectName(u"labForm"_s);
    const LabPlan plan;
    m_count = makeNumber(u"labCount"_s, 0, LabPlan::MostTrials, plan.count,
                         tr("Number of calls, each cancelled while it runs"));
    m_from = makeNumber(u"labFrom"_s, 0, 100, 0, tr("Earliest cancellation, as a share of the duration of a call"));
    m_to = makeNumber(u"labTo"_s, 0, 100, 100, tr("Latest cancellation, as a share of the duration of a call"));
    for (QSpinBox *share : {m_from, m_to})
        share->setSuffix(tr(" %", "a share"));
    m_concurrent = makeNumber(u"labConcurrent"_s, 1, LabPlan::MostAtOnce, plan.concurrent,
                              tr("Number of calls to cancel that are in flight at the same time"));
    m_bystanders = makeNumber(u"labBystanders"_s, 0, LabPlan::MostAtOnce, plan.bystanders,
                              tr("Number of additional calls that are not cancelled; each must get its result"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    auto *rows = new QFormLayout;
    layout->addLayout(rows);
    layout->addStretch(1); // keeps the rows together
    rows->setRowWrapPolicy(QFormLayout::WrapLongRows);
    makeToolRows(*rows);
    makeMoments(*rows);
    makeEdgeCases(*rows);
    connect(&tools, &CatalogList::changed, this, &LabForm::takeTools);
    takeTools();
}

LabForm::~LabForm() = default;

void LabForm::makeToolRows(QFormLayout &rows)
{
    m_tool->setObjectName(u"labTool"_s);
    m_tool->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_tool->setMinimumContentsLength(16);
    rows.addRow(tr("&Tool:"), m_tool);
    auto *label = new PlainLabel(tr("Ar&guments:"), this);
    label->setBuddy(m_arguments->edit());
    m_arguments->edit()->setObjectName(u"labArguments"_s);
    m_arguments->edit()->setAccessibleName(tr("Arguments of each call"));
    m_arguments->setFixedHeight(8 * fontMetrics().lineSpacing());
    rows.addRow(label);
    rows.addRow(m_arguments);
    m_misfit->setObjectName(u"labMisfit"_s);
    rows.addRow(m_misfit);
    m_doubt->setObjectName(u"labDoubt"_s);
    m_mayChange->setObjectName(u"labMayChange"_s);
    m_mayChange->setToolTip(tr("The tool is called many times and interrupted while it works"));
    rows.addRow(m_doubt);
    rows.addRow(m_mayChange);
    connect(m_tool, &QComboBox::currentIndexChanged, this, [this] { showTool(); });
    connect(m_arguments, &JsonEditor::changed, this, [this] {
        showMisfit();
        emit changed();
    });
    connect(m_mayChange, &QCheckBox::toggled, this, &LabForm::changed);
}

void LabForm::makeMoments(QFormLayout &rows)
{
    rows.addRow(tr("Ca&ncels:"), m_count);
    auto *moments = new QHBoxLayout;
    auto *to = new PlainLabel(tr("t&o"), this);
    to->setBuddy(m_to);
    moments->addWidget(m_from);
    moments->addWidget(to);
    moments->addWidget(m_to);
    moments->addStretch(1);
    auto *from = new PlainLabel(tr("&From:"), this);
    from->setBuddy(m_from);
    rows.addRow(from, moments);
    rows.addRow(tr("At the same t&ime:"), m_concurrent);
    rows.addRow(tr("&Bystanders:"), m_bystanders);
    m_limit->setObjectName(u"labLimit"_s);
    m_limit->setMinimum(1);
    m_limit->setValue(int(std::chrono::duration_cast<std::chrono::seconds>(LabPlan().limit).count()));
    m_limit->setToolTip(tr("Time limit for the tool to finish. If it takes longer, the shares refer to this time."));
    rows.addRow(tr("&Longest call:"), m_limit);
}

void LabForm::makeEdgeCases(QFormLayout &rows)
{
    m_edgeCases->setObjectName(u"labUgly"_s);
    m_edgeCases->setToolTip(tr("Cancellations with a wrong id, without an id, sent twice, after the response, …"));
    auto *note =
        new PlainLabel(tr("The cancellation of initialize needs a new connection: use pullcord-cli lab."), this);
    note->setObjectName(u"labUglyNote"_s);
    note->setWordWrap(true);
    note->setVisible(false);
    connect(m_edgeCases, &QCheckBox::toggled, note, &QWidget::setVisible);
    connect(m_edgeCases, &QCheckBox::toggled, this, &LabForm::changed);
    rows.addRow(m_edgeCases);
    rows.addRow(note);
}

QSpinBox *LabForm::makeNumber(const QString &name, int least, int most, int value, const QString &toolTip)
{
    auto *box = new QSpinBox(this);
    box->setObjectName(name);
    box->setRange(least, most);
    box->setValue(value);
    box->setToolTip(toolTip);
    connect(box, &QSpinBox::valueChanged, this, &LabForm::changed);
    return box;
}

/// Updates the list while keeping the user's input.
void LabForm::takeTools()
{
    const QString before = tool();
    {
        const QSignalBlocker quiet(m_tool);
        m_tool->clear();
        for (const Tool &each : m_tools->tools())
            m_tool->addItem(Texts::inOneLine(Texts::head(each.name)), each.name);
        m_tool->setCurrentIndex(std::max(0, m_tool->findData(before)));
    }
    if (tool() == m_shown)
        showDoubt();
    else
        showTool();
}

void LabForm::setTool(const QString &name, const QByteArray &arguments)
{
    const int index = m_tool->findData(name);
    if (index < 0)
        return;
    const QSignalBlocker quiet(m_tool);
    m_tool->setCurrentIndex(index);
    showTool(arguments);
}

QString LabForm::tool() const
{
    return m_tool->currentData().toString();
}

void LabForm::showTool(const QByteArray &arguments)
{
    m_shown = tool();
    m_mayChange->setChecked(false); // consent was for another tool
    const QList<Tool> &tools = m_tools->tools();
    const auto found = std::find_if(tools.begin(), tools.end(), [&](const Tool &each) { return each.name == m_shown; });
    m_schema = FormSchema(found == tools.end() ? "{}"_ba : found->inputSchema);
    if (!arguments.isEmpty())
        m_arguments->setText(arguments);
    else if (found != tools.end())
        m_arguments->setText(m_schema.initial(m_schema.root()));
    showMisfit();
    showDoubt();
}

/// Shows schema violations as a note; they may be intended.
void LabForm::showMisfit()
{
    const QByteArray text = m_arguments->text().isEmpty() ? "{}"_ba : m_arguments->text();
    const QList<JsonSchemaError> errors =
        m_arguments->isGood() ? m_schema.check(JsonValue(text)) : QList<JsonSchemaError>();
    const QString where = errors.isEmpty() || errors.first().instanceLocation.isEmpty()
                              ? tr("the arguments")
                              : Texts::inOneLine(Texts::head(errors.first().instanceLocation));
    m_misfit->say(
        errors.isEmpty()
            ? QString()
            : tr("The tool does not accept this: %1 %2.").arg(where, Texts::translated(errors.first().message)));
}

void LabForm::showDoubt()
{
    const QString doubt =
        m_shown.isEmpty() ? QString() : Texts::translated(CancellationLab::doubtOf(m_tools->tools(), m_shown));
    m_doubt->say(doubt.isEmpty() ? doubt : tr("%1.", "a sentence").arg(doubt));
    m_mayChange->setHidden(doubt.isEmpty());
    emit changed();
}

QString LabForm::whyNot() const
{
    if (m_shown.isEmpty())
        return tr("The server offers no tool to call.");
    if (!m_arguments->isGood())
        return tr("The arguments are not a JSON object.");
    if (!m_mayChange->isHidden() && !m_mayChange->isChecked())
        return tr("Tick “Call anyway” to confirm that this tool may be called.");
    if (m_count->value() == 0 && !m_edgeCases->isChecked())
        return tr("Nothing to run: set Cancels above 0, or include invalid ones.");
    return {};
}

LabPlan LabForm::plan() const
{
    constexpr double Percent = 100;
    LabPlan plan;
    plan.tool = m_shown;
    plan.arguments = m_arguments->text();
    plan.count = m_count->value();
    plan.from = {m_from->value() / Percent, {}};
    plan.to = {m_to->value() / Percent, {}};
    plan.concurrent = m_concurrent->value();
    plan.bystanders = m_bystanders->value();
    plan.limit = std::chrono::seconds(m_limit->value());
    plan.edgeCases.removeOne(LabCase::Initialize); // it would end the connection of the tab
    if (!m_edgeCases->isChecked())
        plan.edgeCases.clear();
    return plan;
}

QWidget *LabForm::first() const
{
    return m_tool;
}

} // namespace Pullcord
