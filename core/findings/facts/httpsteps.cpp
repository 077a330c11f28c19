// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/facts/httpsteps.h"

#include "core/secrets/secrets.h"
#include "core/transport/http/bodytext.h"

#include <QJsonArray>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

std::optional<QString> HttpSteps::header(const QJsonObject &details, QLatin1StringView name)
{
    const QJsonArray headers = details.value("headers"_L1).toArray();
    for (const QJsonValue &header : headers) {
        if (header["name"_L1].toString().compare(name, Qt::CaseInsensitive) == 0)
            return header["value"_L1].toString();
    }
    return {};
}

bool HttpSteps::hasAllHeaders(const QJsonObject &details)
{
    const QJsonValue headers = details.value("headers"_L1);
    const QJsonArray list = headers.toArray();
    return headers.isArray() && std::none_of(list.begin(), list.end(), [](const QJsonValue &header) {
               return isMasked(header["name"_L1].toString());
           });
}

bool HttpSteps::isMasked(QStringView text)
{
    return text.contains(Secrets::Mask);
}

QString HttpSteps::contentType(const QJsonObject &details)
{
    return header(details, "Content-Type"_L1).value_or(QString()).section(u';', 0, 0).trimmed().toLower();
}

bool HttpSteps::isByOthers(int status)
{
    static constexpr int Statuses[] = {401, 403, 407, 408, 429, 502, 503, 504};
    return status / 100 == 3 || std::find(std::begin(Statuses), std::end(Statuses), status) != std::end(Statuses);
}

bool HttpSteps::isEventStream(QByteArrayView body)
{
    static constexpr QByteArrayView Starts[] = {"data:", "event:", "id:", "retry:", ":"};
    const QByteArrayView text = body.trimmed();
    return std::any_of(std::begin(Starts), std::end(Starts),
                       [text](QByteArrayView start) { return text.startsWith(start); });
}

HttpSteps::BodyFault HttpSteps::bodyFault(const QJsonObject &request, const QJsonObject &response, const Event &end)
{
    const QString type = contentType(response);
    const bool isStream = type == "text/event-stream"_L1;
    if (!isSuccess(int(response.value("status"_L1).toInteger())) || (!isStream && type != "application/json"_L1))
        return BodyFault::None;
    const QByteArrayView body = QByteArrayView(end.bytes).trimmed();
    if (isStream && (body.startsWith('{') || body.startsWith('[')))
        return BodyFault::Json;
    if (end.details.value("how"_L1) != "complete"_L1)
        return BodyFault::None;
    const QString coding = header(response, "Content-Encoding"_L1).value_or(QString()).trimmed();
    if (!coding.isEmpty() && coding.compare("identity"_L1, Qt::CaseInsensitive) != 0) {
        const QString accepted = header(request, "Accept-Encoding"_L1).value_or(QString());
        const bool isAccepted = accepted.contains(coding, Qt::CaseInsensitive) || accepted.contains(u'*');
        return hasAllHeaders(request) && !isAccepted ? BodyFault::Encoded : BodyFault::None;
    }
    if (!isStream || body.isEmpty() || isEventStream(body))
        return BodyFault::None;
    return BodyText::miscasedField(body).isEmpty() ? BodyFault::NoEvent : BodyFault::Fields;
}

} // namespace Pullcord
