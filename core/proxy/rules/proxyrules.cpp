// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proxy/rules/proxyrules.h"

#include "core/json/jsonchecker.h"
#include "core/json/jsonspot.h"
#include "core/json/jsontext.h"

#include <QFile>

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

using Action = ProxyRule::Action;

constexpr qint64 LongestDelay = 24LL * 60 * 60 * 1000; ///< ms
constexpr qint64 MostCopies = 1000;

/// Reads the rules of a file. The first fault ends it.
class Reader
{
public:
    Reader(const QByteArray &text, const QString &name)
        : m_text(text)
        , m_name(name)
    {}

    [[nodiscard]] Result<QList<ProxyRule>> read()
    {
        JsonChecker checker({.maxDepth = 128, .maxSize = ProxyRules::LongestFile});
        if (const auto fault = checker.check(m_text))
            return Error{
                ErrorKind::Usage,
                u"%1:%2:%3: not JSON: %4"_s.arg(m_name).arg(fault->line).arg(fault->column).arg(fault->reason)};
        const JsonValue whole(m_text);
        const JsonValue list = whole.member("rules");
        QList<ProxyRule> rules;
        if (!list.isArray())
            fail(whole, u"must be an object with an array \"rules\""_s);
        refuseOthers(whole, {"rules", "$schema"});
        for (const JsonMember &each : list) {
            rules << readRule(each.value);
            if (std::count_if(rules.begin(), rules.end(),
                              [&](const ProxyRule &rule) { return rule.name == rules.constLast().name; }) > 1)
                fail(each.value.member("name"), u"another rule has the name \"%1\""_s.arg(rules.constLast().name));
        }
        if (rules.isEmpty())
            fail(list, u"must have at least one rule"_s);
        if (!m_fault.isEmpty())
            return Error{ErrorKind::Usage, m_fault};
        return rules;
    }

private:
    void fail(const JsonValue &at, const QString &reason)
    {
        if (!m_fault.isEmpty() || !at.isValid())
            return;
        const qsizetype offset = at.raw().data() - m_text.constData();
        const QString pointer = JsonSpot::at(m_text, offset).pointer;
        m_fault = u"%1:%2: %3%4"_s.arg(m_name)
                      .arg(m_text.first(offset).count('\n') + 1)
                      .arg(pointer.isEmpty() ? QString() : pointer + u": "_s, reason);
    }

    void refuseOthers(const JsonValue &object, const QList<QByteArrayView> &known)
    {
        QStringList names;
        for (const QByteArrayView name : known)
            names << QString::fromUtf8(name);
        for (const JsonMember &member : object) {
            const bool isKnown =
                std::any_of(known.begin(), known.end(), [&](QByteArrayView name) { return member.keyEquals(name); });
            if (!isKnown)
                fail(member.value, u"unknown member; expected are %1"_s.arg(names.join(u", "_s)));
        }
    }

    /// Returns the member of `object`, which must be there.
    [[nodiscard]] JsonValue required(const JsonValue &object, QByteArrayView name)
    {
        const JsonValue value = object.member(name);
        if (!value.isValid())
            fail(object, u"the member \"%1\" is missing"_s.arg(QString::fromUtf8(name)));
        return value;
    }

    [[nodiscard]] QString text(const JsonValue &value)
    {
        if (value.isValid() && !value.isString())
            fail(value, u"must be a string"_s);
        return value.toString();
    }

    [[nodiscard]] qint64 number(const JsonValue &value, qint64 least, qint64 most, qint64 otherwise = 0)
    {
        const std::optional<qint64> number = value.toInteger();
        if (value.isValid() && (!number || *number < least || *number > most))
            fail(value, u"must be an integer from %1 to %2"_s.arg(least).arg(most));
        return number.value_or(otherwise);
    }

    [[nodiscard]] ProxyRule readRule(const JsonValue &json)
    {
        ProxyRule rule;
        if (!json.isObject()) {
            fail(json, u"must be an object"_s);
            return rule;
        }
        rule.name = text(required(json, "name"));
        if (rule.name.isEmpty())
            fail(json.member("name"), u"must not be empty"_s);
        const JsonValue enabled = json.member("enabled");
        if (enabled.isValid() && !enabled.toBool())
            fail(enabled, u"must be true or false"_s);
        rule.enabled = enabled.toBool().value_or(true);
        if (const JsonValue limit = json.member("limit"); limit.isValid())
            rule.limit = number(limit, 1, std::numeric_limits<qint64>::max());
        readMatch(rule, json.member("match"));
        readAction(rule, json);
        return rule;
    }

