// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

namespace Pullcord {

class Capture;
class RequestLog;
struct Finding;

/// A finding as a report for who maintains the program that it is about: Markdown, to be filed as an issue.
namespace FindingIssue {

/// Of one message, in bytes; of more, the beginning is in the report.
inline constexpr qsizetype MostOfAMessage = 4096;

/// What was seen, with whom, by which rule, and the messages that it rests on as they were on the wire, but for known
/// secrets: `***` stands in their place. `program` is the name and version of who has found it. English.
[[nodiscard]] QByteArray markdown(const Finding &finding, const Capture &capture, const RequestLog &log,
                                  const QString &program);

} // namespace FindingIssue

} // namespace Pullcord
