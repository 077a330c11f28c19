// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/facts/cancelwords.h"

#include "core/findings/findingrule.h"
#include "core/rpc/errorcodes.h"

#include <QByteArray>
#include <QRegularExpression>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

/// Returns the text of a string, or other JSON as it is; a long value is cut. Empty if it does not mention a cancel.
QString startOf(const JsonValue &value)
{
    const QByteArrayView start = value.raw().first(std::min(value.raw().size(), CancelWords::MostRead));
    if (!CancelWords::mentionsCancel(start))
        return {};
    return value.isString() && start.size() == value.raw().size() ? value.toString() : QString::fromUtf8(start);
}

} // namespace

bool CancelWords::mentionsCancel(QByteArrayView text)
{
    const QByteArray start = text.first(std::min(text.size(), MostRead)).toByteArray().toLower();
    return start.contains("cancel") || start.contains("abort");
}

QString CancelWords::quoted(const QString &text)
{
    static const QRegularExpression words(u"cancel|abort"_s, QRegularExpression::CaseInsensitiveOption);
    const qsizetype start = text.indexOf(words) - MostQuoted / 2;
    return start > 0 ? u'…' + text.mid(start, MostQuoted) : text.left(MostQuoted);
}

bool CancelWords::mentionsCancelledWork(const QString &text)
{
    static const QRegularExpression form(
        // Cancelled work: "Request cancelled", "tool work was cancelled", "the operation has been aborted".
        uR"(\b(request|operation|(tool )?call|tool|task|job|context|execution|command|process|query|work|run|signal))"
        uR"(( ['"`]?[\w.-]{1,80}['"`]?)? ((was|were|is|has been|have been|got) )?(cancell?ed|aborted)\b)"
        // The canceller, or names for the event.
        uR"(|\b(cancell?ed|aborted) (by|at|on|upon) (the )?(client|user|caller|host|request|peer)\b)"
        uR"(|\baborted (a|the|this) (request|operation|call)\b|\bcancell?ation (was )?(requested|received)\b)"
        uR"(|(cancel|abort)\w{0,40}(error|exception)\b)"
        // The word alone, or at the beginning.
        uR"(|\A\W*((error|failed|failure): )*(cancell?ed|aborted)\b)"
        uR"(\s*(\z|[.!:;,(-](?!\W*\d)|\b(by|via|after|before|while|during|due|because|on|at)\b))"
        uR"(|["](cancell?ed|aborted)["]|\bcode = cancell?ed\b)"_s,
        QRegularExpression::CaseInsensitiveOption);
    return form.match(text).hasMatch();
}

QString CancelWords::cancelledText(QByteArrayView result)
{
    bool hasText = false;
    for (const JsonMember &item : JsonValue(result).member("content")) {
        const JsonValue text = item.value.member("text");
        hasText = hasText || text.isString();
        if (const QString said = text.isString() ? startOf(text) : QString(); mentionsCancelledWork(said))
            return said;
    }
    const QString all = hasText ? QString() : startOf(JsonValue(result));
    return mentionsCancelledWork(all) ? all : QString();
}

bool CancelWords::isResponseToCancel(const FindingStep &step)
{
    if (step.message.kind == MessageKind::Error) {
        const JsonValue error(step.event.part(step.message.error));
        if (error.member("code").toInteger() == ErrorCode::RequestCancelled)
            return true;
        return mentionsCancelledWork(startOf(error.member("message"))) ||
               mentionsCancelledWork(startOf(error.member("data")));
    }
    const QByteArrayView result = step.event.part(step.message.result);
    return JsonValue(result).member("isError").toBool().value_or(false) && !cancelledText(result).isEmpty();
}

bool CancelWords::isAboutCancelAlone(const FindingStep &step)
{
    // Common prefixes, then the words, or the name of an exception.
    static const QRegularExpression form(
        uR"(\A([\w.]*(error|exception)( -?\d+)?: |error (executing|calling|running) (tool )?[\w.-]+: )"
        uR"(|rpc error: code = cancell?ed desc = )*)"
        uR"(((a |the |this )?(request|operation|call|tool call|task|context|execution)? ?(was |has been |is )?)"
        uR"((cancell?ed|aborted)( by (the )?(client|user|caller))?[.!]?)"
        uR"(|([\w]+\.)*(task|operation|request)?(cancell?ed|cancellation|abort)(error|exception)(\(\))?)\z)"_s,
        QRegularExpression::CaseInsensitiveOption);
    if (step.message.kind == MessageKind::Error) {
        const JsonValue error(step.event.part(step.message.error));
        return error.member("code").toInteger() == ErrorCode::RequestCancelled ||
               form.match(error.member("message").toString()).hasMatch();
    }
    const JsonValue result(step.event.part(step.message.result));
    return result.member("isError").toBool().value_or(false) &&
           form.match(result.pointer("/content/0/text").toString()).hasMatch();
}

} // namespace Pullcord
