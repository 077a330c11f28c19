// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/filter.h"
#include "core/capture/textmatcher.h"

namespace Pullcord {

class Capture;
class RequestLog;

/// Says whether events and requests pass a Filter. A value for one search; capture and log must outlive it.
class FilterTest
{
public:
    FilterTest(Filter filter, const Capture &capture, const RequestLog &log);

    [[nodiscard]] bool passesEvent(qsizetype index) const;
    [[nodiscard]] bool passesRequest(qsizetype row) const;

private:
    [[nodiscard]] bool textIsInEvent(qsizetype index) const;
    [[nodiscard]] bool textIsInRequest(const RequestRecord &record) const;

    Filter m_filter;
    TextMatcher m_text;
    const Capture *m_capture;
    const RequestLog *m_log;
};

} // namespace Pullcord
