// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/messages/httpstory.h"

#include "core/capture/formatting.h"
#include "ui/models/messages/eventtexts.h"
#include "ui/models/messages/httptexts.h"
#include "ui/models/texts.h"

#include <QCoreApplication>
#include <QJsonArray>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype LongestBody = 8192; ///< in bytes

struct StoryTexts
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::HttpStory)
};

QList<HttpStory::Field> fieldsIn(const QJsonObject &details)
{
    QList<HttpStory::Field> fields;
    const QJsonArray headers = details.value("headers"_L1).toArray();
    for (const QJsonValue &header : headers)
        fields.append({header["name"_L1].toString(), header["value"_L1].toString()});
    return fields;
}

/// Each phase begins at the end of the one before. A phase that did not take place (such as TLS) is left out.
QList<HttpStory::Phase> phasesOf(const QJsonObject &response, qint64 total)
{
    const QList<std::pair<QString, qint64>> ends{
        {StoryTexts::tr("Connect"), response.value("connect"_L1).toInteger()},
        {StoryTexts::tr("TLS"), response.value("tls"_L1).toInteger()},
        {StoryTexts::tr("Send"), response.value("sent"_L1).toInteger()},
        {StoryTexts::tr("First byte"), response.value("firstByte"_L1).toInteger()},
        {StoryTexts::tr("Receive"), response.isEmpty() ? 0 : total},
    };
    QList<HttpStory::Phase> phases;
    qint64 begin = 0;
    for (const auto &[name, end] : ends) {
        if (end < begin || end == 0)
            continue; // or unknown: without a response, only the total is known
        phases.append({name, begin, end});
        begin = end;
    }
    return phases;
}

QString endingOf(HttpStory::Outcome outcome, bool hasResponse, const QJsonObject &details)
{
    const QString received = Formatting::byteCount(details.value("received"_L1).toInteger());
    const QString reason = details.value("reason"_L1).toString();
    QString text;
    if (!hasResponse)
        text = outcome == HttpStory::Outcome::Closed ? StoryTexts::tr("Closed by the client before a response")
                                                     : StoryTexts::tr("No response");
    else if (outcome == HttpStory::Outcome::Closed)
        text = StoryTexts::tr("Closed by the client after %1 of the body").arg(received);
    else if (outcome == HttpStory::Outcome::Broken)
        text = StoryTexts::tr("Broken off after %1 of the body").arg(received);
    else
        text = StoryTexts::tr("Complete, %1 of body").arg(received);
    return reason.isEmpty() ? text + u'.' : u"%1: %2."_s.arg(text, Texts::translatedReason(reason));
}

HttpStory::Outcome outcomeOf(const QJsonObject &details)
{
    const QString how = details.value("how"_L1).toString();
    return how == "closed"_L1   ? HttpStory::Outcome::Closed
           : how == "broken"_L1 ? HttpStory::Outcome::Broken
                                : HttpStory::Outcome::Complete;
}

} // namespace

HttpStory HttpStory::of(const Capture &capture, int exchange, const HttpExchanges::Steps &steps, const QString &purpose)
{
    HttpStory story;
    story.title = purpose.isEmpty() ? StoryTexts::tr("Exchange %1").arg(exchange)
                                    : StoryTexts::tr("%1: exchange %2", "what it was for").arg(purpose).arg(exchange);
    if (steps.request >= 0) {
        const QJsonObject request = capture.eventAt(steps.request).details;
        story.requestLine = Texts::httpStep(request);
        story.requestHeaders = fieldsIn(request);
    }
    QJsonObject response;
    if (steps.response >= 0) {
        response = capture.eventAt(steps.response).details;
        story.status = response.value("status"_L1).toInt();
        story.statusLine = u"%1 %2"_s.arg(story.status).arg(response.value("text"_L1).toString()).trimmed() + u" · "_s +
                           response.value("version"_L1).toString();
        story.contentType = Texts::httpHeader(response, "Content-Type"_L1);
        story.responseHeaders = fieldsIn(response);
    }
    if (steps.end >= 0) {
        const Event end = capture.eventAt(steps.end);
        story.total = end.details.value("total"_L1).toInteger();
        story.outcome = outcomeOf(end.details);
        story.ending = endingOf(story.outcome, steps.response >= 0, end.details);
        story.body = Texts::readable(QByteArrayView(end.bytes).first(std::min(end.bytes.size(), LongestBody)));
    } else {
        story.ending = steps.response >= 0 ? StoryTexts::tr("Still open: more may arrive.")
                                           : StoryTexts::tr("Still open: no response yet.");
    }
    story.phases = phasesOf(response, story.total);
    return story;
}

} // namespace Pullcord
