// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/messages/httptexts.h"

#include "core/capture/formatting.h"
#include "ui/models/messages/eventtexts.h"
#include "ui/models/texts.h"

#include <QCoreApplication>
#include <QJsonArray>

namespace Pullcord::Texts {
using namespace Qt::StringLiterals;

namespace {

struct HttpTexts
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::HttpTexts)
};

QString ended(const QJsonObject &details)
{
    const QString how = details.value("how"_L1).toString();
    const QString amount = HttpTexts::tr("%1 in %2")
                               .arg(Formatting::byteCount(details.value("received"_L1).toInteger()),
                                    Formatting::duration(details.value("total"_L1).toInteger()));
    const QString reason = details.value("reason"_L1).toString();
    const QString text = how == "closed"_L1   ? HttpTexts::tr("closed by the client, %1").arg(amount)
                         : how == "broken"_L1 ? HttpTexts::tr("broken, %1").arg(amount)
                                              : HttpTexts::tr("complete, %1").arg(amount);
    return reason.isEmpty() ? text : text + u": "_s + Texts::translatedReason(reason);
}

} // namespace

QString httpHeader(const QJsonObject &details, QLatin1StringView name)
{
    const QJsonArray headers = details.value("headers"_L1).toArray();
    for (const QJsonValue &header : headers) {
        if (header["name"_L1].toString().compare(name, Qt::CaseInsensitive) == 0)
            return header["value"_L1].toString();
    }
    return {};
}

QString httpStep(const QJsonObject &details)
{
    const QString step = details.value("step"_L1).toString();
    if (step == "request"_L1)
        return details.value("method"_L1).toString() + u' ' + details.value("url"_L1).toString();
    if (step == "response"_L1) {
        const QString status =
            u"%1 %2"_s.arg(details.value("status"_L1).toInt()).arg(details.value("text"_L1).toString()).trimmed();
        const QString type = httpHeader(details, "Content-Type"_L1);
        return type.isEmpty() ? status : status + u", "_s + type;
    }
    return ended(details);
}

QString streamEvent(const Event &event, qsizetype limit)
{
    const QJsonObject &details = event.details;
    QStringList words;
    const QString what = details.value("what"_L1).toString();
    if (what == "comment"_L1)
        words << HttpTexts::tr("comment");
    else if (what == "unfinished"_L1)
        words << HttpTexts::tr("cut off by the end of the stream");
    if (details.contains("type"_L1))
        words << HttpTexts::tr("event %1").arg(details.value("type"_L1).toString());
    if (details.contains("id"_L1))
        words << HttpTexts::tr("id %1").arg(details.value("id"_L1).toString());
    if (details.contains("retry"_L1))
        words << HttpTexts::tr("retry after %1 ms").arg(details.value("retry"_L1).toInteger());
    const QString text = words.join(u", "_s);
    return event.bytes.isEmpty() ? text : text + u": "_s + oneLine(event.bytes, limit);
}

} // namespace Pullcord::Texts
