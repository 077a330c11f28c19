// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/callpanel.h"

#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "ui/actions.h"
#include "ui/models/catalog/catalogtexts.h"
#include "ui/models/untrustedtext.h"
#include "ui/views/form/schemaeditor.h"
#include "ui/views/messages/jsoneditor.h"
#include "ui/views/requests/timeoutbutton.h"
#include "ui/views/style/accessiblenames.h"
#include "ui/views/widgets/foldingbutton.h"
#include "ui/views/widgets/peerlabel.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

CallPanel::CallPanel(Actions &actions, QWidget *parent)
    : QWidget(parent)
    , m_actions(actions)
    , m_title(new PeerLabel(this))
    , m_description(new PeerLabel(this))
    , m_editor(new SchemaEditor(tr("Arguments"), this))
    , m_timeout(new TimeoutButton(u"call"_s, this))
    , m_asTask(new QCheckBox(tr("As a tas&k"), this))
    , m_ttl(new QSpinBox(this))
    , m_taskRow(makeTaskRow())
{
    setObjectName(u"callPanel"_s);
    m_editor->setObjectName(u"argumentsEditor"_s);
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setMostLines(2);
    m_description->setMostLines(4);
    m_description->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_timeout->setShortcut(QKeySequence::mnemonic(tr("T&imeout")));
    auto *call = new FoldingButton(this);
    call->setObjectName(u"callButton"_s);
    call->setDefaultAction(actions.callTool);
    connect(actions.callTool, &QAction::triggered, m_editor, &SchemaEditor::touchAll);
    call->setPopupMode(QToolButton::MenuButtonPopup);
    auto *more = new QMenu(call);
    more->addAction(actions.labWithArguments);
    call->setMenu(more);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->addWidget(m_title);
    layout->addWidget(m_description);
    layout->addWidget(m_editor, 1);
    auto *bottom = new QHBoxLayout;
    bottom->addWidget(m_timeout);
    bottom->addStretch(1);
    bottom->addWidget(call);
    layout->addStretch(0); // replaces the editor while that is hidden
    layout->addWidget(m_taskRow);
    layout->addLayout(bottom);
    connect(m_editor, &SchemaEditor::changed, this, [this] {
        sayWhatIsSent();
        emit changed();
    });
    clear();
}

CallPanel::~CallPanel() = default;

void CallPanel::setTool(const Tool &tool)
{
    if (!m_tool.isEmpty())
        m_typed.insert(m_tool, m_editor->value());
    m_tool = tool.name;
    m_title->setText(CatalogTexts::title(tool));
    m_description->setText(Texts::head(tool.description));
    AccessibleNames::setToolTip(m_description, tool.description);
    m_description->setHidden(tool.description.isEmpty());
    m_taskSupport = taskSupportOf(JsonValue(tool.raw));
    showTaskRow();
    m_editor->start(tool.inputSchema, m_typed.value(tool.name));
    m_editor->setEnabled(true);
    m_editor->show();
    emit changed();
}

void CallPanel::clear()
{
    showNone(tr("Call a tool"), tr("Select a tool to enter its arguments."));
}

void CallPanel::setExcluded(const Tool &tool, const QString &reason)
{
    showNone(CatalogTexts::title(tool), CatalogTexts::whyExcluded(reason));
}

/// Shows a text instead of the form.
void CallPanel::showNone(const QString &title, const QString &text)
{
    if (!m_tool.isEmpty())
        m_typed.insert(m_tool, m_editor->value());
    m_tool.clear();
    m_title->setText(title);
    m_description->setText(Texts::head(text));
    AccessibleNames::setToolTip(m_description, {});
    m_description->show();
    m_taskSupport = TaskSupport::Forbidden;
    showTaskRow();
    m_editor->start({});
    m_editor->setEnabled(false);
    m_editor->hide();
    emit changed();
}

QWidget *CallPanel::makeTaskRow()
{
    m_asTask->setObjectName(u"callAsTask"_s);
    m_ttl->setObjectName(u"taskTtl"_s);
    m_ttl->setAccessibleName(tr("Time for which the server keeps the task"));
    m_ttl->setToolTip(tr("Time for which the server is asked to keep the task and its result, from its creation"));
    m_ttl->setRange(0, 86'400);
    m_ttl->setPrefix(tr("kept "));
    m_ttl->setSuffix(tr(" s", "seconds"));
    m_ttl->setSpecialValueText(tr("server decides", "as the server likes"));
    connect(m_asTask, &QCheckBox::toggled, m_ttl, &QWidget::setEnabled);
    m_ttl->setEnabled(false);
    auto *row = new QWidget(this);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_asTask);
    layout->addWidget(m_ttl);
    layout->addStretch(1);
    return row;
}

void CallPanel::showTaskRow()
{
    const bool isRequired = m_taskSupport == TaskSupport::Required;
    m_taskRow->setVisible(m_hasTasks && m_taskSupport != TaskSupport::Forbidden);
    m_asTask->setEnabled(!isRequired);
    m_asTask->setChecked(isRequired);
    m_asTask->setToolTip(isRequired ? tr("This tool can only be called as a task")
                                    : tr("Get a response at once, and the result when the task has ended"));
}

void CallPanel::setHasTasks(bool has)
{
    if (std::exchange(m_hasTasks, has) != has)
        showTaskRow();
}

bool CallPanel::isTask() const
{
    return m_hasTasks && m_taskSupport != TaskSupport::Forbidden && m_asTask->isChecked();
}

std::optional<qint64> CallPanel::ttl() const
{
    return m_ttl->value() == 0 ? std::nullopt : std::optional(qint64(m_ttl->value()) * 1000);
}

void CallPanel::sayWhatIsSent()
{
    m_actions.sayWhetherCallFits(!m_editor->hasProblems());
}

QByteArray CallPanel::arguments() const
{
    return JsonText::compact(m_editor->value());
}

void CallPanel::setArguments(const QByteArray &arguments)
{
    if (arguments.isEmpty())
        m_editor->reset();
    else
        m_editor->json()->setText(JsonText::indented(arguments));
}

void CallPanel::focusArguments()
{
    m_editor->focusFirst();
}

RequestOptions CallPanel::options() const
{
    constexpr std::chrono::milliseconds Never(-1);
    const Timeouts chosen = m_timeout->timeouts();
    RequestOptions options;
    options.timeout = chosen.limit.count() > 0 ? chosen.limit : Never;
    options.cap = chosen.cap.count() > 0 ? chosen.cap : Never;
    options.progressExtends = chosen.progressExtends;
    return options;
}

void CallPanel::setTimeouts(const Timeouts &timeouts)
{
    m_timeout->setTimeouts(timeouts);
}

bool CallPanel::canCall() const
{
    return !m_tool.isEmpty() && m_editor->isGood();
}

} // namespace Pullcord