    void readMatch(ProxyRule &rule, const JsonValue &match)
    {
        const auto filter = Filter::parse(text(match));
        if (const auto *problem = std::get_if<Filter::Problem>(&filter)) {
            fail(match, u"%1 (at character %2)"_s.arg(problem->message).arg(problem->position + 1));
            return;
        }
        rule.match = std::get<Filter>(filter);
        if (const FilterField *field = MessagePredicate::unsupportedIn(rule.match))
            fail(match, u"the field %1 cannot be used in a rule, only in a capture"_s.arg(field->name));
    }

    void readAction(ProxyRule &rule, const JsonValue &json)
    {
        const JsonValue action = required(json, "action");
        const QString name = text(action);
        QStringList names;
        std::optional<Action> chosen;
        for (int i = 0; i <= int(Action::Cancel); ++i) {
            names << ProxyRule::nameOf(Action(i));
            if (names.constLast() == name)
                chosen = Action(i);
        }
        if (!chosen)
            return fail(action, u"must be one of %1"_s.arg(names.join(u", "_s)));
        rule.action = *chosen;
        QList<QByteArrayView> known{"name", "match", "action", "enabled", "limit"};
        switch (rule.action) {
        case Action::Delay:
            known << "ms";
            rule.delay = std::chrono::milliseconds(number(required(json, "ms"), 0, LongestDelay));
            break;
        case Action::Duplicate:
        case Action::Reorder:
            known << "count";
            rule.count = number(json.member("count"), 1, MostCopies, 1);
            break;
        case Action::Edit:
            known << "edits";
            readEdits(rule, required(json, "edits"));
            break;
        case Action::Respond:
            known << "result"
                  << "error";
            readResponse(rule, json);
            break;
        case Action::Cancel:
            known << "ms"
                  << "reason"
                  << "error";
            rule.delay = std::chrono::milliseconds(number(json.member("ms"), 0, LongestDelay));
            rule.reason = text(json.member("reason"));
            if (const JsonValue error = json.member("error"); error.isValid())
                readError(rule, error, false);
            break;
        case Action::Hold:
        case Action::Drop:
        case Action::Close:
        case Action::Kill:
            break;
        }
        refuseOthers(json, known);
    }

    void readEdits(ProxyRule &rule, const JsonValue &edits)
    {
        if (!edits.isArray() || edits.begin() == edits.end())
            return fail(edits, u"must be an array with at least one edit"_s);
        for (const JsonMember &each : edits) {
            const JsonValue &edit = each.value;
            const JsonValue value = edit.member("value");
            const JsonValue remove = edit.member("remove");
            const JsonValue pointer = edit.isObject() ? required(edit, "pointer") : JsonValue();
            const QByteArray path = text(pointer).toUtf8();
            if (!path.isEmpty() && !path.startsWith('/'))
                fail(pointer, u"must be a JSON Pointer, such as /params/name"_s);
            if (!edit.isObject() || value.isValid() == remove.isValid() ||
                (remove.isValid() && remove.toBool() != true))
                fail(edit, u"must have a pointer, and either a value or \"remove\": true"_s);
            refuseOthers(edit, {"pointer", "value", "remove"});
            rule.edits << JsonEdit{path,
                                   value.isValid() ? std::optional(JsonText::compact(value.raw())) : std::nullopt};
        }
    }

    void readResponse(ProxyRule &rule, const JsonValue &json)
    {
        const JsonValue result = json.member("result");
        const JsonValue error = json.member("error");
        if (result.isValid() == error.isValid())
            return fail(json, u"must have either a result or an error"_s);
        if (error.isValid())
            return readError(rule, error, true);
        rule.result = JsonText::compact(result.raw());
    }

    void readError(ProxyRule &rule, const JsonValue &error, bool isResponse)
    {
        if (!error.isObject())
            return fail(error, u"must be an object with code and message"_s);
        rule.error.emplace();
        const JsonValue code = required(error, "code");
        const JsonValue message = required(error, "message");
        rule.error->code = number(code, std::numeric_limits<qint64>::min(), std::numeric_limits<qint64>::max());
        rule.error->message = text(message);
        if (!isResponse)
            return refuseOthers(error, {"code", "message"});
        refuseOthers(error, {"code", "message", "data"});
        if (const JsonValue data = error.member("data"); data.isValid())
            rule.errorData = JsonText::compact(data.raw());
    }

    QByteArray m_text;
    QString m_name;
    QString m_fault;
};

} // namespace

