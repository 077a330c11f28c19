// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QLatin1StringView>
#include <QList>
#include <QString>

#include <chrono>
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
    const char *wanted;     ///< expected behavior of a server; marked for translation

    [[nodiscard]] static const QList<LabCaseKind> &all();
    [[nodiscard]] static const LabCaseKind &of(LabCase testCase);
    /// True for a valid cancel of a call in flight.
    [[nodiscard]] static bool isInFlight(LabCase testCase) { return testCase <= LabCase::Twice; }
    /// All cases but Sweep, in the order of execution.
    [[nodiscard]] static QList<LabCase> edgeCases();
};

/// A moment of a call, counted from the time at which it was sent.
struct LabMoment
{
    double share = 0;                                 ///< as a share of the measured duration
    std::optional<std::chrono::nanoseconds> absolute; ///< as a time, instead of the share

    [[nodiscard]] std::chrono::nanoseconds at(std::chrono::nanoseconds duration) const;
    [[nodiscard]] QString text() const; ///< "25 %", "300 ms"
    friend bool operator==(const LabMoment &, const LabMoment &) = default;
};

/// Plan of the cancellation lab: a value.
struct LabPlan
{
    static constexpr int MostTrials = 1000;
    static constexpr int MostAtOnce = 64; ///< calls, and the same number of bystanders

    QString tool;
    QByteArray arguments; ///< a raw JSON object, sent verbatim; empty for none
    int count = 10;       ///< number of cancels spread over the call; each has a call of its own
    LabMoment from = {0, {}};
    LabMoment to = {1, {}};
    int concurrent = 1; ///< calls to be cancelled that are in flight together
    int bystanders = 0; ///< uncancelled calls beside each of these groups
    QList<LabCase> edgeCases = LabCaseKind::edgeCases();
    std::chrono::milliseconds patience{1000};        ///< after a cancel, in addition to the rest of the call
    std::chrono::milliseconds answerLimit{2000};     ///< for a response that takes no work, in addition to that
    std::chrono::milliseconds limit{60'000};         ///< for a call to end by itself, and for a handshake
    QString reason = QStringLiteral("Pullcord lab"); ///< reason of each cancel

    /// True if one of the moments, or an invalid cancel during a call, depends on the duration. Then the tool is called
    /// to its end first.
    [[nodiscard]] bool needsDuration() const;
    /// Time of the n-th cancel in a call of that duration.
    [[nodiscard]] std::chrono::nanoseconds moment(int n, std::chrono::nanoseconds duration) const;
    friend bool operator==(const LabPlan &, const LabPlan &) = default;
};

} // namespace Pullcord
