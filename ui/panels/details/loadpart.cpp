// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/details/loadpart.h"

#include "core/capture/capture.h"
#include "core/mcp/conversation.h"
#include "ui/models/loadtexts.h"
#include "ui/views/requests/loadgraph.h"
#include "ui/views/widgets/peerlabel.h"

#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

LoadPart::LoadPart(QWidget *parent)
    : QWidget(parent)
    , m_graph(new LoadGraph(this))
    , m_text(new PeerLabel(this))
{
    setObjectName(u"loadPart"_s);
    m_graph->setObjectName(u"loadGraph"_s);
    m_text->setObjectName(u"loadText"_s);
    m_text->setTextFormat(Qt::RichText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_text);
    layout->addWidget(m_graph);
}

LoadPart::~LoadPart() = default;

void LoadPart::showRequest(const Conversation *conversation, qsizetype logRow)
{
    const RequestRecord record = conversation && logRow >= 0 ? conversation->log().record(logRow) : RequestRecord();
    setVisible(record.direction == Direction::ClientToServer);
    const bool isTold = record.cancellation && record.cancellation->signalTime != 0 && !record.cancellation->byPeer;
    const qint64 cancelled = isTold ? record.cancellation->signalTime : 0;
    const Capture *capture = isTold ? &conversation->capture() : nullptr;
    if (isHidden() || (capture && capture == m_capture && logRow == m_logRow && cancelled == m_load.from))
        return; // onAppended() updates it
    if (m_capture)
        disconnect(m_capture, nullptr, this, nullptr);
    m_capture = capture;
    m_logRow = logRow;
    m_load = {};
    if (capture) {
        m_connection = capture->entry(record.requestEvent).connection;
        m_load = ProcessLoad::after(*capture, record.cancellation->event, cancelled, m_connection);
        connect(capture, &Capture::appended, this, &LoadPart::onAppended);
    }
    const bool isHttp = conversation->capture().header().connection.contains("url"_L1);
    m_text->setText(LoadTexts::absence(isTold, isHttp));
    showLoad();
}

void LoadPart::onAppended(qsizetype first, qsizetype count)
{
    if (count == 0 || m_capture->entry(first).time > m_load.from + ProcessLoad::Span)
        return;
    const ProcessLoad more = ProcessLoad::after(*m_capture, first, m_load.from, m_connection);
    if (more.samples.isEmpty())
        return;
    for (const ProcessLoad::Sample &sample : more.samples)
        m_load.add(sample);
    showLoad();
}

void LoadPart::showLoad()
{
    m_graph->setHidden(m_load.samples.size() < 2);
    m_graph->setLoad(m_load);
    if (!m_load.samples.isEmpty())
        m_text->setText(LoadTexts::summary(m_load));
}

} // namespace Pullcord
