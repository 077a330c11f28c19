// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/findingrules.h"

#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/findings/facts/cancelwords.h"
#include "core/findings/facts/recentrows.h"
#include "core/findings/findingrule.h"
#include "core/findings/rulecontext.h"
#include "core/json/jsondiff.h"
#include "core/json/schema/jsonnumber.h"
#include "core/mcp/catalog/catalogitem.h"
#include "core/mcp/catalog/pagereader.h"
#include "core/transport/http/parameterheaders.h"

#include <QByteArrayList>
#include <QList>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <optional>
#include <utility>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

using Kind = Transition::Kind;

// ---- PaginationRule

/// P15: a list whose pages repeat, or never end.
class PaginationRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Kind::Created, Kind::Left, Kind::Answered)};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &)
    {
        return step.record->method.endsWith("/list");
    }
    static constexpr qsizetype MostLists = 64; ///< lists read at a time

    void onTransition(const FindingStep &step) override;

private:
    /// A list that a client reads page by page. Several may be read at once, independently.
    struct Reading
    {
        QByteArray method;
        QSet<size_t> known;      ///< hashes of the cursors so far
        size_t last = 0;         ///< hash of the last cursor
        bool isReported = false; ///< reported, at most once per list
    };

    void onRequest(const FindingStep &step);

    QList<Reading> m_waiting;               ///< wait for a request for the next page, oldest first
    RecentRows<Reading, MostLists> m_asked; ///< by request for the next page
};

void PaginationRule::onTransition(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    if (!record.method.endsWith("/list") || record.direction != Direction::ClientToServer || !step.event.isMessage())
        return;
    if (step.transition->kind != Kind::Answered) {
        onRequest(step);
        return;
    }
    Reading reading{.method = record.method, .known = {}};
    if (Reading *asked = m_asked.find(step.row)) {
        reading = std::move(*asked);
        m_asked.remove(step.row);
    }
    const JsonValue next = JsonValue(step.event.part(step.message.result)).member("nextCursor");
    if (!next.isValid() || next.type() == JsonType::Null || context().isMasked(next.raw()))
        return;
    reading.last = qHash(next.raw());
    const bool isKnown = reading.known.contains(reading.last);
    if (!reading.isReported)
        reading.known.insert(reading.last);
    const TranslatableText why =
        PageReader::whyStopped(record.method, next.raw().toByteArray(), isKnown, reading.known.size());
    if (!why.isEmpty() && !std::exchange(reading.isReported, true)) {
        Finding found = finding(FindingCode::P15, Direction::ServerToClient, step);
        found.sentence = why;
        for (const qint64 event : {record.requestEvent, step.index})
            found.addEvent(event);
        context().report(std::move(found));
    }
    m_waiting.push_back(std::move(reading));
    if (m_waiting.size() > MostLists)
        m_waiting.pop_front();
}

/// Continues the list whose last page gave this cursor. A repeated page, or an unknown cursor, starts a new list.
void PaginationRule::onRequest(const FindingStep &step)
{
    const JsonValue cursor = step.params().member("cursor");
    if (!cursor.isValid() || m_asked.find(step.row))
        return;
    const size_t hash = qHash(cursor.raw());
    const auto reading = std::find_if(m_waiting.begin(), m_waiting.end(), [&](const Reading &each) {
        return each.method == step.record->method && each.last == hash;
    });
    if (reading == m_waiting.end()) {
        m_asked.insert(step.row, {.method = step.record->method, .known = {hash}, .last = hash});
        return;
    }
    m_asked.insert(step.row, *reading);
    m_waiting.erase(reading);
}

// ---- ToolListRule

/// P16, P17, P20 and P21: tools that are listed in another order, have invalid headers, changed their definition, or
/// have invalid names.
class ToolListRule final : public FindingRule
{
public:
    static constexpr qsizetype Longest = qsizetype(8) << 20; ///< bytes; longer pages are not read

    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Kind::Answered)};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &)
    {
        return step.record->method == "tools/list";
    }
    void onTransition(const FindingStep &step) override;

