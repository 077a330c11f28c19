// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/httpexchanges.h"

#include <QList>
#include <QString>

namespace Pullcord {

/// One HTTP exchange as words for people.
struct HttpStory
{
    enum class Outcome : quint8 { Open, Complete, Closed, Broken };
    struct Field
    {
        QString name;
        QString value;
        friend bool operator==(const Field &, const Field &) = default;
    };
    /// A stretch of time, in ns since the exchange began.
    struct Phase
    {
        QString name;
        qint64 begin = 0;
        qint64 end = 0;
        friend bool operator==(const Phase &, const Phase &) = default;
    };

    QString title;       ///< what it was for, and its number
    QString requestLine; ///< "POST http://localhost:3000/mcp"
    QList<Field> requestHeaders;
    int status = 0;     ///< 0: no response
    QString statusLine; ///< "200 OK · HTTP/1.1"
    QString contentType;
    QList<Field> responseHeaders;
    QList<Phase> phases;
    qint64 total = 0; ///< ns; 0 while it is open
    Outcome outcome = Outcome::Open;
    QString ending; ///< how it ended and why, as a sentence
    QString body;   ///< one that is no message, as far as people read

    /// `purpose`: what it was for, e.g. "Cancel"; may be empty.
    [[nodiscard]] static HttpStory of(const Capture &capture, int exchange, const HttpExchanges::Steps &steps,
                                      const QString &purpose);
    friend bool operator==(const HttpStory &, const HttpStory &) = default;
};

} // namespace Pullcord
