// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/findingrules.h"

#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/capture/requestlog.h"
#include "core/findings/facts/cancelwords.h"
#include "core/findings/facts/resulttypes.h"
#include "core/findings/findingrule.h"
#include "core/findings/findingsbysort.h"
#include "core/findings/rulecontext.h"
#include "core/json/jsonchecker.h"
#include "core/json/jsonduplicates.h"
#include "core/mcp/handshake.h"
#include "core/mcp/requests/taskinfo.h"
#include "core/mcp/validation/mcpschema.h"
#include "core/mcp/validation/outputcheck.h"

#include <QHash>

#include <map>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

// ---- HandshakeRule

/// P22: initialize, or its response, names no revision of MCP, so none is agreed on. Gets each message later
/// (FindingRules::makeLater).
///
/// P11 then ignores protocolVersion. A client may offer a revision that is unknown here.
/// Specification: lifecycle "Version Negotiation".
class HandshakeRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;

    void onEvent(const FindingStep &step) override;

private:
    void judge(const FindingStep &step, Direction accused, const JsonValue &version);
    [[nodiscard]] bool isOffered(const FindingStep &step, const JsonValue &version) const;
    void report(const FindingStep &step, Direction accused, FindingSeverity severity, const TranslatableText &sentence);
};

/// Returns the beginning of a value as it was written.
QString shown(const JsonValue &value)
{
    const QByteArrayView raw = value.raw();
    return Formatting::visible(QString::fromUtf8(raw.first(std::min(raw.size(), CancelWords::MostQuoted))));
}

void HandshakeRule::onEvent(const FindingStep &step)
{
    if (!step.record || step.record->method != "initialize" || step.record->direction != Direction::ClientToServer ||
        !facts().isMcp() || context().isMasked(step.event.bytes))
        return;
    const JsonValue result(step.event.part(step.message.result));
    if (step.message.kind == MessageKind::Request)
        judge(step, Direction::ClientToServer, step.params().member("protocolVersion"));
    else if (step.message.kind == MessageKind::Result && result.isObject())
        judge(step, Direction::ServerToClient, result.member("protocolVersion"));
}

void HandshakeRule::judge(const FindingStep &step, Direction accused, const JsonValue &version)
{
    const FindingSeverity severity = version.isString() ? FindingSeverity::Warning : FindingSeverity::Error;
    if (accused == Direction::ServerToClient) {
        const TranslatableText problem = Handshake::problemOfVersion(version);
        const bool isEcho = isOffered(step, version);
        const bool isKnown = revisionFromName(version.toString()).has_value();
        if (!problem.isEmpty() && (!isEcho || isKnown))
            report(step, accused, isEcho ? FindingSeverity::Info : severity, problem);
    } else if (!version.isValid()) {
        report(step, accused, severity,
               TranslatableText::of(QT_TRANSLATE_NOOP(
                   "TranslatableText",
                   "initialize has no protocolVersion: the server cannot know which revisions the client supports")));
    } else if (!version.isString()) {
        report(step, accused, severity,
               TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                      "The protocolVersion in initialize is %1, which is not a string"),
                                    shown(version)));
    }
}

/// True if the client offered that version: a server that supports it must respond with the same.
bool HandshakeRule::isOffered(const FindingStep &step, const JsonValue &version) const
{
    if (!version.isString() || step.record->requestEvent < 0)
        return false;
    const Event request = capture().eventAt(step.record->requestEvent);
    const JsonValue params(request.part(request.envelope.params));
    return params.member("protocolVersion").toUtf8() == version.toUtf8();
}

void HandshakeRule::report(const FindingStep &step, Direction accused, FindingSeverity severity,
                           const TranslatableText &sentence)
{
    Finding found = finding(FindingCode::P22, accused, step);
    found.severity = severity;
    found.sentence = sentence;
    if (step.message.isResponse() && step.record->requestEvent >= 0)
        found.addEvent(step.record->requestEvent);
    found.addEvent(step.index);
    context().report(std::move(found));
}

// ---- ValidityRule

/// P11: messages that violate the schema of their revision. P02: a member name that occurs twice in an object. Gets
/// each message later (FindingRules::makeLater).
///
/// The revision is the one named by the message or by its request, else the agreed one of the connection, else the one
/// that initialize offered. Faults that
/// other rules report (invalid JSON-RPC, cancels, progress, _meta, resultType) are not reported again.
class ValidityRule final : public FindingRule
{
public:
    static constexpr qsizetype MostSorts = 1000; ///< kinds of faults; each is one finding with a count