private:
    /// A list whose pages are arriving. Several may be read at once.
    struct List
    {
        QByteArrayList names;
        QSet<QByteArray> known; ///< the names as a set
        size_t next = 0;        ///< hash of the cursor of its next page
    };
    static constexpr qsizetype MostLists = 8;
    [[nodiscard]] std::optional<List> takeList(const JsonValue &cursor);
    void judgeName(const List &list, const JsonValue &name, const FindingStep &step);
    void look(const QByteArray &name, const JsonValue &tool, const FindingStep &step);
    void compare(const QByteArray &name, const JsonValue &tool, const SeenTools::Tool &known, const FindingStep &step);
    void endList(const List &list, const FindingStep &step);

    QList<List> m_lists;         ///< oldest first
    QSet<QByteArray> m_badNames; ///< reported by P21
};

QString shown(const QByteArray &name)
{
    return Formatting::visible(QString::fromUtf8(name.left(CancelWords::MostQuoted)));
}

/// Returns the tool with that name in a response to tools/list.
JsonValue toolIn(const Event &answer, const QByteArray &name)
{
    for (const JsonMember &tool : JsonValue(answer.part(answer.envelope.result)).member("tools")) {
        if (tool.value.member("name").toUtf8() == name)
            return tool.value;
    }
    return {};
}

/// True for two spellings of the same number.
bool isSpelling(const JsonDifference &difference)
{
    return difference.left.isNumber() && difference.right.isNumber() &&
           JsonNumber(difference.left.raw()) == JsonNumber(difference.right.raw());
}

/// Returns the first differences between two definitions.
QString placesIn(const JsonDiff &diff)
{
    constexpr qsizetype Most = 3;
    QStringList places;
    for (const JsonDifference &difference : diff.differences) {
        if (places.size() == Most) {
            places << QStringLiteral("…");
            break;
        }
        const bool isGone = difference.kind == JsonDifference::Kind::Removed;
        places << Formatting::visible(
            (isGone ? difference.leftPointer : difference.rightPointer).left(CancelWords::MostQuoted));
    }
    return places.join(QStringLiteral(", "));
}

void ToolListRule::onTransition(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    if (record.method != "tools/list" || record.direction != Direction::ClientToServer)
        return;
    std::vector<qsizetype> &lists = context().toolLists;
    if (const auto place = std::lower_bound(lists.begin(), lists.end(), step.row);
        place == lists.end() || *place != step.row)
        lists.insert(place, qsizetype(step.row));
    if (step.message.kind != MessageKind::Result || step.event.part(step.message.result).size() > Longest)
        return;
    const Event request = capture().eventAt(record.requestEvent);
    std::optional<List> whole = takeList(JsonValue(request.part(request.envelope.params)).member("cursor"));
    List list = whole.value_or(List());
    const JsonValue result(step.event.part(step.message.result));
    for (const JsonMember &tool : result.member("tools")) {
        const JsonValue name = tool.value.member("name");
        const bool isKnown = name.isString() && !context().isMasked(name.raw()); // all masked names are equal
        if (isKnown && list.names.size() < SeenTools::Most) {
            judgeName(list, name, step);
            list.names.append(name.toUtf8());
            list.known.insert(list.names.last());
            look(list.names.last(), tool.value, step);
        }
    }
    if (!whole)
        return;
    const JsonValue next = result.member("nextCursor");
    if (!next.isValid() || next.type() == JsonType::Null) {
        endList(list, step);
        return;
    }
    list.next = qHash(next.raw());
    m_lists.push_back(std::move(list));
    if (m_lists.size() > MostLists)
        m_lists.removeFirst();
}

