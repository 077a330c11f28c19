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

/// The HTTP exchanges as other tools read them: HTTP Archive 1.2, an entry an exchange in the order in which they end; those
/// that have not ended come last. A stream of events stands as its text, rebuilt from the messages in it, and as far as
/// MostContent. A capture without HTTP gives an archive without entries.
///
/// Member `_pullcord` of an entry has what HAR has no place for, so that the archive can be opened as the same conversation:
/// `connection`, `exchange`, `begin` (ns since the start of the capture), `posted` (details of the posted message), `end`
/// (details of the end), and in ns since `begin` `postedAt`, `responded`, `content` (a list: each piece of the body), `ended`.
class HarExporter final : public Exporter
{
public:
    /// Of the body of one answer, in bytes; a comment says what is missing.
    static constexpr qsizetype MostContent = 16 * 1024 * 1024;

    using Exporter::Exporter;

    /// Whether there is an HTTP exchange in that part of a capture; without one the archive is empty.
    [[nodiscard]] static bool hasAnyIn(const Capture &capture, const ExportSelection &selection);

private:
    /// An exchange that goes on.
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
