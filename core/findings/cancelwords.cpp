// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/cancelwords.h"

#include "core/findings/findingrule.h"
#include "core/rpc/errorcodes.h"

#include <QByteArray>
#include <QRegularExpression>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

bool CancelWords::tellOfCancel(QByteArrayView text)
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

bool CancelWords::isAnswerToCancel(const FindingStep &step)
{
    if (step.message.kind == MessageKind::Error) {
        const QByteArrayView error = step.event.part(step.message.error);
        return JsonValue(error).member("code").toInteger() == ErrorCode::RequestCancelled || tellOfCancel(error);
    }
    const QByteArrayView result = step.event.part(step.message.result);
    return tellOfCancel(result) && JsonValue(result).member("isError").toBool().value_or(false);
}

bool CancelWords::isAboutCancelAlone(const FindingStep &step)
{
    // What others put before it, and then the words, or an exception by its name.
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
