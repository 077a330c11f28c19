// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/callpanel.h"

#include "core/json/jsontext.h"
#include "ui/actions.h"
#include "ui/panels/argumentseditor.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

CallPanel::CallPanel(Actions &actions, QWidget *parent)
    : QWidget(parent)
    , m_actions(actions)
    , m_title(new QLabel(this))
    , m_description(new QLabel(this))
    , m_editor(new ArgumentsEditor(this))
    , m_timeout(new QSpinBox(this))
{
    setObjectName(u"callPanel"_s);
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setWordWrap(true);
    m_description->setTextFormat(Qt::PlainText);
    m_description->setWordWrap(true);
    m_description->setMaximumHeight(4 * fontMetrics().lineSpacing());
    m_description->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_timeout->setObjectName(u"callTimeout"_s);
    m_timeout->setAccessibleName(tr("Timeout"));
    m_timeout->setRange(0, 86'400);
    m_timeout->setSuffix(tr(" s", "seconds"));
    m_timeout->setSpecialValueText(tr("none", "no timeout"));
    m_timeout->setToolTip(tr("Without an answer or progress for so long, the call is given up and cancelled"));
    auto *timeoutLabel = new QLabel(tr("&Timeout:"), this);
    timeoutLabel->setBuddy(m_timeout);
    auto *call = new QToolButton(this);
    call->setObjectName(u"callButton"_s);
    call->setDefaultAction(actions.callTool);
    call->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->addWidget(m_title);
    layout->addWidget(m_description);
    layout->addWidget(m_editor, 1);
    auto *bottom = new QHBoxLayout;
    bottom->addWidget(timeoutLabel);
    bottom->addWidget(m_timeout);
    bottom->addStretch(1);
    bottom->addWidget(call);
    layout->addStretch(0); // where the editor is not
    layout->addLayout(bottom);
    connect(m_editor, &ArgumentsEditor::changed, this, [this] {
        sayWhatIsSent();
        emit changed();
    });
    clear();
}

CallPanel::~CallPanel() = default;

void CallPanel::setTool(const Tool &tool)
{
    if (!m_tool.isEmpty())
        m_typed.insert(m_tool, m_editor->arguments());
    m_tool = tool.name;
    m_title->setText(tool.title.isEmpty() ? tool.name : tool.title);
    m_description->setText(tool.description);
    m_description->setToolTip(tool.description);
    m_description->setHidden(tool.description.isEmpty());
    m_editor->start(tool.inputSchema, m_typed.value(tool.name));
    m_editor->setEnabled(true);
    m_editor->show();
    emit changed();
}

void CallPanel::clear()
{
    if (!m_tool.isEmpty())
        m_typed.insert(m_tool, m_editor->arguments());
    m_tool.clear();
    m_title->setText(tr("Call a tool"));
    m_description->setText(tr("Select a tool above to fill in its arguments."));
    m_description->show();
    m_editor->start({});
    m_editor->setEnabled(false);
    m_editor->hide(); // it has nothing to say of no tool
    emit changed();
}

void CallPanel::sayWhatIsSent()
{
    m_actions.sayWhetherCallFits(!m_editor->hasProblems());
}

QByteArray CallPanel::arguments() const
{
    return JsonText::compact(m_editor->arguments());
}

std::chrono::milliseconds CallPanel::timeout() const
{
    return std::chrono::seconds(m_timeout->value());
}

void CallPanel::setTimeout(std::chrono::seconds timeout)
{
    m_timeout->setValue(int(timeout.count()));
}

bool CallPanel::canCall() const
{
    return !m_tool.isEmpty() && m_editor->isGood();
}

} // namespace Pullcord
