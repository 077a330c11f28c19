// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/findingrules.h"

#include "core/capture/capture.h"
#include "core/findings/findingrule.h"
#include "core/findings/rulecontext.h"
#include "core/json/jsonvalue.h"
#include "core/mcp/requests/inputrequired.h"

#include <QByteArrayView>
#include <QMap>

#include <algorithm>
#include <iterator>

namespace Pullcord {

namespace {

using Kind = Transition::Kind;

// ---- MethodRule

/// P09 and P10: a method whose capability was not declared, or that the revision does not define.
class MethodRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Kind::Created, Kind::Answered)};
    void onTransition(const FindingStep &step) override;

private:
    void checkCapability(const FindingStep &step);
    void checkUse(const FindingStep &step, const QByteArray &declared);
    void checkQuestions(const FindingStep &step);
    void checkTask(const FindingStep &step);
    void report(FindingCode code, const FindingStep &step, const TranslatableText &sentence);
};

using enum Revision;

/// A request of MCP: its sender, its revisions, and the capability that the other side must have declared in the older
/// era.
struct Method
{
    QByteArrayView name;
    Direction sender;
    Revision first;
    Revision last;
    const char *capability; ///< a JSON pointer; empty if none is needed
};

constexpr auto FromClient = Direction::ClientToServer;
constexpr auto FromServer = Direction::ServerToClient;

constexpr Method Methods[] = {
    {"initialize", FromClient, R2024_11_05, R2025_11_25, ""},
    {"ping", FromClient, R2024_11_05, R2025_11_25, ""},
    {"ping", FromServer, R2024_11_05, R2025_11_25, ""},
    {"server/discover", FromClient, R2026_07_28, R2026_07_28, ""},
    {"tools/list", FromClient, R2024_11_05, R2026_07_28, "/tools"},
    {"tools/call", FromClient, R2024_11_05, R2026_07_28, "/tools"},
    {"resources/list", FromClient, R2024_11_05, R2026_07_28, "/resources"},
    {"resources/templates/list", FromClient, R2024_11_05, R2026_07_28, "/resources"},
    {"resources/read", FromClient, R2024_11_05, R2026_07_28, "/resources"},
    {"resources/subscribe", FromClient, R2024_11_05, R2025_11_25, "/resources/subscribe"},
    {"resources/unsubscribe", FromClient, R2024_11_05, R2025_11_25, "/resources/subscribe"},
    {"subscriptions/listen", FromClient, R2026_07_28, R2026_07_28, ""},
    {"prompts/list", FromClient, R2024_11_05, R2026_07_28, "/prompts"},
    {"prompts/get", FromClient, R2024_11_05, R2026_07_28, "/prompts"},
    {"completion/complete", FromClient, R2024_11_05, R2026_07_28, "/completions"},
    {"logging/setLevel", FromClient, R2024_11_05, R2025_11_25, "/logging"},
    {"tasks/get", FromClient, R2025_11_25, R2026_07_28, "/tasks"},
    {"tasks/result", FromClient, R2025_11_25, R2025_11_25, "/tasks"},
    {"tasks/list", FromClient, R2025_11_25, R2025_11_25, "/tasks/list"},
    {"tasks/cancel", FromClient, R2025_11_25, R2026_07_28, "/tasks/cancel"},
    {"tasks/get", FromServer, R2025_11_25, R2025_11_25, "/tasks"},
    {"tasks/result", FromServer, R2025_11_25, R2025_11_25, "/tasks"},
    {"tasks/list", FromServer, R2025_11_25, R2025_11_25, "/tasks/list"},
    {"tasks/cancel", FromServer, R2025_11_25, R2025_11_25, "/tasks/cancel"},
    {"tasks/update", FromClient, R2026_07_28, R2026_07_28, ""},
    {"sampling/createMessage", FromServer, R2024_11_05, R2025_11_25, "/sampling"},
    {"roots/list", FromServer, R2024_11_05, R2025_11_25, "/roots"},
    {"elicitation/create", FromServer, R2025_06_18, R2025_11_25, "/elicitation"},
};