    using FindingRule::FindingRule;
    void onEvent(const FindingStep &step) override;

private:
    [[nodiscard]] std::optional<Revision> revisionOf(const FindingStep &step);
    [[nodiscard]] std::optional<Revision> offeredIn(const FindingStep &step) const;
    void reportDuplicate(const FindingStep &step);
    void reportPlaces(const FindingStep &step, Revision revision, QList<SchemaVerdict::Place> places);
    void reportEntries(const FindingStep &step, Revision revision, QList<SchemaVerdict::Place> &places);
    void reportEntry(const FindingStep &step, Revision revision, const QList<SchemaVerdict::Place> &places,
                     const QString &name);
    void report(const FindingStep &step, Revision revision, const QList<SchemaVerdict::Place> &places);
    void raiseSort(const QByteArray &sort, Finding found, const FindingStep &step);

    FindingsBySort<QByteArray> m_found{MostSorts};
    std::optional<Revision> m_offered; ///< by the latest initialize
};

std::optional<Revision> namedIn(const Event &event, const Envelope &message)
{
    const JsonValue meta = JsonValue(event.part(message.params)).member("_meta");
    return revisionFromName(meta.member("io.modelcontextprotocol/protocolVersion").toString());
}

bool isReportedElsewhere(const FindingStep &step)
{
    return (step.message.problems & (NotAnObject | NoVersion | NothingToDo | ResultAndError)) != 0 ||
           step.message.hasMethod(step.event.bytes, "notifications/cancelled");
}

/// True if P13 reports the fault, or the schema itself is wrong: it forbids errors with the id null. Up to 2025-06-18
/// it also forbids errors without an id, with which a server may refuse a POST (basic/transports).
bool isReportedElsewhere(const SchemaVerdict::Place &place, const FindingStep &step, Revision revision,
                         const ConversationFacts &facts)
{
    if (place.pointer == "/id"_L1 && step.message.kind == MessageKind::Error) {
        const QByteArrayView id = step.event.part(step.message.id);
        const bool mayRefuse = facts.transport() == ConversationFacts::Transport::Http &&
                               step.event.direction == Direction::ServerToClient;
        return id == "null" || (id.isEmpty() && mayRefuse);
    }
    if (step.record && step.record->method == "initialize" &&
        (place.pointer == "/result/protocolVersion"_L1 || place.pointer == "/params/protocolVersion"_L1))
        return true; // P22
    if (eraOf(revision) != Era::Modern)
        return false;
    if (place.pointer == "/result/resultType"_L1)
        return true;
    const bool isOfMeta = place.pointer == "/params"_L1 || place.pointer == "/params/_meta"_L1 ||
                          place.pointer == "/params/_meta/io.modelcontextprotocol~1protocolVersion"_L1 ||
                          place.pointer == "/params/_meta/io.modelcontextprotocol~1clientCapabilities"_L1;
    return isOfMeta && step.message.kind == MessageKind::Request &&
           !JsonValue(step.event.bytes).pointer(place.pointer.toUtf8()).isValid();
}

/// Returns the member of the result that holds the list; empty for other methods.
QLatin1StringView entriesOf(const QByteArray &method)
{
    return method == "tools/list"                 ? "tools"_L1
           : method == "prompts/list"             ? "prompts"_L1
           : method == "resources/list"           ? "resources"_L1
           : method == "resources/templates/list" ? "resourceTemplates"_L1
           : method == "roots/list"               ? "roots"_L1
                                                  : ""_L1;
}

/// Returns the name of an entry, its URI, or its place in the list.
QString nameOfEntry(const JsonValue &entry, qsizetype index)
{
    for (const QByteArrayView member : {"name", "uri", "uriTemplate"}) {
        if (const JsonValue name = entry.member(member); name.isString() && !name.toString().isEmpty())
            return Formatting::visible(name.toString().left(CancelWords::MostQuoted));
    }
    return u"#%1"_s.arg(index + 1);
}

/// Returns e.g. "/result/tools must be an array, and 2 more".
TranslatableText describe(const QList<SchemaVerdict::Place> &places, qsizetype prefix)
{
    const QString pointer = Formatting::visible(places.first().pointer.mid(prefix).left(CancelWords::MostQuoted));
    const TranslatableText first =
        pointer.isEmpty()
            ? places.first().message
            : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 %2"), pointer, places.first().message);
    return places.size() == 1 ? first
                              : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1, and %2 more"), first,
                                                     places.size() - 1);
}

