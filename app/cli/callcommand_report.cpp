// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
//
// CallCommand: the output of `--json`.
#include "app/cli/callcommand.h"

#include "app/cli/output.h"
#include "app/cli/requestrows.h"
#include "core/capture/humantext.h"
#include "core/json/jsontext.h"

using namespace Qt::StringLiterals;

namespace Pullcord {
namespace {

/// Returns the name of the subject in the report.
QByteArrayView roleOfSubject(CliOptions::Command command)
{
    switch (command) {
    case CliOptions::Command::Read:
        return "uri";
    case CliOptions::Command::Prompt:
        return "prompt";
    case CliOptions::Command::Complete:
        return "argument";
    default:
        return "tool";
    }
}

} // namespace

QByteArray CallCommand::jsonOfCancel(const RequestRecord &record) const
{
    const RequestRecord::Cancellation &cancellation = *record.cancellation;
    QByteArray cancel =
        JsonText::withMember({}, "afterMs", RequestRows::milliseconds(cancellation.time - firstLeg(record).start));
    if (!cancellation.reason.isNull())
        JsonText::setMember(cancel, "reason", JsonText::quoted(cancellation.reason));
    if (!cancellation.refusal.isEmpty())
        JsonText::setMember(cancel, "refusal", JsonText::quoted(cancellation.refusal));
    const bool isClosing = cancelsByClosing() && !cancellation.answered;
    const QString stream = isClosing                 ? u"closed to cancel"_s
                           : record.streamBroke      ? u"broken"_s
                           : record.streamEnded != 0 ? u"ended by the server"_s
                                                     : u"closed by us"_s;
    if (isClosing || record.streamClosed != 0 || record.streamEnded != 0)
        JsonText::setMember(cancel, "stream", JsonText::quoted(stream));
    if (!cancelsByClosing() && !cancellation.answered)
        JsonText::setMember(cancel, "watchedMs", RequestRows::milliseconds(watchedUntil(record) - record.end));
    return cancel;
}

void CallCommand::printJson(int exitCode) const
{
    QByteArray report;
    JsonText::setMember(report, roleOfSubject(options().command), JsonText::quoted(options().subject));
    JsonText::setMember(report, "exitCode", QByteArray::number(exitCode));
    if (const std::optional<RequestRecord> known = record()) {
        JsonText::setMember(report, "id", known->id.toJson());
        JsonText::setMember(report, "state",
                            JsonText::quoted(HumanText::stateName(m_timedOut ? RequestState::TimedOut : known->state)));
        JsonText::setMember(report, "ms", RequestRows::milliseconds(wholeTime(*known)));
        if (known->leg.number > 1)
            JsonText::setMember(report, "legs", QByteArray::number(known->leg.number));
        JsonText::setMember(report, "progress", QByteArray::number(known->progress.count));
        if (known->cancellation)
            JsonText::setMember(report, "cancelled", jsonOfCancel(*known));
        if (known->late.any()) {
            QByteArray late = JsonText::withMember({}, "results", QByteArray::number(known->late.results));
            JsonText::setMember(late, "errors", QByteArray::number(known->late.errors));
            JsonText::setMember(late, "progress", QByteArray::number(known->late.progress));
            JsonText::setMember(late, "lastMs", RequestRows::milliseconds(known->late.lastTime - known->end));
            if (!m_lateAnswer.isEmpty())
                JsonText::setMember(late, "answer", m_lateAnswer);
            JsonText::setMember(report, "late", late);
        }
    }
    m_checks->addTo(report);
    if (!misfits().isEmpty())
        JsonText::setMember(report, "answerProblems", CallChecks::jsonOf(misfits()));
    if (!m_questions.isEmpty())
        JsonText::setMember(report, "questions", '[' + m_questions.join(',') + ']');
    if (m_follower && m_follower->hasTask())
        JsonText::setMember(report, "task", m_follower->json());
    if (!m_result.isEmpty())
        JsonText::setMember(report, "result", m_result);
    else if (m_error.kind == ErrorKind::Peer)
        JsonText::setMember(report, "error", m_error.data);
    else if (m_error.kind != ErrorKind::Cancelled && m_ended)
        JsonText::setMember(report, "failure", JsonText::quoted(m_error.detail));
    if (m_error.kind == ErrorKind::Protocol && !m_error.data.isEmpty())
        JsonText::setMember(report, "result", m_error.data);
    Output::resultBytes(report);
}

} // namespace Pullcord
