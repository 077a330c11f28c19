// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/details/detailspanel.h"

#include "core/capture/capture.h"
#include "core/capture/export/reporttext.h"
#include "core/capture/formatting.h"
#include "core/json/jsontext.h"
#include "core/mcp/conversation.h"
#include "core/rpc/refusedmessage.h"
#include "ui/models/messages/eventtexts.h"
#include "ui/models/requests/legtexts.h"
#include "ui/models/requests/requestfacts.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"
#include "ui/panels/details/detailscopy.h"
#include "ui/panels/details/detailsfinder.h"
#include "ui/panels/details/factstab.h"
#include "ui/panels/details/httptab.h"
#include "ui/panels/details/partbar.h"
#include "ui/panels/details/rawtab.h"
#include "ui/panels/details/resulttab.h"
#include "ui/panels/details/schematab.h"
#include "ui/views/filter/findbar.h"
#include "ui/views/messages/jsontreeview.h"
#include "ui/views/messages/noteline.h"
#include "ui/views/messages/peerbanner.h"
#include "ui/views/messages/textview.h"
#include "ui/views/requests/rowlinks.h"
#include "ui/views/tabs/tighttabs.h"

#include <QEvent>
#include <QJsonDocument>
#include <QKeyEvent>
#include <QToolButton>
#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

DetailsPanel::DetailsPanel(QWidget *parent)
    : QWidget(parent)
    , m_title(new PeerLabel(this))
    , m_facts(new PeerLabel(this))
    , m_legs(new RowLinks(this))
    , m_banner(new PeerBanner(this))
    , m_parts(new PartBar(this))
    , m_tabs(new TightTabs(this))
    , m_result(new ResultTab(this))
    , m_pretty(new TextView(this))
    , m_raw(new RawTab(this))
    , m_tree(new JsonTreeView(this))
    , m_about(new FactsTab(this))
    , m_http(new HttpTab(this))
    , m_schema(new SchemaTab(this))
    , m_finder(new DetailsFinder(new FindBar(this), this))
{
    setObjectName(u"detailsPanel"_s);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    makeHeader();
    layout->addWidget(m_parts);
    connect(m_parts, &PartBar::chosen, this, &DetailsPanel::showWantedPart);
    connect(m_parts, &PartBar::progressWanted, this, [this] {
        m_tabs->setCurrentWidget(m_about);
        m_about->focusProgress();
    });
    layout->addWidget(
        findChild<FindBar *>()); // above the message, so that the message bar at the foot of the page does not move it
    makeTabs();
    layout->addWidget(m_banner); // at the bottom, so that it moves nothing
    showNothing();
}

DetailsPanel::~DetailsPanel() = default;

