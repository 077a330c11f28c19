// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLatin1StringView>
#include <QList>

#include <optional>

namespace Pullcord {

/// Action of a trial of the cancellation lab.
enum class LabCase : quint8 {
    Sweep,      ///< cancels a call at a certain moment
    AtOnce,     ///< cancels it directly after the request; on stdio in the same write
    Twice,      ///< cancels it twice
    OtherType,  ///< names its id with the other JSON type: "7" for 7
    WithId,     ///< sends the cancel as a request
    AfterEnd,   ///< cancels a call that already has its response
    UnknownId,  ///< cancels an unused id, and then uses it
    MissingId,  ///< leaves the id out
    NullId,     ///< names the id null
    ObjectId,   ///< names an object as the id
    Initialize, ///< cancels initialize, in a connection of its own
};

/// Fixed data of a case: a row of the table.
struct LabCaseKind
{
    LabCase testCase;
    QLatin1StringView name; ///< name in reports for programs and on the command line: "unknown-id"
    const char *title;      ///< marked for translation, see TranslatableText
    const char *wanted;     ///< expected behaviour of a server; marked for translation

    [[nodiscard]] static const QList<LabCaseKind> &all();
    [[nodiscard]] static const LabCaseKind &of(LabCase testCase);
    /// True for a valid cancel of a call in flight.
    [[nodiscard]] static bool isInFlight(LabCase testCase) { return testCase <= LabCase::Twice; }
    /// All cases but Sweep, in the order of execution.
    [[nodiscard]] static QList<LabCase> ugly();
};

} // namespace Pullcord
