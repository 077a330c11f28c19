// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/exporter.h"

#include <QJsonArray>
#include <QJsonObject>

namespace Pullcord {

struct RequestRecord;

/// Exports the requests as spans for OpenTelemetry: one ExportTraceServiceRequest in OTLP/JSON, a span per request,
/// with its cancellation and late messages as events. Names and attributes follow OpenTelemetry's semantic conventions
/// for MCP; others begin with "pullcord.".
///
/// A request with a trace context (`_meta.traceparent`, as TraceContext reads it) is a child of that span. All others
/// share one trace per capture. A request that the server sent on behalf of another is a child of its span. A later leg
/// links to the one before.
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

    QByteArray m_seed;       ///< seed of the ids, derived from the capture, so that exports of it have equal ids
    QJsonArray m_connection; ///< attributes of all spans
    qint64 m_last = 0;       ///< time of the last event, at which open requests end
    qint64 m_epoch = 0;      ///< ns since 1970 at time 0
};

} // namespace Pullcord
