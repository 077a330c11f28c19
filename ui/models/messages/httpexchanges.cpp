// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/messages/httpexchanges.h"

#include <QElapsedTimer>
#include <QJsonArray>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

constexpr quint32 SmallEvent = 1 << 20; ///< in bytes; larger events are not parsed for the number
constexpr qsizetype HeadOfLine = 4096;  ///< in bytes; the details precede the message in a line

int numberIn(QByteArrayView head)
{
    constexpr QByteArrayView Name("\"exchange\":");
    qsizetype end = -1; // of the details: the bytes of the event follow as "m", "s" or "b"
    for (const char *payload : {",\"m\":", ",\"s\":", ",\"b\":"})
        end = end < 0 ? head.indexOf(QByteArrayView(payload)) : end;
    const QByteArrayView details = head.first(std::max<qsizetype>(0, end));
    const qsizetype at = details.indexOf(Name);
    if (at < 0)
        return 0;
    QByteArrayView digits = details.sliced(at + Name.size());
    const auto last = std::find_if(digits.begin(), digits.end(), [](char c) { return c < '0' || c > '9'; });
    return digits.first(last - digits.begin()).toInt();
}

} // namespace

HttpExchanges::HttpExchanges(QObject *parent)
    : QObject(parent)
{
    connect(&m_next, &SlicedWork::slice, this, [this] {
        m_next.stop();
        update();
        emit advanced();
    });
}

HttpExchanges::~HttpExchanges() = default;

void HttpExchanges::setCapture(const Capture *capture)
{
    m_next.stop();
    m_capture = capture;
    m_read = 0;
    m_steps.clear();
    m_unanswered.clear();
}

void HttpExchanges::update()
{
    if (!m_capture)
        return;
    QElapsedTimer clock;
    clock.start();
    for (; m_read < m_capture->count(); ++m_read) {
        if (m_capture->entry(m_read).kind != EventKind::Http)
            continue;
        if (clock.hasExpired(Slice.count())) {
            m_next.start();
            return;
        }
        take(m_read);
    }
}

void HttpExchanges::take(qsizetype index)
{
    const QJsonObject details = m_capture->eventAt(index).details;
    const quint32 connection = m_capture->entry(index).connection;
    const int exchange = details.value("exchange"_L1).toInt();
    const QString step = details.value("step"_L1).toString();
    Steps &steps = m_steps[{connection, exchange}];
    if (step == "request"_L1) {
        steps.request = index;
    } else if (step == "response"_L1) {
        steps.response = index;
    } else if (step == "end"_L1) {
        steps.end = index;
        const QJsonArray requests = details.value("requests"_L1).toArray();
        for (const QJsonValue &id : requests)
            m_unanswered.insert({connection, id.toString()}, exchange);
    }
}

HttpExchanges::Steps HttpExchanges::steps(quint32 connection, int exchange) const
{
    return m_steps.value({connection, exchange});
}

QList<int> HttpExchanges::leftUnanswered(quint32 connection, const QString &id) const
{
    QList<int> exchanges = m_unanswered.values({connection, id});
    std::sort(exchanges.begin(), exchanges.end());
    return exchanges;
}

int HttpExchanges::exchangeOf(const Capture &capture, qsizetype index)
{
    if (index < 0)
        return 0;
    if (capture.entry(index).size <= SmallEvent)
        return capture.eventAt(index).details.value("exchange"_L1).toInt();
    const QByteArrayView line = capture.line(index);
    return numberIn(line.first(std::min(line.size(), HeadOfLine)));
}

} // namespace Pullcord
