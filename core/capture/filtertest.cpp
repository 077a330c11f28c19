// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/filtertest.h"

#include "core/capture/capture.h"
#include "core/capture/captureline.h"
#include "core/capture/requestlog.h"

#include <QJsonDocument>

#include <algorithm>

namespace Pullcord {

FilterTest::FilterTest(Filter filter, const Capture &capture, const RequestLog &log)
    : m_filter(std::move(filter))
    , m_text(m_filter.text)
    , m_capture(&capture)
    , m_log(&log)
{}

bool FilterTest::passesEvent(qsizetype index) const
{
    const CaptureEntry &entry = m_capture->entry(index);
    if (m_filter.direction != Direction::None && entry.direction != m_filter.direction)
        return false;
    if (m_filter.onlyLate && !(entry.flags & CaptureEntry::Late))
        return false;
    return m_filter.text.isEmpty() || textIsInEvent(index);
}

bool FilterTest::passesRequest(qsizetype row) const
{
    const RequestRecord &record = m_log->record(row);
    if (m_filter.direction != Direction::None && record.direction != m_filter.direction)
        return false;
    if (!m_filter.states.isEmpty() && !m_filter.states.contains(record.state))
        return false;
    if (m_filter.onlyLate && !record.late.any())
        return false;
    return m_filter.text.isEmpty() || textIsInRequest(record);
}

bool FilterTest::textIsInEvent(qsizetype index) const
{
    // The common case needs no Event, only its bytes in the file.
    if (const auto message = CaptureLine::skim(m_capture->line(index)))
        return m_text.isIn(message->payload);
    const Event event = m_capture->eventAt(index);
    return m_text.isIn(QByteArrayView(event.bytes)) ||
           (!event.details.isEmpty() &&
            m_text.isIn(QByteArrayView(QJsonDocument(event.details).toJson(QJsonDocument::Compact))));
}

bool FilterTest::textIsInRequest(const RequestRecord &record) const
{
    if (m_text.isIn(QByteArrayView(record.method)) || m_text.isIn(record.target) || m_text.isIn(record.id.display()) ||
        m_text.isIn(record.errorMessage) || (record.cancellation && m_text.isIn(record.cancellation->reason)))
        return true;
    const auto events = {record.requestEvent, record.responseEvent, record.late.answerEvent};
    return std::any_of(events.begin(), events.end(), [this](qint64 event) {
        return event != RequestRecord::NoEvent && textIsInEvent(qsizetype(event));
    });
}

} // namespace Pullcord
