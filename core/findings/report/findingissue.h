// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

namespace Pullcord {

class Capture;
class RequestLog;
struct Finding;

/// Formats a finding as a Markdown issue for the maintainer of the program at fault.
namespace FindingIssue {

/// Bytes shown of one message; a longer one is cut.
inline constexpr qsizetype MostOfAMessage = 4096;

/// Describes the finding, the programs, the rule, and the messages as they were on the wire. Known secrets are replaced
/// by `***`. `program` is the name and version of the program that found it. In English.
[[nodiscard]] QByteArray markdown(const Finding &finding, const Capture &capture, const RequestLog &log,
                                  const QString &program);

} // namespace FindingIssue

} // namespace Pullcord
