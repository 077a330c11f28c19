// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/messages/modernformrule.h"

#include "core/capture/formatting.h"
#include "core/findings/cancelwords.h"
#include "core/findings/extensionresults.h"
#include "core/findings/findingcontext.h"

namespace Pullcord {

namespace {

constexpr const char *RequiredMeta[] = {"io.modelcontextprotocol/protocolVersion",
                                        "io.modelcontextprotocol/clientCapabilities"};

/// True for methods whose result may be input_required: patterns "Multi Round-Trip Requests".
bool mayAskFirst(const QByteArray &method)
{
    return method == "tools/call" || method == "prompts/get" || method == "resources/read";
}

bool mayBeTask(const QByteArray &method)
{
    return method == "tools/call" || method == "tasks/get"; // the proposal (SEP) has both in places
}

QString shownMethod(const QByteArray &method)
{
    return Formatting::visible(QString::fromUtf8(method.left(CancelWords::MostQuoted)));
}

} // namespace

bool ModernFormRule::isOfWrongType(const JsonValue &result, const QByteArray &method)
{
    const JsonValue type = result.member("resultType");
    const QByteArray name = type.toUtf8();
    const Dialect &dialect = Dialect::mcpModernStdio();
    return type.isValid() &&
           (!dialect.resultTypes.contains(name) || (name == dialect.asksFirst && !mayAskFirst(method)) ||
            (name == "task" && !mayBeTask(method)));
}

void ModernFormRule::report(Direction accused, const FindingStep &step, const TranslatableText &sentence)
{
    if (grow(m_found.value(sentence), step))
        return;
    Finding found = finding(FindingCode::P13, accused, step);
    found.sentence = sentence;
    found.addEvent(step.index);
    const quint64 key = raise(std::move(found));
    if (m_found.size() < MostSorts)
        m_found.insert(sentence, key);
}

void ModernFormRule::onTransition(const FindingStep &step)
{
    // A queued request is checked when it has been sent.
    if (!facts().isModern() || step.record->direction != Direction::ClientToServer || !step.event.isMessage() ||
        step.record->method == "initialize") // of the other era: P10, P22
        return;
    const Transition::Kind kind = step.transition->kind;
    if (kind == Transition::Kind::Answered || kind == Transition::Kind::LateResponse)
        checkResult(step);
    else if (!step.message.hasMethod(step.event.bytes, facts().dialect().cancelMethod)) // C26
        checkRequest(step);
}

void ModernFormRule::checkRequest(const FindingStep &step)
{
    const JsonValue meta = step.params().member("_meta");
    QList<QByteArray> missing;
    for (const char *name : RequiredMeta) {
        if (!meta.member(name).isValid())
            missing << name;
    }
    if (missing.isEmpty())
        return;
    if (isMasked(meta.raw())) {
        ++context().unchecked.masked;
        return;
    }
    const QString first = QString::fromUtf8(missing.first());
    if (missing.size() == 1)
        report(
            Direction::ClientToServer, step,
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The _meta of the request has no %1"), first));
    else
        report(Direction::ClientToServer, step,
               TranslatableText::of(
                   meta.isValid()
                       ? QT_TRANSLATE_NOOP("TranslatableText", "The _meta of the request has neither %1 nor %2")
                       : QT_TRANSLATE_NOOP("TranslatableText", "The request has no _meta, so it has neither %1 nor %2"),
                   first, QString::fromUtf8(missing.last())));
}

void ModernFormRule::checkResult(const FindingStep &step)
{
    const QByteArrayView result = step.event.part(step.message.result);
    if (step.message.kind != MessageKind::Result || result.size() > Longest)
        return;
    if (isMasked(result) && JsonValue(result).isString())
        return;
    const JsonValue type = JsonValue(result).member("resultType");
    const QByteArray name = type.toUtf8();
    const QByteArray &method = step.record->method;
    const Dialect &dialect = Dialect::mcpModernStdio();
    if (!type.isValid())
        report(Direction::ServerToClient, step,
               TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The result has no resultType")));
    else if (ExtensionResults::mayBeOne(name, *step.record, capture(), facts()))
        return; // its content cannot be judged
    else if (!dialect.resultTypes.contains(name))
        report(Direction::ServerToClient, step,
               TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The resultType of the result is unknown")));
    else if (name == dialect.asksFirst && !mayAskFirst(method))
        report(
            Direction::ServerToClient, step,
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                   "The result of %1 asks for input first (input_required), which only "
                                                   "results of tools/call, prompts/get and resources/read may do"),
                                 shownMethod(method)));
    else if (name == "task" && !mayBeTask(method))
        report(Direction::ServerToClient, step,
               TranslatableText::of(
                   QT_TRANSLATE_NOOP("TranslatableText",
                                     "The result of %1 is a task, which only the result of tools/call may be"),
                   shownMethod(method)));
}

} // namespace Pullcord
