// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/import/importformat.h"
#include "core/json/jsonvalue.h"

#include <QHash>
#include <QRegularExpression>

#include <array>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

const QRegularExpression &lineForm()
{
    static const QRegularExpression form(
        u"\\A(\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z) \\[([^\\]]*)\\] \\[([^\\]]*)\\] (.*)\\z"_s,
        QRegularExpression::DotMatchesEverythingOption);
    return form;
}

bool isLevel(QStringView word)
{
    static constexpr std::array Levels{u"debug", u"info", u"notice", u"warn", u"warning", u"error", u"critical"};
    return std::ranges::any_of(Levels, [word](QStringView level) { return word == level; });
}

/// Removes the metadata that newer logs have after the text.
QStringView withoutMetadata(QStringView text)
{
    const qsizetype at = text.lastIndexOf(u" { metadata:");
    return at > 0 && text.endsWith(u'}') ? text.first(at) : text;
}

/// Returns the closing bracket for the one at the end of a line; 0 if there is none.
char closerOf(QStringView line)
{
    const QStringView text = line.trimmed();
    return text.endsWith(u'{') ? '}' : text.endsWith(u'[') ? ']' : text.endsWith(u'(') ? ')' : '\0';
}

/// Reads a log line by line. A line without a head continues the previous entry, or is the server's standard error.
class Log
{
public:
    explicit Log(ImportSink &sink)
        : m_sink(sink)
    {}

    void take(QByteArrayView line, qsizetype number)
    {
        const QRegularExpressionMatch match = lineForm().match(QString::fromUtf8(line));
        if (match.hasMatch())
            takeEntry(match, line, number);
        else if (m_closer != 0 || (m_isInError && line.startsWith("    at ")))
            takeRest(line, number);
        else if (!line.trimmed().isEmpty())
            takeError(line, number);
    }

private:
    void takeError(QByteArrayView line, qsizetype number)
    {
        m_isInError = false;
        m_sink.happened(EventKind::Stderr, {{u"line"_s, number}}, line.toByteArray(),
                        {.line = number, .time = m_time, .connection = m_connection});
    }

    void takeEntry(const QRegularExpressionMatch &match, QByteArrayView line, qsizetype number)
    {
        m_time = ImportFormats::timeIn(match.captured(1));
        const QString name = isLevel(match.captured(2)) ? match.captured(3) : match.captured(2);
        const QString text = match.captured(4);
        m_closer = closerOf(text);
        m_isInError = match.captured(2) == "error"_L1 || match.captured(3) == "error"_L1;
        if (!m_connections.contains(name) || text.startsWith("Initializing server"_L1))
            m_connections.insert(name, m_count++);
        m_connection = m_connections.value(name);
        const ImportSink::Place place{.line = number, .time = m_time, .connection = m_connection};
        for (const auto &[begin, direction] : {std::pair("Message from client: "_L1, Direction::ClientToServer),
                                               std::pair("Message from server: "_L1, Direction::ServerToClient)}) {
            if (text.startsWith(begin)) {
                takeMessage(QStringView(text).sliced(begin.size()), line, direction, place);
                return;
            }
        }
        static const QLatin1StringView Nothing(" { metadata: undefined }");
        const QStringView logged =
            text.endsWith(Nothing) ? QStringView(text).chopped(Nothing.size()) : QStringView(text);
        m_sink.happened(EventKind::Note, {{u"text"_s, u"%1: %2"_s.arg(name, logged)}}, {}, place);
        takeState(name, text, place);
    }

    void takeMessage(QStringView text, QByteArrayView line, Direction direction, const ImportSink::Place &place)
    {
        for (const QStringView part : {text, withoutMetadata(text)}) {
            const QByteArray bytes = part.toUtf8();
            if (!m_checker.check(bytes)) {
                m_sink.message(bytes, direction, place);
                return;
            }
        }
        m_sink.unreadable(line, u"its message is not JSON; the log may have truncated it"_s, place);
    }

    void takeState(const QString &name, const QString &text, const ImportSink::Place &place)
    {
        if (text.startsWith("Initializing server"_L1)) {
            m_sink.happened(EventKind::Opening, {{u"server"_s, name}}, {}, place);
        } else if (text.startsWith("Server started and connected"_L1)) {
            m_sink.happened(EventKind::Opened, {}, {}, place);
        } else if (text.startsWith("Server transport closed"_L1) || text.startsWith("Client transport closed"_L1)) {
            const bool isFirst = !m_closed.value(place.connection, false);
            if (isFirst)
                m_sink.happened(EventKind::Closed, {{u"reason"_s, withoutMetadata(text).toString()}}, {}, place);
            m_closed.insert(place.connection, true);
        }
    }

    void takeRest(QByteArrayView line, qsizetype number)
    {
        if (m_closer != 0 && line.startsWith(m_closer))
            m_closer = closerOf(QString::fromUtf8(line)); // "] {" opens another bracket
        m_sink.happened(EventKind::Note, {{u"text"_s, QString::fromUtf8(line)}}, {},
                        {.line = number, .time = m_time, .connection = m_connection});
    }

    ImportSink &m_sink;
    JsonChecker m_checker;
    std::optional<qint64> m_time;
    char m_closer = 0;        ///< bracket that ends the current entry; 0: the entry has ended
    bool m_isInError = false; ///< the current entry is an error; stack lines may follow
    QHash<QString, quint32> m_connections;
    QHash<quint32, bool> m_closed;
    quint32 m_connection = 0;
    quint32 m_count = 0;
};

} // namespace

bool ClaudeLogImport::fits(QByteArrayView head)
{
    bool found = false;
    ImportFormats::eachLine(head, [&found](QByteArrayView line, qsizetype) {
        constexpr qsizetype TimeSize = 20;
        if (found || line.size() < TimeSize || line.at(4) != '-')
            return;
        const QRegularExpressionMatch match = lineForm().match(QString::fromUtf8(line));
        found = match.hasMatch() && (isLevel(match.captured(2)) || isLevel(match.captured(3)));
    });
    return found;
}

void ClaudeLogImport::read(QByteArrayView text, ImportSink &sink)
{
    Log log(sink);
    ImportFormats::eachLine(text, [&log](QByteArrayView line, qsizetype number) { log.take(line, number); });
}

} // namespace Pullcord
