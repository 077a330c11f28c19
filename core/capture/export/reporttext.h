// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/event.h"
#include "core/rpc/requestrecord.h"

#include <QList>
#include <QString>

namespace Pullcord {

class ExportSource;
struct CaptureHeader;

/// Texts of the reports, independent of the format. Text from peers is kept apart from our text, so that each format
/// can escape it. Secrets are masked.
namespace ReportText {

/// A part of a sentence: our text, then text from a peer.
struct Phrase
{
    QString words;
    QString foreign = {};    ///< follows the words
    bool isStriking = false; ///< late: must catch the eye
};
using Sentence = QList<Phrase>;

/// A named value in the head of a report.
struct Field
{
    QString name;
    QString value;
    bool isForeign = false;
};

/// Returns the two sides and the circumstances of the recording, without unknown items.
[[nodiscard]] QList<Field> summary(const ExportSource &source, qsizetype chosenEvents);
/// Returns a warning about the sensitive data that the report may contain.
[[nodiscard]] QString warning(const CaptureHeader &header);

/// Returns remarks on a request beside its row.
[[nodiscard]] QList<Sentence> remarks(const RequestRecord &record, const ExportSource &source);
/// Returns the duration of a request, with "so far" if it is open; empty if it was never sent. Empty, like all times,
/// if the capture has no times (Capture::hasTimes()); summary() states that.
[[nodiscard]] QString duration(const RequestRecord &record, const ExportSource &source);
/// Returns seconds since the start, with six decimals.
[[nodiscard]] QString time(qint64 ns, const ExportSource &source);

/// Returns time, direction, kind of message, details, and lateness of an event.
[[nodiscard]] Sentence title(const Event &event, qsizetype index, const ExportSource &source);
/// Returns the bytes of an event in the most readable form: JSON is indented.
[[nodiscard]] QByteArray body(const Event &event);
[[nodiscard]] bool isJson(const Event &event);

} // namespace ReportText

} // namespace Pullcord
