// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/messages/httpview.h"

#include "core/capture/formatting.h"
#include "ui/models/messages/eventtexts.h"
#include "ui/models/texts.h"
#include "ui/views/style/theme.h"
#include "ui/views/tables/letterwidth.h"

#include <QCoreApplication>
#include <QEvent>
#include <QJsonArray>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

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

namespace {

constexpr int BarWidth = 18; ///< in average characters

/// Escapes a header, which may contain any non-ASCII byte.
QString shown(const QString &text)
{
    return Formatting::visible(text).toHtmlEscaped();
}

QString colored(const QString &text, const QColor &color)
{
    return u"<span style=\"color:%1\">%2</span>"_s.arg(color.name(), shown(text));
}

} // namespace

HttpView::HttpView(QWidget *parent)
    : QTextBrowser(parent)
{
    setOpenLinks(false);
    setFrameShape(NoFrame);
    setTabChangesFocus(true);
    document()->setDocumentMargin(6);
}

HttpView::~HttpView() = default;

void HttpView::showStories(const QList<HttpStory> &stories, const QString &otherwise)
{
    if (stories == m_stories && otherwise == m_otherwise)
        return; // keeps a selection in progress
    const bool isSameSubject =
        !stories.isEmpty() && !m_stories.isEmpty() && stories.first().title == m_stories.first().title;
    const int place = isSameSubject ? verticalScrollBar()->value() : 0;
    m_stories = stories;
    m_otherwise = otherwise;
    render();
    verticalScrollBar()->setValue(place);
}

void HttpView::changeEvent(QEvent *event)
{
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        render();
}

void HttpView::render()
{
    document()->clear();
    if (m_stories.isEmpty()) {
        setPlainText(m_otherwise);
        return;
    }
    QString text;
    for (int i = 0; i < m_stories.size(); ++i)
        text += (i > 0 ? u"<hr>"_s : QString()) + html(m_stories.at(i), i);
    setHtml(text);
}

QString HttpView::html(const HttpStory &story, int number)
{
    const Theme &theme = Theme::of(palette());
    const bool isBad = story.status >= 400 || story.outcome == HttpStory::Outcome::Broken;
    QString text = u"<h4>%1</h4><p>%2"_s.arg(shown(story.title), shown(story.requestLine));
    if (story.status != 0) {
        text += u"<br>"_s + colored(story.statusLine, isBad ? theme.failure : theme.success);
        if (!story.contentType.isEmpty())
            text += u" · "_s + shown(story.contentType);
    }
    const QColor ending = isBad                                         ? theme.failure
                          : story.outcome == HttpStory::Outcome::Closed ? theme.warning
                          : story.outcome == HttpStory::Outcome::Open   ? theme.active
                                                                        : palette().color(QPalette::Text);
    text += u"<br>"_s + colored(story.ending, ending) + u"</p>"_s;
    text += timing(story, number);
    text += fields(tr("Request headers"), story.requestHeaders);
    text += fields(tr("Response headers"), story.responseHeaders);
    if (!story.body.isEmpty()) {
        text += u"<p><b>%1</b></p><pre style=\"white-space:pre-wrap\">%2</pre>"_s.arg(
            tr("Body").toHtmlEscaped(), Formatting::visibleLines(story.body).toHtmlEscaped());
    }
    return text;
}

QString HttpView::fields(const QString &title, const QList<HttpStory::Field> &fields) const
{
    if (fields.isEmpty())
        return {};
    QString rows;
    for (const HttpStory::Field &field : fields) {
        rows += u"<tr><td style=\"padding-right:8px\">%1</td><td>%2</td></tr>"_s.arg(
            colored(field.name, Theme::of(palette()).jsonKey), shown(field.value));
    }
    return u"<p><b>%1</b></p><table cellspacing=\"0\">%2</table>"_s.arg(title.toHtmlEscaped(), rows);
}

QString HttpView::timing(const HttpStory &story, int number)
{
    if (story.phases.isEmpty() && story.total == 0)
        return {};
    const Theme &theme = Theme::of(palette());
    const qint64 whole = std::max(story.total, story.phases.isEmpty() ? 0 : story.phases.last().end);
    QString rows;
    const auto add = [&](const HttpStory::Phase &phase, const QString &key, const QColor &color) {
        const QUrl image(u"timing:%1:%2"_s.arg(number).arg(key));
        document()->addResource(QTextDocument::ImageResource, image, bar(phase, whole, color));
        rows += u"<tr><td style=\"padding-right:8px\">%1</td><td><img src=\"%2\" width=\"%3\" height=\"%4\"></td>"
                "<td align=\"right\" style=\"padding-left:8px\">%5</td></tr>"_s
                    .arg(phase.name.toHtmlEscaped(), image.toString())
                    .arg(BarWidth * letterWidth(fontMetrics()))
                    .arg(fontMetrics().ascent())
                    .arg(Formatting::duration(phase.end - phase.begin));
    };
    for (int i = 0; i < story.phases.size(); ++i)
        add(story.phases.at(i), QString::number(i), i + 1 == story.phases.size() ? theme.success : theme.active);
    if (story.total > 0)
        add({tr("Total"), 0, story.total}, u"total"_s, theme.dim);
    return u"<p><b>%1</b></p><table cellspacing=\"0\">%2</table>"_s.arg(tr("Timing").toHtmlEscaped(), rows);
}

QImage HttpView::bar(const HttpStory::Phase &phase, qint64 total, const QColor &color) const
{
    const qreal ratio = devicePixelRatioF();
    const int width = BarWidth * letterWidth(fontMetrics());
    const int height = fontMetrics().ascent(); // as high as the text beside it
    QImage image(QSize(width, height) * ratio, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    const QRectF track(0, height / 4.0, width, height / 2.0);
    painter.fillRect(track, Theme::of(palette()).barTrack);
    const double scale = total > 0 ? double(width) / double(total) : 0;
    const double begin = std::min(double(phase.begin) * scale, width - 1.0);
    const double length = std::max(1.0, double(phase.end - phase.begin) * scale);
    painter.fillRect(QRectF(begin, track.top(), length, track.height()), color);
    return image;
}

} // namespace Pullcord
