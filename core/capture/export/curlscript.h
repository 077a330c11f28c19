// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QString>

#include <map>
#include <optional>
#include <set>

namespace Pullcord {

struct Event;
class ExportSource;
class RequestId;

/// Lines of a sh script, each with its newline.
namespace ShellText {

/// "1.500"
[[nodiscard]] QByteArray seconds(double value);

/// Returns a comment line, whatever `text` contains.
[[nodiscard]] QByteArray comment(const QString &text);

/// Returns a command, without its newline, that prints the bytes unchanged and then `end`.
[[nodiscard]] QByteArray printing(const QByteArray &bytes, const QByteArray &end = {});

/// Returns the name of the variable for a header, distinct from variables of the shell and usual secrets.
[[nodiscard]] QByteArray variable(const QString &name);

/// Time of the script within the repeated conversation. Plain class.
class Clock
{
public:
    static constexpr double LongestPause = 10; ///< seconds

    /// Forgets the current time: nothing has been sent yet.
    void restart() { m_reached.reset(); }
    /// Sets the current time (ns in the capture): an event of that time has been repeated.
    void reach(qint64 time);
    /// Returns a line that waits from the current time until `time`, at least `least` seconds, and sets the current
    /// time to `time`. Empty if there is nothing to wait for.
    [[nodiscard]] QByteArray pause(qint64 time, double least = 0);

private:
    std::optional<qint64> m_reached;
};

} // namespace ShellText

/// Repeats the POSTs of a Streamable HTTP client as a script for sh and curl, in the same order. A message is sent when
/// the previous ones have been sent, and everything that the client had received by then has arrived again: responses,
/// and ends of their streams. Open requests run in the background of the script; a stream that the client closed is
/// closed at the same place.
///
/// Plain class. Needs all steps of the exchanges, in order. `source` and `clock` must outlive it.
class CurlScript
{
public:
    CurlScript(const ExportSource &source, ShellText::Clock &clock);

    /// Returns the beginning of the script.
    [[nodiscard]] static QByteArray functions();
    /// Returns the lines for a step of an exchange, the event at `index`.
    [[nodiscard]] QByteArray step(const Event &event, qsizetype index);
    /// Returns the lines that wait for everything received before the client sent this message, the event at `index`.
    /// It may be an invalid one.
    [[nodiscard]] QByteArray before(const Event &event, qsizetype index);
    /// Returns the lines that post the message.
    [[nodiscard]] QByteArray posted(const Event &event, qsizetype index);

private:
    struct Exchange
    {
        QJsonObject request;             ///< details of its first step
        qsizetype begin = 0;             ///< index of that step
        int number = 0;                  ///< number in the script; 0: not posted yet
        qint32 row = -1;                 ///< row of its request in the log; -1 if it has none
        bool isRequest = false;          ///< it carries one request or several
        bool isAnswered = false;         ///< the script has waited for the response
        std::optional<qsizetype> status; ///< index of the event with the HTTP status
        std::optional<qsizetype> end;    ///< index of the event that ended it
        qint64 time = 0;                 ///< time of the last of those
    };
    using Key = std::pair<quint32, int>; ///< connection, and exchange number in it

    [[nodiscard]] static Key keyOf(const Event &event);
    [[nodiscard]] QByteArray waits(qsizetype before);
    [[nodiscard]] QByteArray answerOf(const Key &key, Exchange &exchange, qsizetype before);
    [[nodiscard]] QByteArray came(quint32 connection, qsizetype index, const RequestId &id);
    [[nodiscard]] double limit(const Exchange &exchange) const;
    [[nodiscard]] QByteArray address(const QString &url);
    [[nodiscard]] QByteArray ask(const QByteArray &variable, const char *why);

    const ExportSource &m_source;
    ShellText::Clock &m_clock;
    std::map<Key, Exchange> m_exchanges; ///< those that the script has not finished
    int m_posts = 0;
    QString m_url;                ///< URL that the script has set
    std::set<QByteArray> m_asked; ///< variables that the script has asked for
};

} // namespace Pullcord
