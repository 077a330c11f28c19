// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/modernformrule.h"

#include "core/findings/findingcontext.h"

namespace Pullcord {

ModernFormRule::ModernFormRule(FindingContext &context)
    : FindingRule(context,
                  {.transitions = bits(Transition::Kind::Created, Transition::Kind::Left, Transition::Kind::Answered)})
{}

void ModernFormRule::report(quint64 &key, Direction accused, const FindingStep &step, const Words &sentence)
{
    if (grow(key, step))
        return;
    Finding found = finding(FindingCode::P13, accused, step);
    found.sentence = sentence;
    found.addEvent(step.index);
    key = raise(std::move(found));
}

void ModernFormRule::onTransition(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    // What waits to be sent is looked at when it has left.
    if (!facts().isModern() || record.direction != Direction::ClientToServer || !step.event.isMessage())
        return;
    if (step.transition->kind != Transition::Kind::Answered) {
        const JsonValue meta = step.params().member("_meta");
        for (const auto &[name, key] : {std::pair{"io.modelcontextprotocol/protocolVersion", &m_version},
                                        std::pair{"io.modelcontextprotocol/clientCapabilities", &m_capabilities}}) {
            if (meta.member(name).isValid())
                continue;
            if (isMasked(meta.raw())) {
                ++context().unchecked.masked;
                return;
            }
            report(
                *key, Direction::ClientToServer, step,
                Words::of(QT_TRANSLATE_NOOP("Words", "The _meta of the request has no %1"), QString::fromUtf8(name)));
        }
        return;
    }
    const QByteArrayView result = step.event.part(step.message.result);
    if (step.message.kind != MessageKind::Result || result.size() > Longest)
        return;
    if (isMasked(result) && JsonValue(result).isString())
        return;
    const JsonValue type = JsonValue(result).member("resultType");
    const QByteArray name = type.toUtf8();
    if (!type.isValid())
        report(m_untyped, Direction::ServerToClient, step,
               Words::of(QT_TRANSLATE_NOOP("Words", "The result has no resultType")));
    else if (!Dialect::mcpModernStdio().resultTypes.contains(name))
        report(m_unknownType, Direction::ServerToClient, step,
               Words::of(QT_TRANSLATE_NOOP("Words", "The resultType of the result is unknown")));
}

} // namespace Pullcord
