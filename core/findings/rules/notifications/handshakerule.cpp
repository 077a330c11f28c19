// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/notifications/handshakerule.h"

#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/findings/cancelwords.h"
#include "core/mcp/handshake.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

/// Returns the beginning of a value as it was written.
QString shown(const JsonValue &value)
{
    const QByteArrayView raw = value.raw();
    return Formatting::visible(QString::fromUtf8(raw.first(std::min(raw.size(), CancelWords::MostQuoted))));
}

} // namespace

void HandshakeRule::onEvent(const FindingStep &step)
{
    if (!step.record || step.record->method != "initialize" || step.record->direction != Direction::ClientToServer ||
        !facts().isMcp() || isMasked(step.event.bytes))
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
    raise(std::move(found));
}

} // namespace Pullcord
