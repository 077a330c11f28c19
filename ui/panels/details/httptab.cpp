// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/details/httptab.h"

#include "core/mcp/conversation.h"
#include "ui/models/requests/requestparts.h"
#include "ui/views/messages/httpview.h"

#include <QVBoxLayout>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

HttpTab::HttpTab(QWidget *parent)
    : QWidget(parent)
    , m_view(new HttpView(this))
{
    setObjectName(u"httpTab"_s);
    m_view->setObjectName(u"httpView"_s);
    m_view->setAccessibleName(tr("HTTP exchanges"));
    setFocusProxy(m_view);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view);
    connect(&m_exchanges, &HttpExchanges::advanced, this, [this] {
        fill();
        emit changed();
    });
}

HttpTab::~HttpTab() = default;

void HttpTab::setConversation(const Conversation *conversation)
{
    m_conversation = conversation;
    m_exchanges.setCapture(conversation ? &conversation->capture() : nullptr);
    m_exchanges.update();
    showNothing();
    emit changed();
}

void HttpTab::showRequest(qsizetype logRow)
{
    m_logRow = logRow;
    m_captureIndex = -1;
    refresh();
}

void HttpTab::showEntry(qsizetype captureIndex)
{
    m_logRow = -1;
    m_captureIndex = captureIndex;
    refresh();
}

void HttpTab::showNothing()
{
    m_logRow = -1;
    m_captureIndex = -1;
    fill();
}

void HttpTab::refresh()
{
    const bool hadAny = hasAny();
    m_exchanges.update();
    if (hadAny != hasAny())
        emit changed();
    fill();
}

void HttpTab::showEvent(QShowEvent *event)
{
    fill();
    QWidget::showEvent(event);
}

void HttpTab::find()
{
    m_parts.clear();
    if (!m_conversation || !hasAny())
        return;
    if (m_logRow >= 0) {
        findForRequest();
    } else if (m_captureIndex >= 0) {
        m_connection = m_conversation->capture().entry(m_captureIndex).connection;
        addPart({}, m_captureIndex);
    }
}

void HttpTab::findForRequest()
{
    const RequestRecord record = m_conversation->log().record(m_logRow);
    m_connection = record.connection;
    const QList<RequestPart> parts = partsOf(*m_conversation, m_logRow);
    for (const RequestPart &part : parts) {
        addPart(part.label(), part.event);
        if (part.kind != RequestPart::Kind::Request)
            continue;
        const QList<int> more = m_exchanges.leftUnanswered(m_connection, QString::fromUtf8(record.id.toJson()));
        for (const int exchange : more) {
            const bool isNew = std::none_of(m_parts.cbegin(), m_parts.cend(),
                                            [exchange](const Part &known) { return known.exchange == exchange; });
            // Skip exchanges of an earlier request with the same id.
            const HttpExchanges::Steps steps = m_exchanges.steps(m_connection, exchange);
            if (isNew && steps.end > record.requestEvent)
                m_parts.append({isPost(steps.request) ? tr("Sent again") : tr("Resumed"), exchange});
        }
    }
}

/// True if the exchange carried the message itself, such as a repetition over the old transport after the new one was
/// refused.
bool HttpTab::isPost(qsizetype request) const
{
    return request >= 0 &&
           m_conversation->capture().eventAt(request).details.value("method"_L1).toString() == "POST"_L1;
}

void HttpTab::addPart(const QString &purpose, qint64 event)
{
    const int exchange = HttpExchanges::exchangeOf(m_conversation->capture(), event);
    if (exchange == 0)
        return;
    const auto known = std::find_if(m_parts.begin(), m_parts.end(),
                                    [exchange](const Part &part) { return part.exchange == exchange; });
    if (known == m_parts.end())
        m_parts.append({purpose, exchange});
    else
        known->purpose = tr("%1, %2", "what an exchange was for, and what else").arg(known->purpose, purpose.toLower());
}

void HttpTab::fill()
{
    if (!isVisible())
        return;
    find();
    QList<HttpStory> stories;
    for (const Part &part : std::as_const(m_parts)) {
        stories.append(HttpStory::of(m_conversation->capture(), part.exchange,
                                     m_exchanges.steps(m_connection, part.exchange), part.purpose));
    }
    const bool isSelected = m_logRow >= 0 || m_captureIndex >= 0;
    m_view->showStories(stories, isSelected ? tr("No HTTP exchange belongs to this item.") : QString());
}

} // namespace Pullcord