void DetailsPanel::makeHeader()
{
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setObjectName(u"detailsTitle"_s);
    m_facts->setObjectName(u"detailsFacts"_s);
    m_banner->setObjectName(u"lateBanner"_s);
    for (PeerLabel *label : {m_title, m_facts, static_cast<PeerLabel *>(m_banner)}) {
        label->setMostLines(4);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_legs->setObjectName(u"detailsLegs"_s);
    connect(m_legs, &RowLinks::rowWanted, this, &DetailsPanel::requestWanted);
    auto *words = new QVBoxLayout;
    words->setContentsMargins(6, 4, 6, 2);
    words->setSpacing(2);
    words->addWidget(m_title);
    words->addWidget(m_facts);
    words->addWidget(m_legs);
    auto *whole = qobject_cast<QVBoxLayout *>(layout());
    whole->addLayout(words);
}

void DetailsPanel::makeTabs()
{
    m_tabs->setObjectName(u"detailsTabs"_s);
    m_tabs->setAccessibleName(tr("Ways to read the message"));
    m_tabs->setDocumentMode(true);
    m_pretty->setObjectName(u"prettyView"_s);
    m_pretty->setAccessibleName(tr("Message, indented"));
    connect(m_raw, &RawTab::viewChanged, this, &DetailsPanel::letFind);
    m_tree->setObjectName(u"treeView"_s);
    m_tree->setAccessibleName(tr("Message, as a tree"));
    m_pretty->setFrameShape(QFrame::NoFrame);
    m_wantedTab = m_result;
    m_wantedOtherwise = m_pretty;
    m_tabs->addTab(m_result, tr("Result"));
    m_tabs->addTab(m_pretty, tr("Pretty", "indented JSON"));
    m_tabs->addTab(m_tree, tr("Tree"));
    m_tabs->addTab(m_raw, tr("Raw", "bytes as they were"));
    m_tabs->addTab(m_about, tr("Facts", "about a request"));
    connect(m_about, &FactsTab::messageWanted, this, &DetailsPanel::messageWanted);
    // Not the last tab: if that is hidden, Qt scrolls the others out of sight.
    const int http = m_tabs->addTab(m_http, tr("HTTP"));
    m_tabs->setTabVisible(http, false);
    connect(m_http, &HttpTab::changed, this, [this, http] {
        m_choosing = true; // hiding a tab selects another, which is not the user's choice
        m_tabs->setTabVisible(http, m_http->hasAny());
        chooseTab();
    });
    m_tabs->addTab(m_schema, tr("Schema"));
    connect(m_schema, &SchemaTab::placeWanted, this, [this](const QString &pointer) {
        m_tabs->setCurrentWidget(m_tree);
        m_tree->goTo(pointer);
        m_tree->setFocus();
    });

    m_copy = new DetailsCopy(m_pretty, m_tree, this);
    connect(m_copy, &DetailsCopy::filterWanted, this, &DetailsPanel::filterWanted);
    m_tabs->setCornerWidget(m_copy->makeButton(m_tabs));
    connect(m_tabs, &QTabWidget::currentChanged, this, &DetailsPanel::onTabChanged);
    qobject_cast<QVBoxLayout *>(layout())->addWidget(m_tabs, 1);
}

void DetailsPanel::setConversation(Conversation *conversation)
{
    m_about->noteLine()->keep(); // before its subject is gone
    m_conversation = conversation;
    m_http->setConversation(conversation);
    m_result->setConversation(conversation);
    m_about->setConversation(conversation);
    m_schema->setConversation(conversation);
    showNothing();
}

void DetailsPanel::showRequest(qsizetype logRow)
{
    if (!m_conversation || logRow < 0) {
        showNothing();
        return;
    }
    m_logRow = logRow;
    m_http->showRequest(logRow);
    m_about->showRequest(logRow);
    showParts();
    describeRequest();
}

void DetailsPanel::showMessage(qsizetype captureIndex)
{
    if (!m_conversation || captureIndex < 0) {
        showNothing();
        return;
    }
    if (m_logRow < 0 && m_captureIndex == captureIndex)
        return; // messages do not change
    m_logRow = -1;
    m_parts->hide();
    m_http->showEntry(captureIndex);
    m_about->showEntry(captureIndex);
    showEntry(captureIndex);
    describeMessage();
}

void DetailsPanel::showNothing()
{
    m_logRow = -1;
    m_parts->hide();
    m_http->showNothing();
    m_about->showNothing();
    showEntry(-1);
    m_legs->setLinks({});
    m_title->setText(tr("Details"));
    m_facts->setText(tr("Select a request or a message to read it in full."));
    m_banner->say({});
}

void DetailsPanel::refresh()
{
    if (!m_conversation)
        return;
    m_http->refresh();
    m_about->refresh();
    if (m_logRow < 0)
        return;
    describeRequest();
    if (parts() != m_parts->parts())
        showParts();
}

QList<RequestPart> DetailsPanel::parts() const
{
    return partsOf(*m_conversation, m_logRow);
}

void DetailsPanel::showParts()
{
    m_parts->setParts(parts());
    m_parts->show();
    showWantedPart();
}

void DetailsPanel::showWantedPart()
{
    if (m_parts->event() != RequestRecord::NoEvent && m_parts->event() != m_captureIndex)
        showEntry(m_parts->event());
}

void DetailsPanel::showEntry(qsizetype captureIndex)
{
    m_captureIndex = captureIndex;
    m_bytes.clear();
    m_isJson = false;
    m_origin.clear();
    Event event;
    if (captureIndex >= 0) {
        event = m_conversation->capture().eventAt(captureIndex);
        m_bytes = event.bytes;
        m_isJson = ReportText::isJson(event);
        m_origin = event.isByOperator() ? tr("sent by the operator of the proxy")
                   : RefusedMessage::statusOf(event) != 0
                       ? tr("refused by the proxy with HTTP %1").arg(RefusedMessage::statusOf(event))
                   : event.isWithheld()                      ? tr("withheld by the proxy")
                   : event.details.contains(Event::Injected) ? tr("typed by hand")
                                                             : QString();
        if (m_bytes.isEmpty() && !event.details.isEmpty()) {
            m_bytes = QJsonDocument(event.details).toJson(QJsonDocument::Compact);
            m_isJson = true;
        }
    }
    m_copy->setMessage(m_bytes, m_isJson);
    m_tabs->setTabEnabled(m_tabs->indexOf(m_tree), m_isJson || m_bytes.isEmpty());
    m_result->showMessage(captureIndex, event, m_logRow);
    m_schema->showEntry(captureIndex, event.isMessage() ? m_bytes : QByteArray());
    m_filledTabs = 0;
    chooseTab();
    fillTab();
}

/// Selects the preferred tab, or the one for messages without a result.
void DetailsPanel::chooseTab()
{
    m_choosing = true;
    m_tabs->setTabVisible(m_tabs->indexOf(m_result), m_result->hasContent());
    QWidget *wanted = m_wantedTab == m_result && !m_result->hasContent() ? m_wantedOtherwise : m_wantedTab;
    if (m_tabs->isTabVisible(m_tabs->indexOf(wanted)))
        m_tabs->setCurrentWidget(wanted);
    m_choosing = false;
    emit tabsChanged();
}

void DetailsPanel::onTabChanged()
{
    fillTab();
    if (m_choosing)
        return;
    m_wantedTab = m_tabs->currentWidget();
    if (m_tabs->currentWidget() != m_result)
        m_wantedOtherwise = m_tabs->currentWidget();
    emit tabWanted();
}

QByteArray DetailsPanel::saveState() const
{
    return m_wantedTab->objectName().toUtf8();
}

void DetailsPanel::restoreState(const QByteArray &state)
{
    for (QWidget *tab :
         {static_cast<QWidget *>(m_result), static_cast<QWidget *>(m_pretty), static_cast<QWidget *>(m_tree),
          static_cast<QWidget *>(m_raw), static_cast<QWidget *>(m_about)}) {
        if (tab->objectName().toUtf8() == state)
            m_wantedTab = tab;
    }
}

void DetailsPanel::fillTab()
{
    const int tab = 1 << m_tabs->currentIndex();
    if ((m_filledTabs & tab) != 0)
        return letFind();
    m_filledTabs |= tab;
    QWidget *view = m_tabs->currentWidget();
    if (view == m_tree)
        m_tree->showJson(m_isJson ? m_bytes : QByteArray());
    else if (view == m_raw)
        m_raw->showBytes(m_bytes);
    else if (view == m_pretty && !m_isJson)
        m_pretty->showText(Texts::readable(m_bytes));
    else if (view == m_pretty)
        m_pretty->showJson(JsonText::indented(m_bytes));
    letFind(); // the other tabs update themselves
}

/// Connects the search to the visible view, if that is searchable.
void DetailsPanel::letFind()
{
    m_finder->setView(dynamic_cast<Findable *>(m_tabs->currentWidget()));
}

void DetailsPanel::find()
{
    if (!dynamic_cast<Findable *>(m_tabs->currentWidget()))
        m_tabs->setCurrentWidget(dynamic_cast<Findable *>(m_wantedOtherwise) ? m_wantedOtherwise : m_pretty);
    const bool isText = m_tabs->currentWidget() == m_pretty || (m_tabs->currentWidget() == m_raw && !m_raw->isHex());
    const TextView *text = !isText ? nullptr : m_tabs->currentWidget() == m_pretty ? m_pretty : m_raw->text();
    const QString selected = text ? text->textCursor().selectedText() : QString();
    m_finder->open(selected.contains(QChar::ParagraphSeparator) ? QString() : selected);
}

void DetailsPanel::editNote()
{
    m_tabs->setCurrentWidget(m_about);
    m_about->noteLine()->setFocus(Qt::ShortcutFocusReason);
    m_about->noteLine()->end(false);
}

void DetailsPanel::findOn(bool forward)
{
    m_finder->goOn(forward);
}

bool DetailsPanel::event(QEvent *event)
{
    // Esc closes the search from anywhere in the panel; otherwise it is a command of the window.
    if (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress) {
        if (static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape && m_finder->isOpen()) {
            if (event->type() == QEvent::KeyPress)
                findChild<FindBar *>()->close();
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

void DetailsPanel::describeRequest()
{
    const RequestRecord record = m_conversation->log().record(m_logRow);
    const bool hasTimes = m_conversation->capture().hasTimes();
    m_title->setText(Texts::head(Texts::requestTitle(record)));
    const bool hasEnded = !m_conversation->isGrowing();
    m_facts->setText(Texts::head(Texts::requestFacts(record, hasTimes, hasEnded)));
    m_legs->setLinks(Texts::legLinks(m_conversation->log(), m_logRow));
    m_parts->setProgress(record.progress.count + record.late.progress);
    m_banner->say(Texts::lateBanner(record, hasTimes));
}

void DetailsPanel::describeMessage()
{
    const CaptureEntry &entry = m_conversation->capture().entry(m_captureIndex);
    m_title->setText(tr("%1, number %2").arg(Texts::kind(entry)).arg(m_captureIndex + 1));
    QStringList facts;
    if (entry.direction != Direction::None && Texts::hasTravelled(entry.kind))
        facts << Texts::direction(entry.direction);
    const bool hasTimes = m_conversation->capture().hasTimes();
    if (hasTimes)
        facts << tr("%1 s after the start").arg(Texts::clock(entry.time));
    if (entry.size > 0)
        facts << Formatting::byteCount(entry.size);
    if (!m_origin.isEmpty())
        facts << m_origin;
    m_legs->setLinks({});
    m_facts->setText(facts.join(u" · "_s));
    const bool isLate = (entry.flags & CaptureEntry::Late) != 0 && entry.row >= 0;
    m_banner->say(isLate ? Texts::lateBanner(entry, m_conversation->log().record(entry.row), hasTimes) : QString());
}

QString DetailsPanel::banner() const
{
    return m_banner->text();
}

} // namespace Pullcord
