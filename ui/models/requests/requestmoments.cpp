// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/requests/requestmoments.h"

#include "ui/models/texts.h"

#include <QCoreApplication>

#include <algorithm>

namespace Pullcord {

namespace {

struct MomentTexts
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::RequestMoment)
};

} // namespace

QList<RequestMoment> momentsOf(const RequestRecord &record, std::optional<qint64> firstProgress)
{
    QList<RequestMoment> moments;
    const bool isOurs = record.direction == Direction::ClientToServer;
    const bool hasLeft = record.state != RequestState::Queued && !record.neverSent;
    moments.append({!hasLeft ? MomentTexts::tr("Queued")
                    : isOurs ? MomentTexts::tr("Sent")
                             : MomentTexts::tr("Sent by the server"),
                    record.start});
    const auto add = [&moments](const QString &name, qint64 time) {
        if (time != 0)
            moments.append({name, time});
    };
    add(MomentTexts::tr("First progress"), firstProgress.value_or(0));
    if (record.cancellation) {
        add(Texts::cancelledBy(record), record.cancellation->time);
        if (record.cancellation->signalTime != record.cancellation->time)
            add(MomentTexts::tr("Cancel on the wire"), record.cancellation->signalTime);
    }
    add(MomentTexts::tr("Stream closed by the client"), record.streamClosed);
    add(MomentTexts::tr("Stream ended by the server"), record.streamEnded);
    if (record.lostAtQuestions != 0 || (record.cancellation && record.cancellation->answered))
        add(MomentTexts::tr("Responded with questions"), record.end);
    else if (record.endUnknown)
        add(MomentTexts::tr("The recording ended"), record.end);
    else if (record.state != RequestState::Cancelled)
        add(Texts::state(record), record.end);
    add(Texts::state(record), record.lostAtQuestions);
    add(MomentTexts::tr("Late response"), record.late.responseTime);
    if (record.late.lastTime != record.late.responseTime)
        add(MomentTexts::tr("Last activity"), record.late.lastTime);
    std::stable_sort(moments.begin() + 1, moments.end(),
                     [](const RequestMoment &a, const RequestMoment &b) { return a.time < b.time; });
    return moments;
}

} // namespace Pullcord
