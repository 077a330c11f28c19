// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/exporter.h"

#include <QJsonArray>
#include <QJsonObject>

namespace Pullcord {

struct RequestRecord;

/// The requests as spans, to be read by what reads OpenTelemetry: one ExportTraceServiceRequest in OTLP/JSON, a span a
/// request, with a cancellation and what came late as its events. Names and attributes are those of OpenTelemetry's semantic
/// conventions for MCP; what these do not have begins with "pullcord.".
///
/// A request that carries a trace context (`_meta.traceparent`, as TraceContext reads it) is a child of the span in there. The
/// others are of one trace a capture. What the server asked for the sake of a request is a child of its span; a later leg links to the one before.
class OtlpExporter final : public Exporter
{
public:
    explicit OtlpExporter(ExportSource from);

private:
    struct Ids
    {
        QString trace;
        QString span;
        QString parent;
        QString state; ///< `tracestate`
    };

    [[nodiscard]] QByteArray head() const override;
    [[nodiscard]] qsizetype pieceCount() const override { return source().rowCount(); }
    [[nodiscard]] QByteArray piece(qsizetype number) override;
    [[nodiscard]] QByteArray tail() override;

    [[nodiscard]] QJsonObject span(const RequestRecord &record) const;
    [[nodiscard]] Ids idsOf(const RequestRecord &record) const;
    [[nodiscard]] QString spanId(quint32 connection, quint64 serial) const;
    [[nodiscard]] QByteArray requestBytes(const RequestRecord &record) const;
    [[nodiscard]] QJsonArray attributesOf(const RequestRecord &record) const;
    [[nodiscard]] QJsonArray eventsOf(const RequestRecord &record) const;
    [[nodiscard]] QString unixTime(qint64 time) const;

    QByteArray m_seed;       ///< of the ids: two captures have different ones, one capture always the same
    QJsonArray m_connection; ///< attributes that all spans have
    qint64 m_last = 0;       ///< time of the last event: what is open ends there
    qint64 m_epoch = 0;      ///< ns since 1970, of time 0
};

} // namespace Pullcord
