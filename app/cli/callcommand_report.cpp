// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
//
// CallCommand: what `--json` prints of a call.
#include "app/cli/callcommand.h"

#include "app/cli/output.h"
#include "core/capture/humantext.h"
#include "core/json/jsontext.h"

using namespace Qt::StringLiterals;

namespace Pullcord {
namespace {

/// What the subject is called in the report.
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

QByteArray milliseconds(qint64 ns)
{
    return QByteArray::number(double(ns) / 1e6, 'f', 3);
}

void add(QByteArray &object, QByteArrayView name, const QByteArray &value)
{
    object = JsonText::withMember(object, name, value);
}

} // namespace

QByteArray CallCommand::jsonOfCancel(const RequestRecord &record) const
{
    const RequestRecord::Cancellation &cancellation = *record.cancellation;
    QByteArray cancel = JsonText::withMember({}, "afterMs", milliseconds(cancellation.time - firstLeg(record).start));
    if (!cancellation.reason.isNull())
        add(cancel, "reason", JsonText::quoted(cancellation.reason));
    if (!cancellation.refusal.isEmpty())
        add(cancel, "refusal", JsonText::quoted(cancellation.refusal));
    const bool isClosing = cancelsByClosing() && !cancellation.answered;
    const QString stream = isClosing                 ? u"closed to cancel"_s
                           : record.streamBroke      ? u"broken"_s
                           : record.streamEnded != 0 ? u"ended by the server"_s
                                                     : u"closed by us"_s;
    if (isClosing || record.streamClosed != 0 || record.streamEnded != 0)
        add(cancel, "stream", JsonText::quoted(stream));
    if (!cancelsByClosing() && !cancellation.answered)
        add(cancel, "watchedMs", milliseconds(watchedUntil(record) - record.end));
    return cancel;
}

void CallCommand::printJson(int exitCode) const
{
    QByteArray report;
    add(report, roleOfSubject(options().command), JsonText::quoted(options().subject));
    add(report, "exitCode", QByteArray::number(exitCode));
    if (const std::optional<RequestRecord> known = record()) {
        add(report, "id", known->id.toJson());
        add(report, "state",
            JsonText::quoted(HumanText::stateName(m_timedOut ? RequestState::TimedOut : known->state)));
        add(report, "ms", milliseconds(wholeTime(*known)));
        if (known->leg.number > 1)
            add(report, "legs", QByteArray::number(known->leg.number));
        add(report, "progress", QByteArray::number(known->progress.count));
        if (known->cancellation)
            add(report, "cancelled", jsonOfCancel(*known));
        if (known->late.any()) {
            QByteArray late = JsonText::withMember({}, "results", QByteArray::number(known->late.results));
            add(late, "errors", QByteArray::number(known->late.errors));
            add(late, "progress", QByteArray::number(known->late.progress));
            add(late, "lastMs", milliseconds(known->late.lastTime - known->end));
            if (!m_lateAnswer.isEmpty())
                add(late, "answer", m_lateAnswer);
            add(report, "late", late);
        }
    }
    m_checks->addTo(report);
    if (!misfits().isEmpty())
        add(report, "answerProblems", CallChecks::jsonOf(misfits()));
    if (!m_questions.isEmpty())
        add(report, "questions", '[' + m_questions.join(',') + ']');
    if (m_follower && m_follower->hasTask())
        add(report, "task", m_follower->json());
    if (!m_result.isEmpty())
        add(report, "result", m_result);
    else if (m_error.kind == ErrorKind::Peer)
        add(report, "error", m_error.data);
    else if (m_error.kind != ErrorKind::Cancelled && m_ended)
        add(report, "failure", JsonText::quoted(m_error.detail));
    if (m_error.kind == ErrorKind::Protocol && !m_error.data.isEmpty())
        add(report, "result", m_error.data);
    Output::resultBytes(report);
}

} // namespace Pullcord