/// A feature of a request beyond its method, with a capability of its own; since 2025-11-25. For tasks, "Capability
/// Negotiation" says SHOULD for every request, and "Tool-Level Negotiation" MUST NOT for tool calls.
struct Use
{
    QByteArrayView method;
    const char *param;      ///< a JSON pointer
    QByteArrayView value;   ///< value of that parameter; empty: any
    const char *capability; ///< a JSON pointer
    FindingSeverity severity;
};

constexpr Use Uses[] = {
    {"elicitation/create", "/mode", "url", "/elicitation/url", FindingSeverity::Error},
    {"elicitation/create", "/task", "", "/tasks/requests/elicitation/create", FindingSeverity::Warning},
    {"sampling/createMessage", "/tools", "", "/sampling/tools", FindingSeverity::Error},
    {"sampling/createMessage", "/task", "", "/tasks/requests/sampling/createMessage", FindingSeverity::Warning},
    {"tools/call", "/task", "", "/tasks/requests/tools/call", FindingSeverity::Error},
};

/// Returns the first undeclared feature in these params; null if there is none.
const Use *undeclaredUse(QByteArrayView method, const JsonValue &params, const JsonValue &declared)
{
    const auto *const found = std::find_if(std::begin(Uses), std::end(Uses), [&](const Use &use) {
        const JsonValue value = params.pointer(use.param);
        const bool isUsed =
            use.method == method && value.isValid() && (use.value.isEmpty() || value.toUtf8() == use.value);
        return isUsed && !declared.pointer(use.capability).isValid();
    });
    return found == std::end(Uses) ? nullptr : found;
}

QString shown(const char *capability)
{
    return QString::fromUtf8(capability + 1).replace(u'/', u'.');
}

const Method *find(const RequestRecord &record)
{
    const auto *const found = std::find_if(std::begin(Methods), std::end(Methods), [&](const Method &method) {
        return method.sender == record.direction && method.name == record.method;
    });
    return found == std::end(Methods) ? nullptr : found;
}

/// Returns the client capabilities in a request of the modern era; empty if it has none.
QByteArray declaredIn(const Event &request)
{
    const JsonValue meta = JsonValue(request.part(request.envelope.params)).member("_meta");
    return meta.member("io.modelcontextprotocol/clientCapabilities").raw().toByteArray();
}

void MethodRule::report(FindingCode code, const FindingStep &step, const TranslatableText &sentence)
{
    Finding found = finding(code, step.record->direction, step);
    found.sentence = sentence;
    found.addEvent(step.index);
    if (code == FindingCode::P09 && *facts().revision() < R2025_06_18)
        found.severity = FindingSeverity::Warning; // only a SHOULD before 2025-06-18
    context().report(std::move(found));
}

void MethodRule::onTransition(const FindingStep &step)
{
    const std::optional<Revision> revision = facts().revision();
    if (!revision || !facts().isMcp())
        return;
    const RequestRecord &record = *step.record;
    if (step.transition->kind == Kind::Answered) {
        if (facts().isModern() && record.asksFirst)
            checkQuestions(step);
        else if (facts().isModern() && record.mayBeTask && record.method == "tools/call")
            checkTask(step);
        return;
    }
    if (facts().isModern() && record.direction == FromServer) {
        report(FindingCode::P10, step,
               TranslatableText::of(
                   QT_TRANSLATE_NOOP("TranslatableText",
                                     "The server sent the request %1: in this revision servers send none"),
                   QString::fromUtf8(record.method)));
        return;
    }
    const Method *method = find(record);
    if (!method)
        return; // of an extension, or private
    const bool isForeign = *revision < method->first || *revision > method->last;
    if (isForeign && record.direction == FromServer)
        context().foreignQuestions.insert(step.row, true);
    if (isForeign)
        report(FindingCode::P10, step,
               TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "This revision has no %1"),
                                    QString::fromUtf8(record.method)));
    else
        checkCapability(step);
}

