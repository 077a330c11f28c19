// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proxy/operatorcancel.h"
#include "core/result.h"

class QCommandLineParser;

namespace Pullcord {

/// The words and options of `control`. A value.
struct ControlOptions
{
    enum class Verb : quint8 { Describe, Cancel, CancelAll };

    Verb verb = Verb::Describe;
    OperatorCancel cancel; ///< for Cancel and CancelAll, the latter without an id

    /// Reads the id of a request as typed: JSON, or the text of a string without its quotes.
    [[nodiscard]] static RequestId idFrom(const QString &text);
    /// Adds the options to the words. Errors are of kind Usage.
    [[nodiscard]] Outcome read(const QCommandLineParser &parser);
};

} // namespace Pullcord
