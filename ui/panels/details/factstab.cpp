// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/details/factstab.h"

#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/json/jsonvalue.h"
#include "core/mcp/conversation.h"
#include "ui/models/catalog/catalogtexts.h"
#include "ui/models/messages/eventtexts.h"
#include "ui/models/messages/metafacts.h"
#include "ui/models/messages/resultcontent.h"
#include "ui/models/requests/requestparts.h"
#include "ui/models/requests/tasktexts.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"
#include "ui/panels/details/loadpart.h"
#include "ui/views/messages/noteline.h"
#include "ui/views/style/theme.h"
#include "ui/views/tables/growingtableview.h"
#include "ui/views/tables/rowchoice.h"
#include "ui/views/widgets/peerlabel.h"

#include <QLocale>
#include <QProgressBar>
#include <QScrollArea>
#include <QVBoxLayout>

#include <cmath>

namespace Pullcord {

using namespace Qt::StringLiterals;

RowDelegate::Look ProgressDelegate::look(const QModelIndex &index, const QPalette &palette) const
{
    const Theme &theme = Theme::of(palette);
    Look look;
    if (index.column() == ProgressModel::Message && index.data(ProgressModel::WrongRole).toBool()) {
        look.icon = "triangle-alert";
        look.iconColor = look.text = theme.warning;
    }
    return look;
}

namespace {

constexpr int BarSteps = 1000;
constexpr qsizetype LongestMessage = 300;
constexpr qsizetype MostFacts = 100;

/// Returns a heading with a line per fact; empty without facts.
QString section(const QString &heading, const QList<MetaFact> &facts)
{
    if (facts.isEmpty())
        return {};
    QStringList lines{u"<b>%1</b>"_s.arg(heading.toHtmlEscaped())};
    for (const MetaFact &fact : facts.first(qMin(facts.size(), MostFacts))) {
        const QString text = Texts::breakable(u"%1: %2"_s.arg(fact.name, fact.text)).toHtmlEscaped();
        lines << (fact.isMalformed ? u"<i>%1</i>"_s.arg(text) : text);
    }
    if (facts.size() > MostFacts)
        lines << FactsTab::tr("and %L1 more").arg(facts.size() - MostFacts);
    return lines.join(u"<br>"_s);
}

} // namespace

FactsTab::FactsTab(QWidget *parent)
    : QWidget(parent)
    , m_note(new NoteLine(this))
    , m_bar(new QProgressBar(this))
    , m_task(new PeerLabel(this))
    , m_moments(new PeerLabel(this))
    , m_load(new LoadPart(this))
    , m_rate(new PeerLabel(this))
    , m_message(new PeerLabel(this))
    , m_table(new GrowingTableView(this))
    , m_meta(new PeerLabel(this))
{
    setObjectName(u"factsTab"_s);
    makeProgress();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 0);
    m_note->setObjectName(u"note"_s);
    layout->addWidget(m_note);
    connect(m_note, &NoteLine::noteChanged, this, [this](const QString &note) { emit noteChanged(m_place, note); });
    m_task->setObjectName(u"taskFacts"_s);
    m_moments->setObjectName(u"requestMoments"_s);
    for (PeerLabel *label : {m_task, m_moments}) {
        label->setTextFormat(Qt::RichText);
        layout->addWidget(label);
    }
    layout->addWidget(m_load);
    for (QWidget *each :
         {static_cast<QWidget *>(m_bar), static_cast<QWidget *>(m_rate), static_cast<QWidget *>(m_message)})
        layout->addWidget(each);
    layout->addWidget(m_table, 3);
    layout->addWidget(makeMetaArea(), 2);
    for (PeerLabel *label : {m_task, m_moments, m_rate, m_message, m_meta})
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    connect(&m_model, &QAbstractItemModel::rowsInserted, this, &FactsTab::showProgress);
    connect(new RowChoice(m_table), &RowChoice::chosen, this, [this](const QModelIndex &index) {
        emit messageWanted(index.data(ProgressModel::IndexRole).toLongLong());
    });
    showNothing();
}

FactsTab::~FactsTab() = default;

void FactsTab::makeProgress()
{
    m_bar->setObjectName(u"progressBar"_s);
    m_bar->setAccessibleName(tr("Progress"));
    m_rate->setObjectName(u"progressRate"_s);
    m_message->setObjectName(u"progressMessage"_s);
    m_table->setObjectName(u"progressTable"_s);
    m_table->setAccessibleName(tr("Progress notifications"));
    m_table->setModel(&m_model);
    m_table->setItemDelegate(&m_delegate);
    m_table->setColumns({{8, 7}, {10, 8}, {20, 10}});
}

