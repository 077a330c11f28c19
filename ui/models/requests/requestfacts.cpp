// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/requests/requestfacts.h"

#include "core/capture/describe.h"
#include "core/capture/formatting.h"
#include "ui/models/texts.h"

#include <QCoreApplication>

namespace Pullcord::Texts {
using namespace Qt::StringLiterals;

namespace {

struct FactTexts
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::RequestFacts)
};

} // namespace

QString requestTitle(const RequestRecord &record)
{
    const QString method = QString::fromUtf8(record.method);
    const QString id = FactTexts::tr("id %1").arg(record.id.display());
    return record.target.isEmpty() ? u"%1 · %2"_s.arg(method, id) : u"%1 · %2 · %3"_s.arg(method, record.target, id);
}

QString requestFacts(const RequestRecord &record, bool hasTimes, bool hasEnded)
{
    QStringList facts{translated(Describe::outcome(record)),
                      translated(Describe::operatorCancel(record, {}, hasEnded))};
    facts.removeAll(QString());
    if (record.byHand)
        facts << FactTexts::tr("typed by hand");
    const QString lasted = Formatting::lasted(record, Formatting::duration(record.duration(0)));
    if (hasTimes && !record.isOpen() && !record.forbidden && !lasted.isEmpty())
        facts << lasted;
    if (record.cancellation && !record.cancelledByClosing()) { // outcome() says that otherwise
        if (const QString stream = translated(Describe::streamEnd(record, hasTimes)); !stream.isEmpty())
            facts << stream;
    }
    if (record.cancellation && !record.cancellation->refusal.isEmpty())
        facts << FactTexts::tr("the server did not accept the cancellation: %1").arg(record.cancellation->refusal);
    if (!record.neverSent)
        facts << FactTexts::tr("request %1").arg(Formatting::byteCount(record.bytesRequest));
    if (record.bytesResponse > 0)
        facts << FactTexts::tr("response %1").arg(Formatting::byteCount(record.bytesResponse));
    if (record.bytesProgress > 0)
        facts << FactTexts::tr("progress %1").arg(Formatting::byteCount(record.bytesProgress));
    return facts.join(u" · "_s);
}

QString lateBanner(const RequestRecord &record, bool hasTimes)
{
    return translated(Describe::lateSummary(record, hasTimes));
}

QString lateBanner(const CaptureEntry &entry, const RequestRecord &record, bool hasTimes)
{
    if (!hasTimes)
        return FactTexts::tr("This arrived after its request had ended.");
    const QString gap = Formatting::duration(entry.time - Describe::lateFrom(record));
    const bool cancelled = record.cancellation && !record.cancellation->detached;
    return cancelled ? FactTexts::tr("This arrived +%1 after the cancellation.").arg(gap)
                     : FactTexts::tr("This arrived +%1 after its request had ended.").arg(gap);
}

} // namespace Pullcord::Texts