/// Returns a new list, or the one that this cursor continues; none for a repeated page, or an unknown list.
std::optional<ToolListRule::List> ToolListRule::takeList(const JsonValue &cursor)
{
    if (!cursor.isValid() || cursor.type() == JsonType::Null)
        return List();
    const auto place = std::find_if(m_lists.begin(), m_lists.end(),
                                    [next = qHash(cursor.raw())](const List &each) { return each.next == next; });
    if (place == m_lists.end() || context().isMasked(cursor.raw()))
        return {};
    List list = std::move(*place);
    m_lists.erase(place);
    return list;
}

/// Reports each name once. The rules are those of 2025-11-25; the limits of model providers hold for every revision.
void ToolListRule::judgeName(const List &list, const JsonValue &name, const FindingStep &step)
{
    static const QRegularExpression form(uR"(\A[A-Za-z0-9_.-]*\z)"_s);
    constexpr qsizetype MaxLengthInMcp = 128;
    constexpr qsizetype MaxLengthOfProviders = 64;
    const QByteArray bytes = name.toUtf8();
    const QString text = name.toString();
    const bool hasRules = facts().revision() && *facts().revision() >= Revision::R2025_11_25;
    const bool isDuplicate = list.known.contains(bytes);
    const bool hasOtherCharacters = !form.match(text).hasMatch();
    const bool isBad =
        hasRules && (text.isEmpty() || text.size() > MaxLengthInMcp || hasOtherCharacters || isDuplicate);
    if ((!isBad && text.size() <= MaxLengthOfProviders) || m_badNames.contains(bytes) ||
        m_badNames.size() >= SeenTools::Most)
        return;
    m_badNames.insert(bytes);
    Finding found = finding(FindingCode::P21, Direction::ServerToClient, step);
    found.severity = isBad ? FindingSeverity::Warning : FindingSeverity::Info;
    if (text.size() > MaxLengthOfProviders)
        found.sentence = TranslatableText::of(
            text.size() > MaxLengthInMcp && hasRules
                ? QT_TRANSLATE_NOOP("TranslatableText",
                                    "The tool name %1 has %2 characters, more than the 128 that MCP allows; model "
                                    "providers refuse a whole list if a name is longer than 64")
                : QT_TRANSLATE_NOOP("TranslatableText",
                                    "The tool name %1 has %2 characters: model providers refuse a whole list if a name "
                                    "is longer than 64, and hosts put the name of the server before it"),
            shown(bytes), text.size());
    else if (text.isEmpty())
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "A tool has an empty name: no host can offer it"));
    else if (hasOtherCharacters)
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "The tool name %1 has characters other than A-Z, a-z, 0-9, underscore, hyphen and dot: "
                              "model providers refuse a whole list with such a name, or hosts rename the tool"),
            shown(bytes));
    else
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "The tool name %1 occurs twice in the list: a call cannot choose between them"),
            shown(bytes));
    found.addEvent(step.index);
    context().report(std::move(found));
}

void ToolListRule::look(const QByteArray &name, const JsonValue &tool, const FindingStep &step)
{
    SeenTools &seen = context().shared.seenTools;
    const size_t hash = qHash(tool.raw());
    const auto known = seen.byName.constFind(name);
    const bool isNew = known == seen.byName.constEnd();
    if (!isNew && known->hash != hash)
        compare(name, tool, *known, step);
    bool isBad = !isNew && known->isBad;
    if ((isNew || known->hash != hash) && facts().isModernHttp() && !context().isMasked(tool.raw())) {
        const bool wasBad = std::exchange(isBad, false);
        if (const auto headers = ParameterHeaders::inSchema(tool.member("inputSchema")); !headers) {
            Finding found = finding(FindingCode::P17, Direction::ServerToClient, step);
            found.sentence =
                TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Clients must omit the tool %1: %2"),
                                     shown(name), headers.error().detail);
            found.addEvent(step.index);
            isBad = true;
            if (!wasBad)
                context().report(std::move(found));
        }
    }
    if (!isNew || seen.byName.size() < SeenTools::Most)
        seen.byName.insert(name, {step.index, hash, isBad});
}

