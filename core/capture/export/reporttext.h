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

/// What reports for people say of a conversation, apart from how they are written. Strangers' words stand apart from ours,
/// so that no format takes one for the other. Secrets are masked.
namespace ReportText {

struct Phrase
{
    QString words;
    QString foreign = {};    ///< follows the words
    bool isStriking = false; ///< what came late: to be seen at once
};
using Sentence = QList<Phrase>;

struct Field
{
    QString name;
    QString value;
    bool isForeign = false;
};

/// With whom the conversation was, and how it was recorded; what is not known is left out.
[[nodiscard]] QList<Field> summary(const ExportSource &source, qsizetype chosenEvents);
/// Why no times stand in it, where none do.
[[nodiscard]] QString noTimes();
/// What a reader should know before the report is passed on.
[[nodiscard]] QString warning(const CaptureHeader &header);

/// What there is to say of a request beside its row.
[[nodiscard]] QList<Sentence> remarks(const RequestRecord &record, const ExportSource &source);
/// From its begin to its end, "so far" where it has none; empty for one that never left. Empty, as all times here, where
/// nobody has written down when anything happened (CaptureImport::hasTimes()); summary() says so.
[[nodiscard]] QString duration(const RequestRecord &record, const ExportSource &source);
/// Seconds since the start, to the microsecond.
[[nodiscard]] QString time(qint64 ns, const ExportSource &source);

/// What an event is: when, which way, what kind of message, its details, and how late it came.
[[nodiscard]] Sentence title(const Event &event, qsizetype index, const ExportSource &source);
/// The bytes of an event as they are read best: JSON indented.
[[nodiscard]] QByteArray body(const Event &event);
[[nodiscard]] bool isJson(const Event &event);

} // namespace ReportText

} // namespace Pullcord
