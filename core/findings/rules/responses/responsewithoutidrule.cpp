// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/responses/responsewithoutidrule.h"

#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/capture/requestlog.h"
#include "core/findings/cancelwords.h"
#include "core/findings/findingcontext.h"
#include "core/findings/unreadmessages.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {

void ResponseWithoutIdRule::onTransition(const FindingStep &step)
{
    if (step.message.requestId(step.event.bytes).canBeAnswered())
        return;
    if (const qint64 cancel = namedCancel(step); cancel >= 0) {
        m_refused = cancel;
        report(step, capture().eventAt(cancel), cancel);
        return;
    }
    const UnreadMessages unread(context(), log(), opposite(step.event.direction));
    const qint64 last = lastSent(step);
    if (last < 0 || capture().entry(last).message != MessageKind::Notification || unread.isRefusable(last))
        return;
    const Event notice = capture().eventAt(last);
    const bool isCancel = notice.method() == CancelMethod;
    const bool isC13 =
        isCancel && step.message.kind == MessageKind::Error && step.event.direction == Direction::ServerToClient;
    if (step.event.time - notice.time > (isCancel ? CancelPatience : Patience) || (isCancel && !isC13) ||
        mayBeForOthers(step, last, unread) || (isCancel ? !facts().hasTimes() : isRefusal(step)))
        return;
    report(step, notice, last);
}

/// Returns the cancel that a server's error names by its method. It is the first one after the last cancel that an
/// error named. -1 if the error names none, or none is near.
qint64 ResponseWithoutIdRule::namedCancel(const FindingStep &step) const
{
    const QByteArrayView error = step.event.part(step.message.error);
    if (step.message.kind != MessageKind::Error || step.event.direction != Direction::ServerToClient ||
        !error.first(std::min(error.size(), CancelWords::MostRead)).contains(CancelMethod))
        return -1;
    const qint64 exchange = exchangeOf(step.event);
    qint64 first = -1;
    for (qint64 index = step.index - 1;
         index > std::max<qint64>(step.index - UnreadMessages::MostLooked - 1, m_refused); --index) {
        const CaptureEntry &entry = capture().entry(index);
        if (entry.kind != EventKind::Message || entry.message != MessageKind::Notification ||
            entry.connection != step.event.connection || entry.direction != opposite(step.event.direction))
            continue;
        const Event notice = capture().eventAt(index);
        const qint64 its = exchangeOf(notice);
        if (notice.method() == CancelMethod && (its == 0 || exchange == 0 || its == exchange))
            first = index;
    }
    return first;
}

/// Returns the last message of the other side before the response; -1 if none is near. Skips responses, which get no
/// refusal, and pings, which may have been sent to measure the time to a refusal of the cancel. Over HTTP it is the
/// message of the same exchange.
qint64 ResponseWithoutIdRule::lastSent(const FindingStep &step) const
{
    const qint64 exchange = exchangeOf(step.event);
    for (qint64 index = step.index - 1; index >= std::max<qint64>(step.index - UnreadMessages::MostLooked, 0);
         --index) {
        const CaptureEntry &entry = capture().entry(index);
        const bool isSent = entry.kind == EventKind::Message || entry.kind == EventKind::Malformed;
        const bool isAnswer =
            entry.row >= 0 && (entry.message == MessageKind::Result || entry.message == MessageKind::Error);
        if (!isSent || isAnswer || entry.connection != step.event.connection ||
            entry.direction != opposite(step.event.direction))
            continue;
        const qint64 its = exchange == 0 ? 0 : exchangeOf(capture().eventAt(index));
        if (its != 0 && its == exchange)
            return index;
        if (its == 0 && (entry.message != MessageKind::Request || capture().eventAt(index).method() != "ping"))
            return index;
    }
    return -1;
}

/// Over HTTP a server may refuse a notification with status 4xx and an error without an id.
bool ResponseWithoutIdRule::isRefusal(const FindingStep &step) const
{
    const qint64 status = httpStepBefore(step, "response"_L1).value("status"_L1).toInteger();
    return step.message.kind == MessageKind::Error && status / 100 == 4;
}

/// True if a message before that notification may still be refused. A cancel contains nothing to refuse; any other
/// notification may.
bool ResponseWithoutIdRule::mayBeForOthers(const FindingStep &step, qint64 notice, const UnreadMessages &unread) const
{
    const Event sent = capture().eventAt(notice);
    if (exchangeOf(sent) != 0 && exchangeOf(sent) == exchangeOf(step.event))
        return false;
    const bool isCancel = sent.method() == CancelMethod;
    return unread.newest(step.index, [&](qint64 index) {
        if (index >= notice)
            return false;
        const CaptureEntry &entry = capture().entry(index);
        const bool isOther = isCancel && entry.message == MessageKind::Notification &&
                             step.event.time - entry.time <= CancelPatience &&
                             capture().eventAt(index).method() != CancelMethod;
        return isOther || unread.isRefusable(index);
    }) >= 0;
}

void ResponseWithoutIdRule::report(const FindingStep &step, const Event &notice, qint64 index)
{
    const bool isCancel = notice.method() == CancelMethod;
    Finding found = finding(isCancel ? FindingCode::C13 : FindingCode::P06, step.event.direction, step);
    if (isCancel) {
        context().refusedIn = exchangeOf(step.event);
        found.gap = step.event.time - notice.time;
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The cancellation is a notification, but got an error response"));
    } else {
        const bool isError = step.message.kind == MessageKind::Error;
        const bool isCertain = exchangeOf(notice) != 0 && exchangeOf(notice) == exchangeOf(step.event);
        if (!isCertain)
            found.severity = FindingSeverity::Warning; // the response names no request
        found.sentence = TranslatableText::of(
            isCertain ? isError
                            ? QT_TRANSLATE_NOOP("TranslatableText", "The notification %1 got an error as its response")
                            : QT_TRANSLATE_NOOP("TranslatableText", "The notification %1 got a result as its response")
            : isError
                ? QT_TRANSLATE_NOOP("TranslatableText",
                                    "An error without an id came after the notification %1, perhaps as its response")
                : QT_TRANSLATE_NOOP("TranslatableText",
                                    "A result without an id came after the notification %1, perhaps as its response"),
            Formatting::visible(QString::fromUtf8(notice.method().left(CancelWords::MostQuoted))));
    }
    for (const qint64 event : {index, step.index})
        found.addEvent(event);
    const quint64 key = raise(std::move(found));
    if (isCancel)
        context().refusedKey = key;
}

} // namespace Pullcord
