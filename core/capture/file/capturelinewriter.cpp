// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/file/capturelinewriter.h"

#include "core/capture/file/captureline.h"
#include "core/json/jsontext.h"
#include "core/transport/transportreason.h"

#include <QJsonDocument>

#include <charconv>
#include <cstring>

namespace Pullcord {

namespace {

/// Enough for the beginning of any line.
constexpr qsizetype HeadSize = 128;

char *put(char *at, QByteArrayView text)
{
    std::memcpy(at, text.data(), size_t(text.size()));
    return at + text.size();
}

char *put(char *at, qint64 number)
{
    return std::to_chars(at, at + 20, number).ptr;
}

bool isOneLine(QByteArrayView bytes)
{
    return !bytes.contains('\n') && !bytes.contains('\r');
}

} // namespace

CaptureLineWriter::CaptureLineWriter()
    : m_checker(CaptureLine::Limits)
{}

CaptureLineWriter::Pieces CaptureLineWriter::write(const Event &event, qint64 time)
{
    writeHead(event, time);
    if (event.bytes.isEmpty())
        return {m_head, {}, "}"};
    if (standsVerbatim(event)) {
        m_head += ",\"m\":";
        return {m_head, event.bytes, "}"};
    }
    if (event.bytes.isValidUtf8()) {
        m_head += ",\"s\":";
        m_payload = JsonText::quoted(QByteArrayView(event.bytes));
        return {m_head, m_payload, "}"};
    }
    m_head += ",\"b\":\"";
    m_payload = event.bytes.toBase64();
    return {m_head, m_payload, "\"}"};
}

void CaptureLineWriter::writeHead(const Event &event, qint64 time)
{
    m_head.resize(HeadSize);
    char *at = m_head.data();
    at = put(at, "{\"t\":");
    at = put(at, time);
    at = put(at, ",\"c\":");
    at = put(at, event.connection);
    if (event.direction != Direction::None) {
        at = put(at, ",\"d\":\"");
        at = put(at, nameOf(event.direction));
        at = put(at, "\"");
    }
    at = put(at, ",\"k\":\"");
    at = put(at, nameOf(event.kind));
    at = put(at, "\"");
    m_head.resize(at - m_head.constData());
    if (!event.details.isEmpty())
        writeDetails(event);
}

void CaptureLineWriter::writeDetails(const Event &event)
{
    QJsonObject safe = event.details; // implicitly shared, since changes are rare
    TransportReason::addId(event.kind, safe);
    for (auto it = event.details.begin(); it != event.details.end(); ++it) {
        if (const QString name = it.key(); CaptureLine::isReserved(name.toUtf8()))
            safe.insert(u'_' + name, safe.take(name));
    }
    const QByteArray object = QJsonDocument(safe).toJson(QJsonDocument::Compact);
    m_head += ',';
    m_head += QByteArrayView(object).sliced(1).chopped(1);
}

bool CaptureLineWriter::standsVerbatim(const Event &event)
{
    if (!isOneLine(event.bytes))
        return false;
    switch (event.kind) {
    case EventKind::Message:
        return true;
    case EventKind::Queued:
    case EventKind::Unsent: // a message typed by hand need not be JSON
        return !m_checker.check(event.bytes);
    default:
        return false;
    }
}

} // namespace Pullcord
