// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/exporter.h"

#include <QJsonArray>
#include <QJsonObject>

#include <map>
#include <utility>

namespace Pullcord {

struct Event;

/// Exports the HTTP exchanges for other tools: HTTP Archive 1.2, an entry per exchange in order of their ends, then the
/// unfinished ones. An event stream is written as text, rebuilt from its messages, up to MostContent. A capture without
/// HTTP gives an archive without entries.
///
/// The member `_pullcord` of an entry holds what HAR cannot, so that the archive can be opened as the same
/// conversation: `connection`, `exchange`, `begin` (ns since the start of the capture), `posted` (details of the posted
/// message), `end` (details of the end), and in ns since `begin`: `postedAt`, `responded`, `content` (a list with an
/// element per piece of the body), `ended`.
class HarExporter final : public Exporter
{
public:
    /// Maximum of a response body, in bytes; a comment states what is missing.
    static constexpr qsizetype MostContent = 16 * 1024 * 1024;

    using Exporter::Exporter;

    /// True if that part of the capture contains an HTTP exchange; otherwise the archive is empty.
    [[nodiscard]] static bool hasAnyIn(const Capture &capture, const ExportSelection &selection);

private:
    /// An unfinished exchange.
    struct Exchange
    {
        qint64 begin = 0;
        QJsonObject request;
        QJsonObject response;
        QByteArray posted;
        QJsonObject more; ///< `_pullcord`
        QJsonArray contentTimes;
        QByteArray content;
        qint64 contentSize = 0;
    };
    using Key = std::pair<quint32, int>; ///< connection and number

    [[nodiscard]] QByteArray head() const override;
    [[nodiscard]] QByteArray piece(qsizetype number) override;
    [[nodiscard]] QByteArray tail() override;

    [[nodiscard]] QByteArray takeStep(const Event &event, const Key &key);
    void takeContent(const Event &event, Exchange &exchange) const;
    [[nodiscard]] QByteArray entry(const Exchange &exchange, const QJsonObject &end);

    std::map<Key, Exchange> m_open;
    bool m_hasEntries = false;
};

} // namespace Pullcord