/// Returns the kind of a fault; it is the same for all items of a list.
QByteArray sortOf(const SchemaVerdict::Place &place)
{
    QStringList steps = place.pointer.split(u'/');
    for (QString &step : steps) {
        bool isIndex = false;
        step.toUInt(&isIndex);
        if (isIndex)
            step = u"*"_s;
    }
    return steps.join(u'/').toUtf8() + ' ' + place.message.toUtf8();
}

/// Returns the beginning of the sentence for a message without a method.
const char *namelessIn(MessageKind kind)
{
    switch (kind) {
    case MessageKind::Request:
        return QT_TRANSLATE_NOOP("TranslatableText", "A request is not valid for MCP %1: %2");
    case MessageKind::Notification:
        return QT_TRANSLATE_NOOP("TranslatableText", "A notification is not valid for MCP %1: %2");
    default:
        return QT_TRANSLATE_NOOP("TranslatableText", "A response is not valid for MCP %1: %2");
    }
}

std::optional<Revision> ValidityRule::revisionOf(const FindingStep &step)
{
    if (const auto named = namedIn(step.event, step.message))
        return named;
    const bool isSettled = context().agreed && eraOf(*context().agreed) == Era::Legacy;
    if (!isSettled && step.message.isResponse() && step.record && step.record->requestEvent >= 0) {
        const Event request = capture().eventAt(step.record->requestEvent);
        if (const auto named = namedIn(request, request.envelope))
            return named;
    }
    return context().agreed ? context().agreed : offeredIn(step);
}

/// Returns the revision that initialize or its response offers; none after an agreement. A response whose id is wrong
/// is most likely that to initialize.
std::optional<Revision> ValidityRule::offeredIn(const FindingStep &step) const
{
    if (!step.record && step.message.isResponse() && step.event.direction == Direction::ServerToClient)
        return m_offered;
    if (!step.record || step.record->method != "initialize" || step.record->requestEvent < 0)
        return {};
    const Event request = capture().eventAt(step.record->requestEvent);
    const JsonValue params(request.part(request.envelope.params));
    return revisionFromName(params.member("protocolVersion").toString());
}

void ValidityRule::onEvent(const FindingStep &step)
{
    if (!facts().isMcp() || isReportedElsewhere(step) || context().shared.checker.check(step.event.bytes))
        return;
    reportDuplicate(step);
    if (step.message.hasMethod(step.event.bytes, "initialize")) {
        const JsonValue params(step.event.part(step.message.params));
        m_offered = revisionFromName(params.member("protocolVersion").toString());
    }
    const std::optional<Revision> revision = revisionOf(step);
    if (!revision) {
        ++context().unchecked.noRevision;
        return;
    }
    if (step.message.kind == MessageKind::Result && step.record && eraOf(*revision) == Era::Modern) {
        const JsonValue result(step.event.part(step.message.result));
        if (ResultTypes::mayBeOne(result.member("resultType").toUtf8(), *step.record, capture(), facts())) {
            ++context().unchecked.undecided;
            return;
        }
        if (ResultTypes::isWrong(result, step.record->method))
            return; // no schema applies
    }
    const QByteArray answered = step.record && step.message.isResponse() ? step.record->method : QByteArray();
    SchemaVerdict verdict = SchemaVerdict::of(step.event.bytes, answered, revision);
    if (verdict.kind == SchemaVerdict::Kind::Undecided)
        ++context().unchecked.tooLarge;
    verdict.places.removeIf(
        [&](const SchemaVerdict::Place &place) { return isReportedElsewhere(place, step, *revision, facts()); });
    if (!verdict.places.isEmpty() && context().isMasked(step.event.bytes))
        ++context().unchecked.masked;
    else
        reportPlaces(step, *revision, verdict.places);
}

/// Reports a name that occurs twice, unless MessageFormRule reports one of the message itself.
void ValidityRule::reportDuplicate(const FindingStep &step)
{
    const bool isOut = (step.message.problems & DuplicateKey) != 0 || step.event.bytes.size() > SchemaVerdict::Longest;
    const auto twice = isOut ? std::nullopt : JsonDuplicate::firstIn(step.event.bytes);
    if (!twice)
        return;
    const QString name = Formatting::visible(twice->name.left(CancelWords::MostQuoted));
    const QByteArray sort = "twice " + QByteArray::number(int(step.event.direction)) + ' ' +
                            (step.record ? step.record->method : QByteArray()) + ' ' +
                            sortOf({.pointer = twice->pointer, .message = twice->name});
    if (m_found.extend(context(), sort, step))
        return;
    Finding found = finding(FindingCode::P02, step.event.direction, step);
    found.severity = FindingSeverity::Warning;
    found.sentence = TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText",
                          "The member %1 occurs twice in an object (%2): some readers take the first, others the last"),
        name,
        twice->pointer.isEmpty() ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the message"))
                                 : TranslatableText(Formatting::visible(twice->pointer.left(CancelWords::MostQuoted))));
    raiseSort(sort, std::move(found), step);
}