void MethodRule::checkCapability(const FindingStep &step)
{
    const Method &method = *find(*step.record);
    const QByteArray &declared = facts().capabilities(opposite(step.record->direction));
    const bool wasOptional = method.name == "completion/complete" && facts().revision() == R2024_11_05;
    if (facts().isModern() || declared.isEmpty() || !*method.capability || wasOptional)
        return;
    const JsonValue capability = JsonValue(declared).pointer(method.capability);
    if (capability.isValid() && capability.toBool().value_or(true)) {
        checkUse(step, declared);
        return;
    }
    report(FindingCode::P09, step,
           TranslatableText::of(
               QT_TRANSLATE_NOOP("TranslatableText",
                                 "%1 was sent, although the other side did not declare the capability %2"),
               QString::fromUtf8(step.record->method), shown(method.capability)));
}

void MethodRule::checkUse(const FindingStep &step, const QByteArray &declared)
{
    const QByteArray &method = step.record->method;
    const Use *use =
        facts().revision() == R2025_11_25 ? undeclaredUse(method, step.params(), JsonValue(declared)) : nullptr;
    if (!use)
        return;
    Finding found = finding(FindingCode::P09, step.record->direction, step);
    found.severity = use->severity;
    found.sentence = TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText",
                          "%1 was sent with %2, although the other side did not declare the capability %3"),
        QString::fromUtf8(method), QString::fromUtf8(use->param + 1), shown(use->capability));
    found.addEvent(step.index);
    context().report(std::move(found));
}

/// Checks the requests in an input_required result against the capabilities in the request. The capabilities of the
/// server are not checked: only server/discover states them, and a client need not send it.
void MethodRule::checkQuestions(const FindingStep &step)
{
    const QByteArray capabilities = declaredIn(capture().eventAt(step.record->requestEvent));
    const JsonValue declared(capabilities);
    if (!declared.isObject())
        return; // P13
    for (const auto &question :
         InputRequired::questionsIn(JsonValue(step.event.part(step.message.result)).member("inputRequests"))) {
        const auto *const method = std::find_if(std::begin(Methods), std::end(Methods), [&](const Method &each) {
            return each.sender == FromServer && each.name == question.method;
        });
        if (method == std::end(Methods) || !*method->capability)
            continue;
        const bool isDeclared = declared.pointer(method->capability).isValid();
        const Use *use = isDeclared ? undeclaredUse(question.method, JsonValue(question.params), declared) : nullptr;
        if (isDeclared && !use)
            continue;
        Finding found = finding(FindingCode::P09, FromServer, step);
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "The result asks for %1, but the request did not declare the capability %2"),
            QString::fromUtf8(question.method), shown(use ? use->capability : method->capability));
        for (const qint64 event : {step.record->requestEvent, step.index})
            found.addEvent(event);
        context().report(std::move(found));
        return;
    }
}

/// An extension must be declared by both sides: "A server MUST NOT return CreateTaskResult to a client that did not
/// include the extension capability on its request" (SEP-2663).
void MethodRule::checkTask(const FindingStep &step)
{
    const JsonValue result(step.event.part(step.message.result));
    const QByteArray capabilities = declaredIn(capture().eventAt(step.record->requestEvent));
    const JsonValue declared(capabilities);
    if (result.member("resultType").toUtf8() != "task" || !declared.isObject() || context().isMasked(capabilities) ||
        declared.pointer("/extensions/io.modelcontextprotocol~1tasks").isValid())
        return;
    Finding found = finding(FindingCode::P09, FromServer, step);
    found.sentence = TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText",
                          "The result of %1 is a task, but the request did not declare the extension %2"),
        QString::fromUtf8(step.record->method), QStringLiteral("io.modelcontextprotocol/tasks"));
    for (const qint64 event : {step.record->requestEvent, step.index})
        found.addEvent(event);
    context().report(std::move(found));
}

// ---- NotificationRule

/// P09 and P10 for notifications: the sender has not declared the feature, or the revision does not define it.
class NotificationRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.messages = Notifications};
    void onEvent(const FindingStep &step) override;

