// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/import/importformat.h"
#include "core/capture/import/logline.h"
#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"

#include <QHash>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <array>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype MostLines = 2000; ///< of one message over several lines
constexpr qint64 NsInDay = 86'400'000'000'000;
constexpr qint64 LatestDay = NsInDay * 365 * 200; ///< keeps times in range for a log with many midnights

/// Returns the text of a line without terminal colors.
QString textOf(QByteArrayView bytes)
{
    static const QRegularExpression colour(u"\\x1b\\[[0-9;]*m"_s);
    return QString::fromUtf8(bytes).remove(colour).trimmed();
}

/// Reads a log in two passes. The first pass finds out from the messages whether "sent" and "received" are seen from a
/// client or a server. The second passes everything to the sink.
class TextLog
{
public:
    TextLog(QByteArrayView text, ImportSink &sink);

    void run();

private:
    [[nodiscard]] LogLine joined(qsizetype index, qsizetype &last);
    void vote(const LogLine &line);
    void settleForm(const std::vector<std::pair<LogLine, qsizetype>> &lines);
    void take(const LogLine &line, qsizetype number);
    void takeMessage(const LogLine &line, Direction way);
    /// `shown` is the line without its time.
    void takeText(const LogLine &line, QByteArrayView shown);
    void takeState(const QString &text);
    [[nodiscard]] std::optional<qint64> timeOf(const LogLine &line);
    void beginConnection();
    void note(const QString &text);

    ImportSink &m_sink;
    JsonChecker m_checker;
    QList<QByteArrayView> m_lines;
    qsizetype m_openUntil = 0; ///< a message that begins before this line is known to be incomplete
    int m_votes = 0;           ///< votes for a client's log; negative: for a server's
    ImportSink::Place m_place;
    LogLine::TimeForm m_form = LogLine::TimeForm::Date; ///< of the log's times
    bool m_hasDates = false;                            ///< some line has a date
    qint64 m_clock = 0;                                 ///< time of day in the last line with a time
    std::optional<qint64> m_day;                        ///< midnight before that time, ns since the epoch
    bool m_hasMessages = false;                         ///< on this connection
    QSet<RequestId> m_ids;                              ///< ids of the client's requests on this connection
};

TextLog::TextLog(QByteArrayView text, ImportSink &sink)
    : m_sink(sink)
{
    ImportFormats::eachLine(text, [this](QByteArrayView line, qsizetype) { m_lines.append(line); });
}

void TextLog::run()
{
    std::vector<std::pair<LogLine, qsizetype>> taken; // with the number of the line
    taken.reserve(size_t(m_lines.size()));
    for (qsizetype index = 0; index < m_lines.size(); ++index) {
        const qsizetype first = index;
        taken.emplace_back(joined(first, index), first + 1);
        vote(taken.back().first);
    }
    settleForm(taken);
    for (const auto &[line, number] : taken)
        take(line, number);
}

/// Chooses the time form of most lines with a message, or of most lines if no message has a time. Other forms at the
/// beginning of a line are text of a program: "12:00:00 starting", "1234567890 rows loaded".
void TextLog::settleForm(const std::vector<std::pair<LogLine, qsizetype>> &lines)
{
    std::array<qsizetype, 3> withMessage{};
    std::array<qsizetype, 3> all{};
    for (const auto &[line, number] : lines) {
        if (!line.time)
            continue;
        ++all.at(size_t(line.form));
        withMessage.at(size_t(line.form)) += line.message.isEmpty() ? 0 : 1;
    }
    m_hasDates = all.at(size_t(LogLine::TimeForm::Date)) > 0;
    const bool hasTimedMessage = std::ranges::any_of(withMessage, [](qsizetype count) { return count > 0; });
    const auto &counts = hasTimedMessage ? withMessage : all;
    m_form = LogLine::TimeForm(std::ranges::max_element(counts) - counts.begin());
}

/// Returns the line at `index`, joined with later lines if a message begins at its end and continues there.
LogLine TextLog::joined(qsizetype index, qsizetype &last)
{
    const QByteArrayView first = m_lines.at(index);
    LogLine line = LogLine::of(first, m_checker);
    const bool isOpen = line.text.trimmed().endsWith('{') || line.text.trimmed().endsWith('[');
    if (!line.message.isEmpty() || line.isStderr || !isOpen || index < m_openUntil)
        return line;
    const char *begin = first.trimmed().end() - 1;
    const qsizetype limit = std::min(m_lines.size(), index + MostLines);
    qint64 depth = 0;
    for (qsizetype at = index; at < limit; ++at) {
        const QByteArrayView each = at == index ? QByteArrayView(begin, first.end()) : m_lines.at(at);
        const LogLine next = at > index ? LogLine::of(each, m_checker) : LogLine();
        const bool isMember = each.trimmed().startsWith('"');
        if (next.time && next.form != LogLine::TimeForm::Number && !isMember) {
            m_openUntil = at;
            return line;
        }
        for (const char c : each)
            depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
        if (depth > 0)
            continue;
        const QByteArrayView whole(begin, each.end());
        const qsizetype size = LogLine::valueSize(whole);
        if (size == 0 || m_checker.check(whole.first(size)) || !LogLine::isRpc(whole.first(size))) {
            m_openUntil = at + 1; // no line is read more than twice
            return line;
        }
        line.message = JsonText::compact(whole.first(size));
        line.head = QByteArrayView(line.text.data(), begin);
        line.rest = whole.sliced(size);
        last = at;
        return line;
    }
    m_openUntil = limit;
    return line;
}

