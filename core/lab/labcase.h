// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLatin1StringView>
#include <QList>

#include <optional>

namespace Pullcord {

/// What a trial of the cancellation lab does.
enum class LabCase : quint8 {
    Sweep,      ///< cancels a call at a moment of its duration
    AtOnce,     ///< cancels it right behind the request: on stdio in the same write
    Twice,      ///< cancels it, and once more
    OtherType,  ///< names its id as the other JSON type: "7" for 7
    WithId,     ///< sends the cancel as a request
    AfterEnd,   ///< cancels a call that has been answered
    UnknownId,  ///< cancels an id that was never used, and uses it then
    MissingId,  ///< leaves the id out
    NullId,     ///< names null
    ObjectId,   ///< names an object
    Initialize, ///< cancels initialize, in a connection of its own
};

/// What is known of a case beforehand: a row of the table.
struct LabCaseKind
{
    LabCase kase;
    QLatin1StringView name; ///< in reports for programs, and on the command line: "unknown-id"
    const char *title;      ///< marked for translation, see Words
    const char *wanted;     ///< likewise: what a server should do

    [[nodiscard]] static const QList<LabCaseKind> &all();
    [[nodiscard]] static const LabCaseKind &of(LabCase kase);
    /// A call is cancelled while it is in flight, as one may.
    [[nodiscard]] static bool isInFlight(LabCase kase) { return kase <= LabCase::Twice; }
    /// All but Sweep, in the order in which they are tried.
    [[nodiscard]] static QList<LabCase> ugly();
};

} // namespace Pullcord