private:
    struct Notice;
    [[nodiscard]] static const Notice *find(const FindingStep &step);
    /// State of one kind of notification.
    struct Known
    {
        quint64 found = 0;       ///< key of the finding
        QByteArray capabilities; ///< capabilities of the sender that were searched
        bool isDeclared = true;  ///< result of that search
    };
    [[nodiscard]] bool isDeclared(const Notice &notice, Known &known) const;

    QMap<const Notice *, Known> m_known;
};

/// A notification of MCP: its sender, its revisions, and the capability that its sender must have declared in the older
/// era.
struct NotificationRule::Notice
{
    QByteArrayView name;
    Direction sender;
    Revision first;
    Revision last;
    const char *capability = ""; ///< a JSON pointer; empty if none is needed
};

/// Ignores notifications that both sides may send at any time, and those of extensions.
const NotificationRule::Notice *NotificationRule::find(const FindingStep &step)
{
    static constexpr Notice Notices[] = {
        {"notifications/message", FromServer, R2024_11_05, R2026_07_28, "/logging"},
        {"notifications/tools/list_changed", FromServer, R2024_11_05, R2026_07_28, "/tools/listChanged"},
        {"notifications/prompts/list_changed", FromServer, R2024_11_05, R2026_07_28, "/prompts/listChanged"},
        {"notifications/resources/list_changed", FromServer, R2024_11_05, R2026_07_28, "/resources/listChanged"},
        {"notifications/resources/updated", FromServer, R2024_11_05, R2026_07_28, "/resources/subscribe"},
        {"notifications/roots/list_changed", FromClient, R2024_11_05, R2025_11_25, "/roots/listChanged"},
        {"notifications/initialized", FromClient, R2024_11_05, R2025_11_25},
        {"notifications/elicitation/complete", FromServer, R2025_11_25, R2025_11_25},
        {"notifications/tasks/status", FromClient, R2025_11_25, R2025_11_25},
        {"notifications/tasks/status", FromServer, R2025_11_25, R2025_11_25},
        {"notifications/subscriptions/acknowledged", FromServer, R2026_07_28, R2026_07_28},
    };
    const auto *const found = std::find_if(std::begin(Notices), std::end(Notices), [&](const Notice &notice) {
        return notice.sender == step.event.direction && step.message.hasMethod(step.event.bytes, notice.name);
    });
    return found == std::end(Notices) ? nullptr : found;
}

/// The modern era declares nothing for a whole conversation.
bool NotificationRule::isDeclared(const Notice &notice, Known &known) const
{
    const QByteArray &declared = facts().capabilities(notice.sender);
    if (facts().isModern() || declared.isEmpty() || !*notice.capability)
        return true;
    if (declared != known.capabilities) { // a million notifications may come under the same capabilities
        const JsonValue capability = JsonValue(declared).pointer(notice.capability);
        known.capabilities = declared;
        known.isDeclared = capability.isValid() && capability.toBool().value_or(true);
    }
    return known.isDeclared;
}

void NotificationRule::onEvent(const FindingStep &step)
{
    const std::optional<Revision> revision = facts().revision();
    const Notice *notice = revision && facts().isMcp() ? find(step) : nullptr;
    if (!notice)
        return;
    const bool isOfRevision = *revision >= notice->first && *revision <= notice->last;
    Known &known = m_known[notice];
    if (isOfRevision && isDeclared(*notice, known))
        return;
    if (context().extend(known.found, step))
        return;
    Finding found = finding(isOfRevision ? FindingCode::P09 : FindingCode::P10, notice->sender, step);
    const QString name = QString::fromUtf8(notice->name);
    if (!isOfRevision) {
        found.sentence = TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "This revision has no %1"), name);
    } else {
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "%1 was sent, although its sender did not declare the capability %2"),
            name, shown(notice->capability));
        if (*revision < Revision::R2025_06_18)
            found.severity = FindingSeverity::Warning; // only a SHOULD before 2025-06-18
    }
    found.addEvent(step.index);
    known.found = context().report(std::move(found));
}

} // namespace

/// P09 and P10: methods and notifications that were not declared, or that the revision does not define.
std::vector<FindingRules::Kind> FindingRules::capabilities()
{
    return kindsOf<MethodRule, NotificationRule>();
}

} // namespace Pullcord