QWidget *FactsTab::makeMetaArea()
{
    m_meta->setObjectName(u"metaFacts"_s);
    m_meta->setTextFormat(Qt::RichText);
    m_meta->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    auto *area = new QScrollArea(this); // a server may send a lot
    area->setObjectName(u"metaArea"_s);
    area->setAccessibleName(tr("Contents of _meta"));
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setWidget(m_meta);
    return area;
}

void FactsTab::setConversation(const Conversation *conversation)
{
    if (!conversation)
        showNothing();
    m_conversation = conversation;
    m_table->setFollowsFromStart(conversation && conversation->isGrowing());
    showNothing();
}

void FactsTab::showRequest(qsizetype logRow)
{
    if (m_logRow == logRow)
        return;
    m_logRow = logRow;
    m_captureIndex = -1;
    m_isStale = true;
    showNote();
    fill();
}

void FactsTab::showEntry(qsizetype captureIndex)
{
    m_logRow = -1;
    m_captureIndex = captureIndex;
    m_isStale = true;
    showNote();
    fill();
}

void FactsTab::showNothing()
{
    m_logRow = m_captureIndex = -1;
    m_isStale = false;
    showNote();
    m_model.setSource(nullptr, nullptr, -1);
    showProgress();
    showTask();
    showMoments();
    m_load->showRequest(nullptr, -1);
    m_meta->setText(tr("Select a request or a message to read about it."));
}

MarkTarget FactsTab::place() const
{
    if (m_logRow >= 0)
        return m_conversation->log().marks().placeOf(m_conversation->log().record(m_logRow));
    return {m_captureIndex, {}};
}

/// Shows the note of the current place; an edit in progress is first saved to its own place.
void FactsTab::showNote()
{
    const MarkTarget now = m_conversation ? place() : MarkTarget();
    m_note->setEnabled(now.isValid());
    const QString note = now.isValid() ? m_conversation->log().marks().at(now).note : QString();
    if (now == m_place)
        return m_note->setNote(note);
    m_note->keep();
    m_place = now;
    m_note->setNoteOfAnother(note);
}

void FactsTab::refresh()
{
    showNote();
    fill();
}

void FactsTab::focusProgress()
{
    if (m_model.rowCount() > 0 && !m_table->currentIndex().isValid())
        m_table->selectOnly(m_model.rowCount() - 1);
    m_table->setFocus(Qt::OtherFocusReason);
}

void FactsTab::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    fill();
}

void FactsTab::fill()
{
    if (!isVisible() || !m_conversation || (m_logRow < 0 && m_captureIndex < 0))
        return;
    const bool isStale = std::exchange(m_isStale, false);
    if (isStale)
        m_model.setSource(&m_conversation->capture(), &m_conversation->log(), m_logRow);
    showProgress();
    showTask();
    showMoments();
    m_load->showRequest(m_conversation, m_logRow);
    const qsizetype answer = m_logRow < 0 ? -1 : m_conversation->log().record(m_logRow).responseEvent;
    if (isStale || answer != m_answer) {
        m_answer = answer;
        showMeta();
    }
}

/// Shows the task of the call, also for requests about that task.
void FactsTab::showTask()
{
    QString text;
    if (m_logRow >= 0) {
        const RequestLog &log = m_conversation->log();
        const qsizetype call = log.record(m_logRow).leg.number > 0 ? log.headOf(m_logRow) : m_logRow;
        if (const TaskLog::Entry *task = m_conversation->task(call)) {
            for (const TaskTexts::Fact &fact : TaskTexts::facts(log.record(call), *task))
                text += u"<tr><td>%1&nbsp;&nbsp;</td><td>%2</td></tr>"_s.arg(
                    fact.name.toHtmlEscaped(),
                    Texts::breakable(Texts::head(fact.text, LongestMessage)).toHtmlEscaped());
            text = u"<b>%1</b><table>%2</table>"_s.arg(tr("Task"), text);
        }
    }
    m_task->setHidden(text.isEmpty());
    m_task->setText(text);
}