void ValidityRule::reportPlaces(const FindingStep &step, Revision revision, QList<SchemaVerdict::Place> places)
{
    reportEntries(step, revision, places);
    if (!places.isEmpty())
        report(step, revision, places);
}

void ValidityRule::report(const FindingStep &step, Revision revision, const QList<SchemaVerdict::Place> &places)
{
    const bool isAnswer = step.message.isResponse();
    const QByteArray method =
        isAnswer ? (step.record ? step.record->method : QByteArray()) : step.message.methodName(step.event.bytes);
    const QByteArray sort = QByteArray::number(int(step.message.kind)) + ' ' +
                            QByteArray::number(int(step.event.direction)) + ' ' + method + ' ' + sortOf(places.first());
    if (m_found.extend(context(), sort, step))
        return;
    const TranslatableText what = describe(places, 0);
    const QString name = Formatting::visible(QString::fromUtf8(method.left(CancelWords::MostQuoted)));
    Finding found = finding(FindingCode::P11, step.event.direction, step);
    found.revision = nameOf(revision);
    found.sentence =
        name.isEmpty()
            ? TranslatableText::of(namelessIn(step.message.kind), nameOf(revision), what)
            : TranslatableText::of(
                  isAnswer ? QT_TRANSLATE_NOOP("TranslatableText", "The response to %1 is not valid for MCP %2: %3")
                           : QT_TRANSLATE_NOOP("TranslatableText", "The message %1 is not valid for MCP %2: %3"),
                  name, nameOf(revision), what);
    raiseSort(sort, std::move(found), step);
}

void ValidityRule::raiseSort(const QByteArray &sort, Finding found, const FindingStep &step)
{
    if (step.message.isResponse() && step.record && step.record->requestEvent >= 0)
        found.addEvent(step.record->requestEvent);
    found.addEvent(step.index);
    m_found.report(context(), sort, std::move(found));
}

/// Raises a finding per entry of a list, with the name of the entry. Removes the places of entries from `places`.
void ValidityRule::reportEntries(const FindingStep &step, Revision revision, QList<SchemaVerdict::Place> &places)
{
    const QByteArray method = step.record && step.message.isResponse() ? step.record->method : QByteArray();
    const QString member = entriesOf(method);
    if (member.isEmpty())
        return;
    const QString prefix = u"/result/%1/"_s.arg(member);
    std::map<qsizetype, QList<SchemaVerdict::Place>> byEntry;
    places.removeIf([&](const SchemaVerdict::Place &place) {
        bool isIndex = false;
        const qsizetype index = place.pointer.startsWith(prefix)
                                    ? place.pointer.mid(prefix.size()).section(u'/', 0, 0).toLongLong(&isIndex)
                                    : 0;
        if (isIndex)
            byEntry[index].append(place);
        return isIndex;
    });
    const JsonValue entries = JsonValue(step.event.part(step.message.result)).member(member.toUtf8());
    auto next = byEntry.begin();
    qsizetype index = 0;
    for (const JsonMember &entry : entries) {
        if (next == byEntry.end())
            break;
        if (next->first == index++) {
            reportEntry(step, revision, next->second, nameOfEntry(entry.value, next->first));
            ++next;
        }
    }
}

void ValidityRule::reportEntry(const FindingStep &step, Revision revision, const QList<SchemaVerdict::Place> &places,
                               const QString &name)
{
    const QByteArray method = step.record->method;
    const QByteArray sort = method + ' ' + name.toUtf8() + ' ' + sortOf(places.first());
    if (m_found.extend(context(), sort, step))
        return;
    const qsizetype prefix = QString(places.first().pointer).section(u'/', 0, 3).size();
    Finding found = finding(FindingCode::P11, step.event.direction, step);
    found.revision = nameOf(revision);
    found.sentence =
        TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The entry %1 of %2 is not valid for MCP %3: %4"),
                             name, QString::fromUtf8(method), nameOf(revision), describe(places, prefix));
    raiseSort(sort, std::move(found), step);
}

