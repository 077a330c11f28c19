// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/messages/validityrule.h"

#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/findings/cancelwords.h"
#include "core/findings/extensionresults.h"
#include "core/findings/findingcontext.h"
#include "core/findings/rules/messages/modernformrule.h"
#include "core/json/jsonchecker.h"

#include <map>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

std::optional<Revision> namedIn(const Event &event, const Envelope &message)
{
    const JsonValue meta = JsonValue(event.part(message.params)).member("_meta");
    return revisionFromName(meta.member("io.modelcontextprotocol/protocolVersion").toString());
}

bool isSaidByOthers(const FindingStep &step)
{
    return (step.message.problems & (NotAnObject | NoVersion | NothingToDo | ResultAndError)) != 0 ||
           step.message.hasMethod(step.event.bytes, "notifications/cancelled");
}

/// True if P13 reports the fault, or the schema itself is wrong: it forbids errors with the id null. Up to 2025-06-18
/// it also forbids errors without an id, with which a server may refuse a POST (basic/transports).
bool isSaidByOthers(const SchemaVerdict::Place &place, const FindingStep &step, Revision revision,
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
TranslatableText wordsFor(const QList<SchemaVerdict::Place> &places, qsizetype prefix)
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

} // namespace

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

/// For initialize and its response, before an agreement: returns the offered revision.
std::optional<Revision> ValidityRule::offeredIn(const FindingStep &step) const
{
    if (!step.record || step.record->method != "initialize" || step.record->requestEvent < 0)
        return {};
    const Event request = capture().eventAt(step.record->requestEvent);
    const JsonValue params(request.part(request.envelope.params));
    return revisionFromName(params.member("protocolVersion").toString());
}

void ValidityRule::onEvent(const FindingStep &step)
{
    if (!facts().isMcp() || isSaidByOthers(step) || context().checker.check(step.event.bytes))
        return;
    const std::optional<Revision> revision = revisionOf(step);
    if (!revision) {
        ++context().unchecked.noRevision;
        return;
    }
    if (step.message.kind == MessageKind::Result && step.record && eraOf(*revision) == Era::Modern) {
        const JsonValue result(step.event.part(step.message.result));
        if (ModernFormRule::isOfWrongType(result, step.record->method) &&
            !ExtensionResults::mayBeOne(result.member("resultType").toUtf8(), *step.record, capture(), facts()))
            return; // no schema applies
        if (ExtensionResults::mayBeOne(result.member("resultType").toUtf8(), *step.record, capture(), facts())) {
            ++context().unchecked.undecided;
            return;
        }
    }
    const QByteArray answered = step.record && step.message.isResponse() ? step.record->method : QByteArray();
    SchemaVerdict verdict = SchemaVerdict::of(step.event.bytes, answered, revision);
    if (verdict.kind == SchemaVerdict::Kind::Undecided)
        ++context().unchecked.tooLarge;
    verdict.places.removeIf(
        [&](const SchemaVerdict::Place &place) { return isSaidByOthers(place, step, *revision, facts()); });
    if (!verdict.places.isEmpty() && isMasked(step.event.bytes))
        ++context().unchecked.masked;
    else
        reportPlaces(step, *revision, verdict.places);
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
    if (grow(m_found.value(sort), step))
        return;
    const TranslatableText what = wordsFor(places, 0);
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
    const quint64 key = raise(std::move(found));
    if (m_found.size() < MostSorts)
        m_found.insert(sort, key);
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
    if (grow(m_found.value(sort), step))
        return;
    const qsizetype prefix = QString(places.first().pointer).section(u'/', 0, 3).size();
    Finding found = finding(FindingCode::P11, step.event.direction, step);
    found.revision = nameOf(revision);
    found.sentence =
        TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The entry %1 of %2 is not valid for MCP %3: %4"),
                             name, QString::fromUtf8(method), nameOf(revision), wordsFor(places, prefix));
    raiseSort(sort, std::move(found), step);
}

} // namespace Pullcord