Result<ProxyRules> ProxyRules::fromFile(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Error{ErrorKind::Io, u"%1: %2"_s.arg(path, file.errorString())};
    const QByteArray text = file.read(LongestFile + 1);
    if (text.size() > LongestFile)
        return Error{ErrorKind::Usage, u"%1: a file of rules has at most %2 bytes"_s.arg(path).arg(LongestFile)};
    return fromJson(text, path);
}

Result<ProxyRules> ProxyRules::fromJson(const QByteArray &text, const QString &name)
{
    const Result<QList<ProxyRule>> rules = Reader(text, name).read();
    return rules ? Result<ProxyRules>(ProxyRules(*rules)) : rules.error();
}

ProxyRules::ProxyRules(const QList<ProxyRule> &rules)
{
    for (const ProxyRule &rule : rules) {
        m_entries.push_back({.rule = rule, .enabled = rule.enabled, .left = rule.limit});
        m_predicates.emplace_back(rule.match);
    }
}

std::optional<ProxyRules::Decision> ProxyRules::decide(const Event &message)
{
    constexpr qsizetype KeptEnded = 100; // as in Proxy
    RequestTracker &tracker = m_trackers.try_emplace(message.connection, Dialect::mcpLegacy(), KeptEnded).first->second;
    quint64 serial = RequestRecord::NoSerial;
    bool isLate = false;
    for (const Transition &transition : tracker.feed(message, RequestRecord::NoEvent)) {
        if (serial == RequestRecord::NoSerial)
            serial = transition.serial;
        isLate = isLate || transition.isLate();
    }
    const RequestRecord *record = serial == RequestRecord::NoSerial ? nullptr : tracker.record(serial);
    for (size_t i = 0; i < m_entries.size(); ++i) {
        Entry &entry = m_entries[i];
        if (!entry.enabled || entry.left == 0 || !entry.rule.appliesTo(message.envelope.kind) ||
            !m_predicates[i].passes(message, record, isLate))
            continue;
        QByteArray edited;
        if (entry.rule.action == Action::Edit) {
            const std::optional<QByteArray> changed = entry.rule.edited(message.bytes);
            if (!changed)
                continue;
            edited = *changed;
        }
        ++entry.matches;
        if (entry.left)
            --*entry.left;
        return Decision{entry.rule, edited};
    }
    return {};
}

void ProxyRules::follow(const Event &response)
{
    if (const auto tracker = m_trackers.find(response.connection); tracker != m_trackers.end())
        tracker->second.feed(response, RequestRecord::NoEvent);
}

const ProxyRule *ProxyRules::named(const QString &name) const
{
    const auto entry =
        std::find_if(m_entries.begin(), m_entries.end(), [&name](const Entry &each) { return each.rule.name == name; });
    return entry == m_entries.end() ? nullptr : &entry->rule;
}

qsizetype ProxyRules::active() const
{
    return std::count_if(m_entries.begin(), m_entries.end(),
                         [](const Entry &entry) { return entry.enabled && entry.left != 0; });
}

Outcome ProxyRules::setEnabled(const QString &name, bool enabled, std::optional<qint64> next)
{
    const auto entry =
        std::find_if(m_entries.begin(), m_entries.end(), [&name](const Entry &each) { return each.rule.name == name; });
    if (entry == m_entries.end()) {
        QStringList names;
        for (const Entry &each : m_entries)
            names << each.rule.name;
        return Error{ErrorKind::Usage, u"no rule is named \"%1\"; there are: %2"_s.arg(name, names.join(u", "_s))};
    }
    entry->enabled = enabled;
    entry->left = next ? next : entry->rule.limit;
    return std::monostate();
}

QByteArray ProxyRules::toJson() const
{
    QByteArray list;
    for (const Entry &entry : m_entries) {
        QByteArray one;
        JsonText::setMember(one, "name", JsonText::quoted(entry.rule.name));
        JsonText::setMember(one, "match", JsonText::quoted(entry.rule.match.text()));
        JsonText::setMember(one, "action",
                            JsonText::quoted(QStringView(QString(ProxyRule::nameOf(entry.rule.action)))));
        JsonText::setMember(one, "enabled", entry.enabled ? "true" : "false");
        JsonText::setMember(one, "matches", QByteArray::number(entry.matches));
        if (entry.left)
            JsonText::setMember(one, "left", QByteArray::number(*entry.left));
        list += (list.isEmpty() ? "" : ",") + one;
    }
    return '[' + list + ']';
}

} // namespace Pullcord
