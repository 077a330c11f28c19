// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/capturelinewriter.h"

#include "core/capture/captureline.h"
#include "core/json/jsontext.h"

#include <QJsonDocument>

#include <charconv>

namespace Pullcord {

namespace {

void appendInteger(QByteArray &out, qint64 value)
{
    char digits[24];
    const auto [end, error] = std::to_chars(std::begin(digits), std::end(digits), value);
    out.append(digits, end - digits);
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
    m_head.resize(0);
    m_head += "{\"t\":";
    appendInteger(m_head, time);
    m_head += ",\"c\":";
    appendInteger(m_head, event.connection);
    if (event.direction != Direction::None) {
        m_head += ",\"d\":\"";
        m_head += nameOf(event.direction);
        m_head += '"';
    }
    m_head += ",\"k\":\"";
    m_head += nameOf(event.kind);
    m_head += '"';
    if (!event.details.isEmpty())
        writeDetails(event.details);
}

void CaptureLineWriter::writeDetails(const QJsonObject &details)
{
    QJsonObject safe;
    for (auto it = details.begin(); it != details.end(); ++it) {
        const QString name = it.key();
        safe.insert(CaptureLine::isReserved(name.toUtf8()) ? u'_' + name : name, it.value());
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
    case EventKind::Unsent: // what was typed by hand need not be JSON
        return !m_checker.check(event.bytes);
    default:
        return false;
    }
}

} // namespace Pullcord