// ---- OutputRule

/// P12: results of tool calls, including late ones and those of tasks, that violate the output schema. Gets each
/// message later (FindingRules::makeLater).
class OutputRule final : public FindingRule
{
public:
    static constexpr qsizetype MostSorts = 1000; ///< kinds of faults; each is one finding with a count

    static constexpr qsizetype MostTasks = 10'000;

    using FindingRule::FindingRule;
    void onEvent(const FindingStep &step) override;

private:
    void check(const FindingStep &step, qint64 call, const JsonValue &result);
    [[nodiscard]] bool isOfMasked(const FindingStep &step, const OutputCheck &check) const;
    void report(const FindingStep &step, const RequestRecord &call, const OutputCheck &check);

    FindingsBySort<QByteArray> m_found{MostSorts};
    QHash<QString, qint64> m_tasks; ///< tool calls that became tasks: row by task id
};

void OutputRule::onEvent(const FindingStep &step)
{
    if (step.message.kind != MessageKind::Result || !step.record || context().toolLists.empty())
        return;
    const RequestRecord &record = *step.record;
    const JsonValue result(step.event.part(step.message.result));
    const bool isClients = record.direction == Direction::ClientToServer;
    const auto call = isClients ? m_tasks.constFind(record.target) : m_tasks.constEnd();
    if (isClients && record.method == "tools/call") {
        const bool isModern = result.member("resultType").isValid();
        if (const auto task = TaskInfo::createdBy(result, isModern);
            task && (isModern || record.asksForTask) && m_tasks.size() < MostTasks)
            m_tasks.insert(task->id, step.row);
        check(step, step.row, result);
    } else if (record.method == "tasks/result") { // 2025-11-25
        check(step, call == m_tasks.constEnd() ? step.row : *call, result);
    } else if (record.method == "tasks/get" && call != m_tasks.constEnd() && result.member("result").isObject()) {
        check(step, *call, result.member("result")); // the extension
    }
}

/// Checks a result of the call in row `call`, which came in `step`.
void OutputRule::check(const FindingStep &step, qint64 call, const JsonValue &result)
{
    const OutputCheck check = context().shared.outputs.ofResult(call, result, context().toolLists);
    if (check.verdict == OutputCheck::Verdict::Undecided)
        ++(check.gaveUp ? context().unchecked.tooLarge : context().unchecked.undecided);
    else if (check.verdict == OutputCheck::Verdict::Violated && isOfMasked(step, check))
        ++context().unchecked.masked;
    else if (check.verdict == OutputCheck::Verdict::Violated)
        report(step, log().record(call), check);
}

bool OutputRule::isOfMasked(const FindingStep &step, const OutputCheck &check) const
{
    return context().isMasked(step.event.bytes) ||
           (check.list >= 0 && context().isMasked(capture().eventAt(check.list).bytes));
}

void OutputRule::report(const FindingStep &step, const RequestRecord &call, const OutputCheck &check)
{
    const QByteArray tool = call.target.toUtf8();
    const QByteArray sort = tool + ' ' + (check.places.isEmpty() ? QByteArray() : check.places.first().toUtf8());
    if (m_found.extend(context(), sort, step))
        return;
    const QString name = Formatting::visible(call.target.left(CancelWords::MostQuoted));
    Finding found = finding(FindingCode::P12, step.event.direction, step);
    found.sentence =
        check.places.isEmpty()
            ? TranslatableText::of(
                  QT_TRANSLATE_NOOP("TranslatableText",
                                    "The tool %1 has an output schema, but its result has no structured content"),
                  name)
            : TranslatableText::of(
                  QT_TRANSLATE_NOOP("TranslatableText",
                                    "The structured content of %1 does not match the output schema of the tool: %2"),
                  name, check.places.first());
    for (const qint64 event : {check.list, call.requestEvent, step.index})
        found.addEvent(event);
    m_found.report(context(), sort, std::move(found));
}

} // namespace

/// P11, P12 and P22: messages against the schemas, checked when the event loop is idle.
std::vector<std::unique_ptr<FindingRule>> FindingRules::makeLater(RuleContext &context)
{
    std::vector<std::unique_ptr<FindingRule>> rules;
    rules.push_back(std::make_unique<HandshakeRule>(context));
    rules.push_back(std::make_unique<ValidityRule>(context));
    rules.push_back(std::make_unique<OutputRule>(context));
    return rules;
}

} // namespace Pullcord
