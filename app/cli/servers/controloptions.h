// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proxy/operatorcancel.h"
#include "core/result.h"

#include <optional>

class QCommandLineParser;

namespace Pullcord {

/// The words and options of `control`. A value.
struct ControlOptions
{
    enum class Verb : quint8 { Describe, Cancel, CancelAfter, CancelAll, Rules, Enable, Disable, Held, Release, Drop };

    Verb verb = Verb::Describe;
    OperatorCancel cancel;        ///< for the cancels; for CancelAll without an id
    qint64 after = 0;             ///< ms, for CancelAfter
    QString rule;                 ///< for Enable and Disable
    std::optional<qint64> next;   ///< for Enable: number of matches
    std::optional<qint64> number; ///< for Held, Release and Drop: of the held message; none: all
    QByteArray message;           ///< for Release: JSON that passes instead; "-": from standard input; empty: none

    /// Returns the method and the params for the control socket.
    [[nodiscard]] QByteArray method() const;
    [[nodiscard]] QByteArray params() const;

    /// Reads the id of a request as typed: JSON, or the text of a string without its quotes.
    [[nodiscard]] static RequestId idFrom(const QString &text);
    /// Adds the options to the words. Errors are of kind Usage.
    [[nodiscard]] Outcome read(const QCommandLineParser &parser);
};

} // namespace Pullcord
