// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/requests/legtexts.h"

#include "core/capture/requestlog.h"
#include "ui/models/texts.h"

#include <QCoreApplication>

#include <cmath>

namespace Pullcord::Texts {
using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype LinkedAround = 3; ///< legs shown on either side and at each end, if there are very many

struct LegTexts
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::LegTexts)
};

qint64 countOf(const RequestLog &log, const RequestRecord &record)
{
    return record.leg.number == 0 ? 0 : log.record(log.rowOf(record.connection, record.leg.first)).leg.count;
}

} // namespace

QString legMark(const RequestLog &log, qsizetype row)
{
    const RequestRecord record = log.record(row);
    return record.leg.number == 0 ? QString() : u"%1/%2"_s.arg(record.leg.number).arg(countOf(log, record));
}

QString legSentence(const RequestLog &log, qsizetype row)
{
    const RequestRecord record = log.record(row);
    if (record.cause != RequestRecord::NoSerial) {
        const qsizetype cause = log.rowOf(record.connection, record.cause);
        const QString what = u"#%1 %2"_s.arg(QString::number(cause + 1), QString::fromUtf8(log.record(cause).method));
        return record.causeIsGuess
                   ? LegTexts::tr("Probably for %1: no other request was open that it could be for").arg(what)
                   : LegTexts::tr("For %1: it arrived in the stream of its response").arg(what);
    }
    if (record.leg.number > 0 && record.method.endsWith("/list"))
        return LegTexts::tr("Page %1 of %2 of one list").arg(record.leg.number).arg(countOf(log, record));
    return record.leg.number == 0
               ? QString()
               : LegTexts::tr("Leg %1 of %2 of one call").arg(record.leg.number).arg(countOf(log, record));
}

QString legLinks(const RequestLog &log, qsizetype row)
{
    const QList<qsizetype> rows = log.legs(row);
    if (rows.isEmpty())
        return {};
    const qsizetype own = rows.indexOf(row);
    QStringList links;
    for (qsizetype i = 0; i < rows.size(); ++i) {
        const bool isShown = i < LinkedAround || i >= rows.size() - LinkedAround || std::abs(i - own) <= LinkedAround;
        if (!isShown) {
            if (links.constLast() != u"…"_s)
                links << u"…"_s;
            continue;
        }
        const RequestRecord leg = log.record(rows.at(i));
        const QString what =
            u"#%1 %2"_s.arg(QString::number(rows.at(i) + 1), QString::fromUtf8(leg.method)).toHtmlEscaped();
        links << (i == own ? u"<b>%1</b>"_s.arg(what) : u"<a href=\"%1\">%2</a>"_s.arg(rows.at(i)).arg(what));
    }
    const bool arePages = log.record(row).method.endsWith("/list");
    return (arePages ? LegTexts::tr("Pages: %1") : LegTexts::tr("Legs: %1")).arg(links.join(u" → "_s));
}

} // namespace Pullcord::Texts