/// Shows a table: moment, time since the start, and time since the previous moment.
void FactsTab::showMoments()
{
    const bool isKnown = m_logRow >= 0 && m_conversation->capture().hasTimes();
    m_moments->setHidden(!isKnown);
    if (!isKnown)
        return;
    std::optional<qint64> firstProgress;
    if (m_model.rowCount() > 0)
        firstProgress =
            m_conversation->capture().entry(m_model.index(0, 0).data(ProgressModel::IndexRole).toLongLong()).time;
    const RequestRecord record = m_conversation->log().record(m_logRow);
    const QList<RequestMoment> moments = momentsOf(record, firstProgress);
    const auto row = [](const QString &name, const QString &since, const QString &after) {
        return u"<tr><td>%1&nbsp;&nbsp;</td><td align=right>%2&nbsp;&nbsp;</td><td align=right>%3</td></tr>"_s.arg(
            name.toHtmlEscaped(), QString(since).replace(u' ', QChar::Nbsp), after);
    };
    QString rows =
        row(moments.first().name, tr("at %1 s", "seconds since the start").arg(Texts::clock(record.start)), {});
    for (qsizetype i = 1; i < moments.size(); ++i) {
        const RequestMoment &moment = moments.at(i);
        rows +=
            row(moment.name, u'+' + Formatting::duration(moment.time - record.start),
                i == 1 ? QString() : tr("%1 later").arg(Formatting::duration(moment.time - moments.at(i - 1).time)));
    }
    if (const QString text = u"<b>%1</b><table>%2</table>"_s.arg(tr("Timing"), rows); text != m_moments->text())
        m_moments->setText(text);
}

void FactsTab::showProgress()
{
    const bool any = m_logRow >= 0 && m_model.rowCount() > 0;
    m_table->setVisible(any);
    const RequestRecord record = m_logRow < 0 ? RequestRecord() : m_conversation->log().record(m_logRow);
    const bool counts = record.progress.count > 0;
    for (QWidget *each : {static_cast<QWidget *>(m_bar), static_cast<QWidget *>(m_rate)})
        each->setVisible(counts);
    m_message->setVisible(counts && !record.progress.message.isEmpty());
    if (!counts)
        return;
    showBar(record);
    m_rate->setText(rateText(record));
    m_message->setText(Texts::oneLine(record.progress.message.toUtf8(), LongestMessage));
}

void FactsTab::showBar(const RequestRecord &record)
{
    const RequestRecord::Progress &progress = record.progress;
    const bool isMeasured = progress.total && *progress.total > 0;
    if (isMeasured) {
        m_bar->setRange(0, BarSteps);
        m_bar->setValue(int(std::round(qBound(0.0, progress.value / *progress.total, 1.0) * BarSteps)));
    } else { // without a total, show activity only
        m_bar->setRange(0, record.isOpen() ? 0 : 1);
    }
    m_bar->setEnabled(record.isOpen());
    m_bar->setTextVisible(isMeasured);
}

QString FactsTab::rateText(const RequestRecord &record) const
{
    const RequestRecord::Progress &progress = record.progress;
    QStringList facts{Texts::progressAmount(record),
                      tr("notifications: %1").arg(QLocale().toString(progress.count + record.late.progress))};
    const std::optional<double> rate = m_model.rate();
    if (rate) {
        const QString number = QLocale().toString(*rate, 'g', 3);
        facts << (record.isOpen() ? tr("%1 per second").arg(number) : tr("%1 per second overall").arg(number));
    }
    if (rate && record.isOpen() && progress.total && *progress.total > progress.value) {
        constexpr double NsPerSecond = 1e9;
        constexpr double Furthest = 1e9 * NsPerSecond; // about thirty years; longer estimates are left out
        const double left = (*progress.total - progress.value) / *rate * NsPerSecond;
        if (left < Furthest)
            facts << tr("about %1 left", "a time").arg(Formatting::duration(qint64(left)));
    }
    return facts.join(u" · "_s);
}

void FactsTab::showMeta()
{
    const Capture &capture = m_conversation->capture();
    QStringList sections;
    if (m_logRow < 0) {
        const Event event = capture.eventAt(m_captureIndex);
        sections << section(tr("_meta of the message"), metaFacts(metaOf(event, event.envelope)));
    } else {
        const RequestRecord record = m_conversation->log().record(m_logRow);
        const qint64 index = requestEventOf(*m_conversation, m_logRow);
        const Event request = index < 0 ? Event() : capture.eventAt(index);
        sections << section(tr("_meta of the request"), metaFacts(metaOf(request, messageOf(record, request))));
        if (m_answer >= 0) {
            const Event answer = capture.eventAt(m_answer);
            const Envelope message = messageOf(record, answer);
            sections << section(tr("_meta of the response"), metaFacts(metaOf(answer, message)));
            const JsonValue result = message.result.isEmpty() ? JsonValue() : JsonValue(answer.part(message.result));
            if (result.member("ttlMs").isValid())
                sections << CatalogTexts::keeping(CacheHints::in(result, 0)).toHtmlEscaped();
        }
    }
    sections.removeAll(QString());
    m_meta->setText(sections.isEmpty() ? tr("_meta is empty.") : sections.join(u"<br><br>"_s));
}

} // namespace Pullcord
