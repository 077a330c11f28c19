// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/shelltext.h"

#include <QJsonObject>

#include <map>
#include <optional>
#include <set>

namespace Pullcord {

class ExportSource;
class RequestId;
struct Event;

/// What a client posted over Streamable HTTP, as a script for sh and curl, in the same order: a message goes when the ones before
/// it have left, and when all has come again that had come before the client sent it (answers, and the ends of their streams).
/// What was open still goes on beside the script; a stream that the client closed is closed at its place.
///
/// Plain class. Wants all steps of the exchanges, in order. `source` and `clock` must outlive it.
class CurlScript
{
public:
    CurlScript(const ExportSource &source, ShellText::Clock &clock);

    /// What stands before everything else.
    [[nodiscard]] static QByteArray functions();
    /// For a step of an exchange, the event at `index`.
    [[nodiscard]] QByteArray step(const Event &event, qsizetype index);
    /// For a message (or what was to be one) that the client sent, the event at `index`: waits for what had come before it.
    [[nodiscard]] QByteArray before(const Event &event, qsizetype index);
    /// Posts it.
    [[nodiscard]] QByteArray posted(const Event &event, qsizetype index);

private:
    struct Exchange
    {
        QJsonObject request;             ///< its first step
        qsizetype begin = 0;             ///< the event of that
        int number = 0;                  ///< in the script; 0: not posted yet
        qint32 row = -1;                 ///< of its request in the log, if it has one
        bool isRequest = false;          ///< or several
        bool isAnswered = false;         ///< the script has waited for that
        std::optional<qsizetype> status; ///< the event that tells how the server took it
        std::optional<qsizetype> end;    ///< the event that ended it
        qint64 time = 0;                 ///< of the last of those
    };
    using Key = std::pair<quint32, int>; ///< connection and number there

    [[nodiscard]] static Key keyOf(const Event &event);
    [[nodiscard]] QByteArray waits(qsizetype before);
    [[nodiscard]] QByteArray answerOf(const Key &key, Exchange &exchange, qsizetype before);
    [[nodiscard]] QByteArray came(quint32 connection, qsizetype index, const RequestId &id);
    [[nodiscard]] double limit(const Exchange &exchange) const;
    [[nodiscard]] QByteArray address(const QString &url);
    [[nodiscard]] QByteArray ask(const QByteArray &variable, const char *why);

    const ExportSource &m_source;
    ShellText::Clock &m_clock;
    std::map<Key, Exchange> m_exchanges; ///< those that the script has not come to the end of
    int m_posts = 0;
    QString m_url;                ///< that the script has set
    std::set<QByteArray> m_asked; ///< variables that the script has asked for
};

} // namespace Pullcord
