// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/findings/schemaviolations.h"

#include "core/capture/capture.h"
#include "core/capture/requestlog.h"
#include "core/json/jsonchecker.h"
#include "core/json/jsonvalue.h"
#include "core/mcp/catalog/pagereader.h"
#include "core/mcp/validation/schemaverdict.h"
#include "ui/models/texts.h"

#include <QCoreApplication>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype MostRemembered = 10'000;

struct FlawTexts
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::SchemaViolations)
};

QStringList linesOf(const SchemaVerdict &check)
{
    QStringList lines{Texts::translated(check.sentence)};
    for (const SchemaVerdict::Place &place :
         check.places.first(qMin(check.places.size(), SchemaViolations::MostPlaces))) {
        const QString what = Texts::translated(place.message);
        lines << (place.pointer.isEmpty() ? what : u"%1 %2"_s.arg(place.pointer, what));
    }
    if (check.places.size() > SchemaViolations::MostPlaces)
        lines << FlawTexts::tr("and %Ln more", "places in a message",
                               int(check.places.size() - SchemaViolations::MostPlaces));
    return lines;
}

} // namespace

QString SchemaViolations::unaskedLogMessage()
{
    return FlawTexts::tr("No request in flight asks for log messages (io.modelcontextprotocol/logLevel in its _meta), "
                         "so in this revision the server must not send any.");
}

SchemaViolations::SchemaViolations(const Capture &capture, const RequestLog &log)
    : m_capture(capture)
    , m_log(log)
    , m_messages(MostRemembered)
    , m_requests(MostRemembered)
    , m_revisions(capture, log)
    , m_outputs(capture, log)
{}

/// Returns none while the revision is still unknown.
std::optional<QStringList> SchemaViolations::inMessage(qsizetype captureIndex)
{
    const CaptureEntry &entry = m_capture.entry(captureIndex);
    if (entry.kind != EventKind::Message || entry.message == MessageKind::None || entry.size > Longest)
        return QStringList();
    const std::optional<Revision> revision = m_revisions.at(captureIndex);
    if (!revision && !m_revisions.isFinal(entry.connection))
        return {};
    const Event event = m_capture.eventAt(captureIndex);
    if (JsonChecker().check(event.bytes))
        return QStringList();
    const bool isResponse = event.envelope.isResponse() && entry.row >= 0;
    const QByteArray answered = isResponse ? m_log.record(entry.row).method : QByteArray();
    const SchemaVerdict check = SchemaVerdict::of(event.bytes, answered, revision, entry.direction);
    QStringList lines = check.kind == SchemaVerdict::Kind::Violated ? linesOf(check) : QStringList();
    if (entry.flags & CaptureEntry::Unasked)
        lines << unaskedLogMessage();
    return lines;
}

/// True if the result is final, or no event has come since.
bool SchemaViolations::stillHolds(qsizetype doubtfulAt) const
{
    return doubtfulAt == Settled || doubtfulAt == m_capture.count();
}

const SchemaViolations::Seen &SchemaViolations::seen(qsizetype captureIndex)
{
    if (const Seen *known = m_messages.object(captureIndex); known && stillHolds(known->doubtfulAt))
        return *known;
    const std::optional<QStringList> lines = inMessage(captureIndex);
    auto *found = new Seen{lines.value_or(QStringList()), lines ? Settled : m_capture.count()};
    m_messages.insert(captureIndex, found);
    return *found;
}

QStringList SchemaViolations::ofMessage(qsizetype captureIndex)
{
    return seen(captureIndex).lines;
}

QStringList SchemaViolations::ofRequest(qsizetype logRow)
{
    return found(logRow).lines;
}

QString SchemaViolations::whyStopped(qsizetype logRow)
{
    return found(logRow).stopped;
}

/// Indexes of request and response in the capture.
std::pair<qint64, qint64> SchemaViolations::eventsOf(qsizetype logRow) const
{
    if (const RequestRecord *recent = m_log.recent(logRow))
        return {recent->requestEvent, recent->responseEvent};
    const RequestRecord record = m_log.record(logRow);
    return {record.requestEvent, record.responseEvent};
}

const SchemaViolations::Found &SchemaViolations::found(qsizetype logRow)
{
    const auto [requestEvent, responseEvent] = eventsOf(logRow);
    const Found *known = m_requests.object(logRow);
    if (known && known->requestEvent == requestEvent && known->responseEvent == responseEvent &&
        stillHolds(known->doubtfulAt))
        return *known;
    auto *found = new Found{requestEvent, responseEvent, {}, {}};
    for (const qint64 event : {requestEvent, responseEvent}) {
        if (event < 0)
            continue;
        const Seen &message = seen(event);
        found->lines << message.lines;
        found->doubtfulAt = std::max(found->doubtfulAt, message.doubtfulAt);
    }
    if (responseEvent >= 0) {
        found->lines << inOutput(logRow);
        found->stopped = inList(logRow);
    }
    m_requests.insert(logRow, found);
    return *found;
}

/// Explains why the list ends at this page: its cursor was used before, or the limit of pages is reached.
QString SchemaViolations::inList(qsizetype logRow) const
{
    const RequestRecord record = m_log.record(logRow);
    if (record.leg.number < 2 || record.state != RequestState::Succeeded || !record.method.endsWith("/list"))
        return {};
    const QList<qsizetype> pages = m_log.legs(logRow);
    if (pages.last() != logRow)
        return {};
    const Event answer = m_capture.eventAt(record.responseEvent);
    const JsonValue given = JsonValue(answer.part(answer.envelope.result)).member("nextCursor");
    if (!given.isValid() || given.type() == JsonType::Null)
        return {};
    const QByteArray next = given.raw().toByteArray();
    const bool isKnown = std::any_of(pages.begin(), pages.end(), [&](qsizetype page) {
        const qint64 event = m_log.record(page).requestEvent;
        if (event < 0)
            return false;
        const Event request = m_capture.eventAt(event);
        return JsonValue(request.part(request.envelope.params)).member("cursor").raw() == next;
    });
    return Texts::translated(PageReader::whyStopped(record.method, next, isKnown, pages.size()));
}

/// Checks the result of a call against the output schema of its tool.
QStringList SchemaViolations::inOutput(qsizetype logRow)
{
    if (m_capture.entry(m_log.record(logRow).responseEvent).size > Longest)
        return {};
    findLists();
    const OutputCheck check = m_outputs.ofAnswer(logRow, m_lists);
    return check.verdict == OutputCheck::Verdict::Violated ? Texts::translated(check.lines()) : QStringList();
}

void SchemaViolations::findLists()
{
    for (; m_looked < m_log.count(); ++m_looked) {
        if (m_log.record(m_looked).method == "tools/list")
            m_lists.push_back(m_looked);
    }
}

} // namespace Pullcord