void ToolListRule::compare(const QByteArray &name, const JsonValue &tool, const SeenTools::Tool &known,
                           const FindingStep &step)
{
    if (known.event < 0 || known.event == step.index)
        return; // two tools with one name
    const Event before = capture().eventAt(known.event);
    const JsonValue old = toolIn(before, name);
    JsonDiff diff = old.isValid() ? JsonDiff::of(old, tool) : JsonDiff();
    diff.differences.removeIf(isSpelling);
    if (diff.differences.isEmpty())
        return; // another spelling of the same
    Finding found = finding(FindingCode::P20, Direction::ServerToClient, step);
    found.sentence = TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText",
                          "The definition of the tool %1 has changed since it was last listed, at %2"),
        shown(name), placesIn(diff));
    for (const qint64 event : {known.event, step.index})
        found.addEvent(event);
    context().report(std::move(found));
}

/// Compares the order of a complete list with the previous one, without added and removed tools.
void ToolListRule::endList(const List &list, const FindingStep &step)
{
    SeenTools &seen = context().shared.seenTools;
    const QSet<QByteArray> now(list.names.begin(), list.names.end());
    const QSet<QByteArray> then(seen.order.begin(), seen.order.end());
    const auto without = [](QByteArrayList names, const QSet<QByteArray> &those) {
        names.removeIf([&those](const QByteArray &name) { return !those.contains(name); });
        return names;
    };
    const bool isReordered = without(seen.order, now) != without(list.names, then);
    if (isReordered && facts().isModern()) {
        Finding found = finding(FindingCode::P16, Direction::ServerToClient, step);
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The tools are in a different order than in the previous list"));
        for (const qint64 event : {seen.orderEvent, step.index})
            found.addEvent(event);
        context().report(std::move(found));
    }
    seen.order = list.names;
    seen.orderEvent = step.index;
}

// ---- AddressRule

/// P11: resources and templates with addresses that no client can request, which the schema calls "format": "uri" and
/// "uri-template".
class AddressRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Kind::Answered)};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &)
    {
        return step.record->method == "resources/list" || step.record->method == "resources/templates/list";
    }
    void onTransition(const FindingStep &step) override;

private:
    QSet<QByteArray> m_reported;
};

/// Reports each address once.
void AddressRule::onTransition(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    const bool isTemplate = record.method == "resources/templates/list";
    if ((!isTemplate && record.method != "resources/list") || record.direction != Direction::ClientToServer ||
        step.message.kind != MessageKind::Result || step.event.part(step.message.result).size() > ToolListRule::Longest)
        return;
    const JsonValue result(step.event.part(step.message.result));
    for (const JsonMember &entry : result.member(isTemplate ? "resourceTemplates" : "resources")) {
        const JsonValue address = entry.value.member(isTemplate ? "uriTemplate" : "uri");
        if (!address.isString() || context().isMasked(address.raw()))
            continue;
        const TranslatableText problem = CatalogItem::addressProblem(address.toString(), isTemplate);
        const QByteArray bytes = address.toUtf8();
        if (problem.isEmpty() || m_reported.contains(bytes) || m_reported.size() >= SeenTools::Most)
            continue;
        m_reported.insert(bytes);
        Finding found = finding(FindingCode::P11, Direction::ServerToClient, step);
        found.sentence = TranslatableText::of(
            isTemplate ? QT_TRANSLATE_NOOP("TranslatableText", "The resource template %1 cannot be used: %2")
                       : QT_TRANSLATE_NOOP("TranslatableText", "The resource %1 cannot be read: %2"),
            shown(bytes), problem);
        found.addEvent(step.index);
        context().report(std::move(found));
    }
}

} // namespace

/// P15 to P17, P20 and P21: lists, and tools in them. P11: addresses in them.
std::vector<FindingRules::Kind> FindingRules::lists()
{
    return kindsOf<PaginationRule, ToolListRule, AddressRule>();
}

} // namespace Pullcord
