// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/details/resulttab.h"

#include "core/mcp/conversation.h"
#include "core/mcp/validation/outputcheck.h"
#include "ui/models/messages/resultcontent.h"
#include "ui/models/texts.h"
#include "ui/views/content/contentview.h"

#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

ResultTab::ResultTab(QWidget *parent)
    : QWidget(parent)
    , m_view(new ContentView(this))
{
    setObjectName(u"resultTab"_s);
    m_view->setObjectName(u"resultView"_s);
    m_view->setAccessibleName(tr("Content of the message"));
    setFocusProxy(m_view);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view);
}

ResultTab::~ResultTab() = default;

void ResultTab::setConversation(const Conversation *conversation)
{
    m_conversation = conversation;
    showMessage(-1, {}, -1);
}

void ResultTab::showMessage(qsizetype captureIndex, const Event &event, qsizetype logRow)
{
    m_row = captureIndex >= 0 ? m_conversation->capture().entry(captureIndex).row : -1;
    if (captureIndex >= 0 && m_row < 0)
        m_row = logRow;
    m_hasContent =
        m_row >= 0 && ResultContent::kindOf(m_conversation->log().record(m_row), event) != ResultContent::Kind::None;
    m_event = m_hasContent ? event : Event();
    m_isFilled = false;
    if (isVisible() || !m_hasContent)
        fill();
}

void ResultTab::showEvent(QShowEvent *event)
{
    fill();
    QWidget::showEvent(event);
}

void ResultTab::fill()
{
    if (std::exchange(m_isFilled, true))
        return;
    m_view->clear();
    if (!m_hasContent)
        return;
    m_view->setCanRead(m_conversation->isLive());
    const ResultContent content = ResultContent::of(m_conversation->log().record(m_row), m_event);
    if (!content.problem.isEmpty())
        m_view->addNote(ContentNote::Kind::Bad, Texts::sentence({ErrorKind::Protocol, content.problem}));
    if (content.kind == ResultContent::Kind::Tool)
        fillTool(content);
    if (!content.keeping.isEmpty())
        m_view->addNote(ContentNote::Kind::Info, tr("%1 Read reloads it anyway.", "a sentence").arg(content.keeping));
    if (!content.introduction.isEmpty()) {
        const bool isPrompt = content.kind == ResultContent::Kind::Prompt;
        m_view->addText(isPrompt ? tr("Description") : tr("System prompt"), content.introduction);
    }
    fillMessages(content);
    for (const ResourceContents &resource : content.resources)
        m_view->addResource(resource);
    if (!content.structured.isEmpty())
        m_view->addJson(tr("Structured content"), content.structured, u"structured"_s);
    sayWhenEmpty(content);
}

void ResultTab::fillTool(const ResultContent &content)
{
    if (content.isError)
        m_view->addNote(ContentNote::Kind::Bad, tr("The tool reports that it failed (isError)."));
    const QByteArray schema = outputSchemaAt(m_conversation->capture(), m_conversation->log(), m_row);
    const OutputCheck check = OutputCheck::of(schema, content.structured, content.isError);
    const QString text = Texts::translated(check.lines()).join(u'\n');
    switch (check.verdict) {
    case OutputCheck::Verdict::Nothing:
        break;
    case OutputCheck::Verdict::Matches:
        m_view->addNote(ContentNote::Kind::Good, text);
        break;
    case OutputCheck::Verdict::Violated:
        m_view->addNote(ContentNote::Kind::Bad, text);
        break;
    case OutputCheck::Verdict::Undecided:
        m_view->addNote(ContentNote::Kind::Warning, text);
        break;
    }
}

void ResultTab::fillMessages(const ResultContent &content)
{
    for (const PromptMessage &message : content.messages) {
        if (!message.role.isEmpty())
            m_view->addHeading(message.role);
        for (const ContentBlock &block : message.content)
            m_view->addBlock(block);
        if (message.content.isEmpty() && !message.raw.isEmpty())
            m_view->addJson(tr("Message without content"), message.raw, u"message"_s);
    }
}

void ResultTab::sayWhenEmpty(const ResultContent &content)
{
    const bool hasBlocks = std::any_of(content.messages.begin(), content.messages.end(), [](const auto &message) {
        return !message.content.isEmpty() || !message.raw.isEmpty();
    });
    if (!hasBlocks && content.resources.isEmpty() && content.structured.isEmpty() && content.problem.isEmpty())
        m_view->addNote(ContentNote::Kind::Info, tr("No content."));
}

} // namespace Pullcord
