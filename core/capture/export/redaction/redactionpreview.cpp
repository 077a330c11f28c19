// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/redaction/redactionpreview.h"

#include "core/capture/capture.h"

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

QString nameOf(const Event &event)
{
    if (event.isMessage() && !event.envelope.method.isEmpty())
        return QString::fromUtf8(event.method());
    if (event.isMessage() && event.envelope.isResponse())
        return event.envelope.kind == MessageKind::Error ? u"error"_s : u"result"_s;
    return QString::fromLatin1(Pullcord::nameOf(event.kind));
}

} // namespace

RedactionPreview::RedactionPreview(const Capture &capture, const Redaction &redaction, const ExportSelection &selection)
    : m_events(capture, redaction)
    , m_selection(selection)
    , m_leftOut(redaction)
{}

QList<RedactionPreview::Found> RedactionPreview::next(qsizetype events)
{
    QList<Found> found;
    QList<Redaction::Hit> hits;
    const auto take = [&](qsizetype event, qint64 time, const QString &what) {
        m_leftOut.add(hits);
        for (const Redaction::Hit &hit : std::as_const(hits))
            found.append({event, time, what, hit});
        hits.clear();
    };
    if (!std::exchange(m_begun, true)) {
        static_cast<void>(m_events.header(hits));
        take(FirstLine, 0, {});
    }
    for (const qsizetype until = qMin(m_done + events, total()); m_done < until; ++m_done) {
        const qsizetype index = m_selection.at(m_done);
        QList<Redaction::Hit> staying;
        const Event event = m_events.at(index, hits, &staying);
        m_leftOut.addStaying(staying);
        if (hits.isEmpty())
            continue;
        take(index, event.time, nameOf(event));
    }
    return found;
}

} // namespace Pullcord
