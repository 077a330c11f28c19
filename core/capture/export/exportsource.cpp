// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/exportsource.h"

#include "core/capture/capture.h"
#include "core/capture/export/redaction/quoteredaction.h"
#include "core/capture/requestlog.h"
#include "core/json/jsonvalue.h"
#include "core/rpc/requesttarget.h"

#include <algorithm>

namespace Pullcord {

using namespace Qt::StringLiterals;

ExportSource::ExportSource(const Capture &capture, const RequestLog &log, ExportSelection selection,
                           Redaction redaction, Of of)
    : m_capture(capture)
    , m_log(log)
    , m_events(capture, std::move(redaction))
    , m_of(of)
    , m_selection(std::move(selection))
    , m_leftOut(rules())
    , m_clean(size_t(rules().isEmpty() ? 0 : capture.count()))
    , m_rows(m_selection.isEverything() ? std::vector<qsizetype>() : m_selection.rows(capture))
    , m_rowCount(m_selection.isEverything() ? log.count() : qsizetype(m_rows.size()))
{
    QList<Redaction::Hit> hits;
    m_header = m_events.header(hits);
    if (of == Of::Everything)
        m_leftOut.add(hits);
}

qsizetype ExportSource::findingCount() const
{
    return m_selection.findings() ? m_selection.findings()->size() : 0;
}

void ExportSource::look(qint64 budget)
{
    if (m_looked == toLook())
        return;
    for (; budget > 0 && m_looked < m_selection.count(); ++m_looked)
        budget -= lookAt(m_selection.at(m_looked));
    for (; budget > 0 && m_looked >= m_selection.count() && m_looked < toLook(); ++m_looked)
        budget -= redactFinding(m_looked - m_selection.count());
    if (m_looked == toLook())
        m_leftOut.noteIn(m_header);
}

/// Returns the size of the event.
qint64 ExportSource::lookAt(qsizetype index)
{
    if (m_of == Of::Messages && entry(index).kind != EventKind::Message)
        return 1;
    QList<Redaction::Hit> hits;
    QList<Redaction::Hit> staying;
    const Event event = m_events.at(index, hits, &staying);
    m_leftOut.add(hits);
    m_leftOut.addStaying(staying);
    m_clean[size_t(index)] = hits.isEmpty();
    return event.bytes.size() + qsizetype(sizeof event);
}

/// Redacts the quotes in the sentence of a finding. Returns the size of its events.
qint64 ExportSource::redactFinding(qsizetype number)
{
    const ReportFinding finding = m_selection.findings()->at(number);
    QuoteRedaction quotes(rules());
    qint64 size = 0;
    for (const qsizetype index : finding.events) {
        size += qsizetype(sizeof(Event));
        if (index < 0 || index >= count() || isClean(index))
            continue;
        QList<Redaction::Hit> hits;
        size += m_events.at(index, hits).bytes.size();
        quotes.add(hits);
    }
    m_selection.setSentence(number, quotes.sentence(finding.sentence));
    return size;
}

QString ExportSource::path() const
{
    return m_capture.path();
}

bool ExportSource::isImported() const
{
    return m_capture.header().others.contains("imported"_L1);
}

bool ExportSource::hasTimes() const
{
    return m_capture.hasTimes();
}

qsizetype ExportSource::count() const
{
    return m_capture.count();
}

qint64 ExportSource::lastTime() const
{
    return m_capture.lastTime();
}

const CaptureEntry &ExportSource::entry(qsizetype index) const
{
    return m_capture.entry(index);
}

bool ExportSource::isClean(qsizetype index) const
{
    return rules().isEmpty() || (size_t(index) < m_clean.size() && m_clean[size_t(index)]);
}

Event ExportSource::eventAt(qsizetype index) const
{
    QList<Redaction::Hit> hits;
    return isClean(index) ? m_events.whole(index) : m_events.at(index, hits);
}

QByteArrayView ExportSource::line(qsizetype index) const
{
    const bool isSame = isClean(index) && (entry(index).kind != EventKind::Opening ||
                                           m_events.whole(index).details == m_capture.eventAt(index).details);
    return isSame ? m_capture.line(index) : QByteArrayView();
}

bool ExportSource::hasRow(qsizetype row) const
{
    return m_selection.isEverything() ? row >= 0 && row < m_rowCount
                                      : std::binary_search(m_rows.begin(), m_rows.end(), row);
}

RequestRecord ExportSource::record(qsizetype row) const
{
    RequestRecord record = m_log.record(row);
    if (!rules().isEmpty())
        redact(record);
    return record;
}

/// Redacts all texts that a peer or the user wrote.
void ExportSource::redact(RequestRecord &record) const
{
    QList<Redaction::Hit> hits; // not used: the events count them
    const auto take = [&](QString &text, const char *place) { text = rules().redactedAt(place, text, hits); };
    record.target = redactedTarget(record);
    take(record.errorMessage, "/error/message");
    if (record.responseEvent >= 0 && !isClean(qsizetype(record.responseEvent))) { // the error may describe the response
        QuoteRedaction quotes(rules());
        QList<Redaction::Hit> gone;
        static_cast<void>(m_events.at(qsizetype(record.responseEvent), gone));
        quotes.add(gone);
        record.errorMessage = quotes.quoted(record.errorMessage);
    }
    take(record.progress.message, "/params/message");
    if (record.cancellation) {
        take(record.cancellation->reason, "/params/reason");
        take(record.cancellation->refusal, "/error/message");
    }
    if (record.dismissal) {
        take(record.dismissal->reason, "/params/reason");
        take(record.dismissal->task, "/params/taskId");
    }
}

/// Returns the redacted target, as it is in the redacted request message. Rules may depend on its place in the params.
QString ExportSource::redactedTarget(const RequestRecord &record) const
{
    if (record.target.isEmpty())
        return {};
    if (record.requestEvent != RequestRecord::NoEvent) {
        const Event event = eventAt(qsizetype(record.requestEvent));
        const bool isBatch = event.envelope.kind == MessageKind::Batch;
        const QList<Envelope> messages = isBatch ? Envelope::batchItems(event.bytes) : QList{event.envelope};
        for (const Envelope &message : messages) {
            if (message.kind == MessageKind::Request && message.requestId(event.bytes) == record.id)
                return requestTarget(JsonValue(message.params.in(event.bytes)));
        }
    }
    QString target = record.target; // it was never sent, so try all places
    QList<Redaction::Hit> hits;
    for (const char *place : RequestTargetPlaces)
        target = rules().redactedAt(QByteArray("/params") + place, target, hits);
    return target;
}

qsizetype ExportSource::rowOf(quint32 connection, quint64 serial) const
{
    return m_log.rowOf(connection, serial);
}

qsizetype ExportSource::handshake() const
{
    return m_log.handshake();
}

std::vector<qsizetype> ExportSource::handshakes() const
{
    std::vector<qsizetype> rows;
    for (qsizetype row = 0; row < m_log.count(); ++row) {
        const QByteArray method = m_log.record(row).method;
        if (method == "initialize" || method == "server/discover")
            rows.push_back(row);
    }
    return rows;
}

} // namespace Pullcord
