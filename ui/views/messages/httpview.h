// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/messages/httpexchanges.h"

#include <QList>
#include <QString>
#include <QTextBrowser>

namespace Pullcord {

/// Description of one HTTP exchange.
struct HttpStory
{
    enum class Outcome { Open, Complete, Closed, Broken };
    struct Field
    {
        QString name;
        QString value;
        friend bool operator==(const Field &, const Field &) = default;
    };
    /// A phase of the exchange, in ns since its start.
    struct Phase
    {
        QString name;
        qint64 begin = 0;
        qint64 end = 0;
        friend bool operator==(const Phase &, const Phase &) = default;
    };

    QString title;       ///< purpose and number
    QString requestLine; ///< e.g. "POST http://localhost:3000/mcp"
    QList<Field> requestHeaders;
    int status = 0;     ///< 0 without a response
    QString statusLine; ///< e.g. "200 OK · HTTP/1.1"
    QString contentType;
    QList<Field> responseHeaders;
    QList<Phase> phases;
    qint64 total = 0; ///< in ns; 0 while open
    Outcome outcome = Outcome::Open;
    QString ending; ///< form of its end, with the reason, as a sentence
    QString body;   ///< beginning of a body that is not a message

    /// `purpose` is the purpose of the exchange, such as "Cancel message"; may be empty.
    [[nodiscard]] static HttpStory of(const Capture &capture, int exchange, const HttpExchanges::Steps &steps,
                                      const QString &purpose);
    friend bool operator==(const HttpStory &, const HttpStory &) = default;
};

/// Description of HTTP exchanges: request, response, durations of the phases, and end.
class HttpView final : public QTextBrowser
{
    Q_OBJECT

public:
    explicit HttpView(QWidget *parent = nullptr);
    ~HttpView() override;

    /// `otherwise` is shown if there are none.
    void showStories(const QList<HttpStory> &stories, const QString &otherwise);

protected:
    void changeEvent(QEvent *event) override;

private:
    void render();
    [[nodiscard]] QString html(const HttpStory &story, int number);
    [[nodiscard]] QString fields(const QString &title, const QList<HttpStory::Field> &fields) const;
    [[nodiscard]] QString timing(const HttpStory &story, int number);
    [[nodiscard]] QImage bar(const HttpStory::Phase &phase, qint64 total, const QColor &color) const;

    QList<HttpStory> m_stories;
    QString m_otherwise;
};

} // namespace Pullcord