void TextLog::vote(const LogLine &line)
{
    if (line.message.isEmpty() || !line.isRelative)
        return;
    const Direction sender = DirectionGuess::senderOf(Envelope::of(line.message).methodName(line.message));
    if (sender != Direction::None)
        m_votes += sender == line.way ? 1 : -1;
}

void TextLog::take(const LogLine &line, qsizetype number)
{
    m_place.line = number;
    const std::optional<qint64> time = timeOf(line);
    if (time)
        m_place.time = time;
    if (line.isStderr)
        m_sink.happened(EventKind::Stderr, {{u"line"_s, number}}, line.text.toByteArray(), m_place);
    else if (!line.message.isEmpty())
        takeMessage(line, line.isRelative && m_votes < 0 ? opposite(line.way) : line.way);
    else
        takeText(line, line.time && !time ? line.whole : line.text);
}

void TextLog::takeMessage(const LogLine &line, Direction way)
{
    const Envelope envelope = Envelope::of(line.message);
    if (envelope.kind == MessageKind::Request && way != Direction::ServerToClient) {
        const RequestId id = envelope.requestId(line.message);
        if (envelope.hasMethod(line.message, "initialize") && m_ids.contains(id))
            beginConnection(); // its ids begin again
        m_ids.insert(id);
    }
    m_hasMessages = true;
    m_sink.message(line.message, way, m_place);
    static const QRegularExpression word(u"\\w"_s);
    if (const QString rest = textOf(line.rest); rest.contains(word))
        note(rest);
}

void TextLog::takeText(const LogLine &line, QByteArrayView shown)
{
    const QString text = textOf(shown);
    if (text.isEmpty())
        return;
    const qsizetype begin = line.text.indexOf("{\"");
    const bool isMarked = line.way != Direction::None && !line.isRelative;
    if (isMarked && begin >= 0 && line.text.contains("\"jsonrpc\"")) {
        m_sink.unreadable(m_lines.at(m_place.line - 1), u"its message is not JSON; the log may have truncated it"_s,
                          m_place);
        return;
    }
    if (text.endsWith("Connection state: Starting"_L1) && m_hasMessages)
        beginConnection();
    note(text);
    takeState(text);
}

/// Handles the states that VS Code logs for each server.
void TextLog::takeState(const QString &text)
{
    static const std::pair<QLatin1StringView, EventKind> states[] = {
        {"Connection state: Starting"_L1, EventKind::Opening},
        {"Connection state: Running"_L1, EventKind::Opened},
        {"Connection state: Stopped"_L1, EventKind::Closed},
        {"Connection state: Error"_L1, EventKind::Closed},
    };
    for (const auto &[state, kind] : states) {
        const qsizetype at = text.indexOf(state);
        if (at >= 0)
            m_sink.happened(kind, kind == EventKind::Closed ? QJsonObject{{u"reason"_s, text.mid(at)}} : QJsonObject(),
                            {}, m_place);
    }
}

/// Returns the time of a line; none if it has none in the form of the log. A time of day belongs to the last date
/// before it.
std::optional<qint64> TextLog::timeOf(const LogLine &line)
{
    if (!line.time || (line.form != m_form && line.form != LogLine::TimeForm::Date))
        return {};
    if (line.form == LogLine::TimeForm::Number)
        return line.time;
    if (line.form == LogLine::TimeForm::Date) {
        m_clock = *line.time % NsInDay;
        m_day = *line.time - m_clock;
        return line.time;
    }
    if (!m_day && m_hasDates)
        return {}; // the day is not known yet
    if (*line.time + NsInDay / 2 < m_clock)
        m_day = std::min(m_day.value_or(0) + NsInDay, LatestDay); // past midnight
    m_clock = *line.time;
    if (!m_hasDates)
        m_sink.setDateUnknown();
    return m_day.value_or(0) + m_clock;
}

void TextLog::beginConnection()
{
    ++m_place.connection;
    m_ids.clear();
    m_hasMessages = false;
}

void TextLog::note(const QString &text)
{
    m_sink.happened(EventKind::Note, {{u"text"_s, text}, {u"line"_s, m_place.line}}, {}, m_place);
}

} // namespace

/// True if more messages follow other text than stand alone on their lines.
bool TextLogImport::fits(QByteArrayView head)
{
    int behindText = 0;
    int alone = 0;
    JsonChecker checker;
    ImportFormats::eachLine(head, [&](QByteArrayView line, qsizetype) {
        const QByteArrayView trimmed = line.trimmed();
        if ((trimmed.startsWith('{') || trimmed.startsWith('[')) && !checker.check(trimmed)) {
            ++alone;
            return;
        }
        const LogLine read = LogLine::of(line, checker);
        const bool isBroken = read.way != Direction::None && read.text.trimmed().endsWith('{');
        if (!read.message.isEmpty() || (isBroken && read.time))
            ++behindText;
    });
    return behindText > alone;
}

void TextLogImport::read(QByteArrayView text, ImportSink &sink)
{
    TextLog(text, sink).run();
}

} // namespace Pullcord
