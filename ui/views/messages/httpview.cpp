// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/messages/httpview.h"

#include "core/capture/formatting.h"
#include "ui/views/style/theme.h"
#include "ui/views/tables/letterwidth.h"

#include <QEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

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
