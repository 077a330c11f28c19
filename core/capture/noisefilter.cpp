// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/noisefilter.h"

#include "core/capture/capture.h"
#include "core/capture/requestlog.h"
#include "core/rpc/progressnotice.h"

#include <algorithm>
#include <array>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

/// True for levels of log messages below an error.
bool isHarmless(const JsonValue &params)
{
    constexpr std::array Harmless{"debug"_L1, "info"_L1, "notice"_L1, "warning"_L1};
    const QString level = params.member("level").toString();
    return std::find(Harmless.begin(), Harmless.end(), level) != Harmless.end();
}

} // namespace

NoiseFilter::NoiseFilter(const Capture &capture, const RequestLog &log, int kinds)
    : m_capture(&capture)
    , m_log(&log)
    , m_kinds(kinds)
{}

bool NoiseFilter::changesWith(const RequestRecord &record) const
{
    return (m_kinds & Ping) != 0 && record.method == "ping";
}

bool NoiseFilter::isRequest(qsizetype row) const
{
    const RequestRecord record = m_log->record(row);
    const bool isUnremarkable = record.state == RequestState::Succeeded || record.state == RequestState::InFlight ||
                                record.state == RequestState::Queued;
    return changesWith(record) && isUnremarkable && !record.late.any() && !record.duplicateId && !record.byHand &&
           m_log->marks().ofRequest(record).isEmpty();
}

bool NoiseFilter::isEvent(qsizetype index)
{
    const CaptureEntry &entry = m_capture->entry(index);
    if (entry.kind != EventKind::Message || (entry.flags & CaptureEntry::Late) != 0 ||
        !m_log->marks().ofEvent(index).isEmpty())
        return false;
    if (entry.message == MessageKind::Request || entry.message == MessageKind::Result)
        return entry.row != CaptureEntry::NoRow && isRequest(entry.row);
    if (entry.message != MessageKind::Notification || (m_kinds & (Progress | Log)) == 0)
        return false;
    const Event event = m_capture->eventAt(index);
    if (event.envelope.problems != NoProblem || event.details.contains("injected"_L1))
        return false;
    if (ProgressNotice::isMethod(event.method()))
        return (m_kinds & Progress) != 0 && isProgress(entry, event, index);
    return (m_kinds & Log) != 0 && event.method() == "notifications/message" &&
           isHarmless(JsonValue(event.part(event.envelope.params)));
}

bool NoiseFilter::isProgress(const CaptureEntry &entry, const Event &event, qsizetype index)
{
    if (entry.row == CaptureEntry::NoRow)
        return false; // a notification with an unknown token is a finding
    if (index >= m_next) {
        m_next = index + 1;
        const ProgressNotice notice = ProgressNotice::of(JsonValue(event.part(event.envelope.params)));
        const auto latest = m_latest.constFind(entry.row);
        const auto last = latest == m_latest.constEnd() ? std::nullopt : std::optional(*latest);
        if (!notice.complaint(last).isEmpty())
            m_broken.insert(index);
        if (notice.value)
            m_latest.insert(entry.row, *notice.value);
    }
    return !m_broken.contains(index);
}

} // namespace Pullcord
