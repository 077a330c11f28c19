// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/report/crashreports.h"

#include <QRegularExpression>
#include <QString>

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

constexpr qsizetype LongestLine = 1024; // bytes searched in one line

/// Matches the head of a Python traceback, perhaps in a frame or after a log level for errors, but not in a quotation.
bool isTraceback(const QString &line)
{
    static const QRegularExpression before(uR"(\A[^\w"'`]*(?:Exception Group )?\z)"_s);
    static const QRegularExpression logged(uR"(\A[^"'`]*\b(?:ERROR|CRITICAL|FATAL|SEVERE)\b[^"'`]*[^\w"'`]\z)"_s);
    static const QRegularExpression after(uR"(\A[^\w"'`]*\z)"_s);
    constexpr auto FirstLine = "Traceback (most recent call last)"_L1;
    const qsizetype place = line.indexOf(FirstLine);
    if (place < 0)
        return false;
    const QStringView start = QStringView(line).first(place);
    return after.match(QStringView(line).sliced(place + FirstLine.size())).hasMatch() &&
           (before.match(start).hasMatch() || logged.match(start).hasMatch());
}

/// Matches the first line of a report with more lines to follow.
bool isHeader(const QString &line)
{
    static const QRegularExpression form(
        uR"(^Exception in thread |^panic: (?! *0\s*$)|^fatal error: )"
        // Within a line, unless it is quoted, negated, or has a log level below error.
        uR"(|^(?!\W*(?:trace|debug|info|notice|warn(?:ing)?)\b))"
        uR"((?:(?!\b(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING)\b|level=(?!err|crit|fatal))[^"`])*?)"
        uR"((?:(?<!\bno )(?<!\bNo )(?<!\b0 )(?<!')\b(?:[Uu]nhandled|[Uu]ncaught) (?:exception|[Pp]romise rejection)\b)"
        uR"(|\bUnhandledPromiseRejection|\bpanicked at\b))"
        // A whole report in one line of JSON.
        uR"(|^\{(?=.*"(?:level|severity|levelname)["] ?: ?"?(?:error|critical|fatal|50|60)\b))"
        uR"(.*(?:Traceback \(most recent call last\)|[Uu]n(?:handled|caught) (?:exception|[Pp]romise rejection)))"_s);
    return isTraceback(line) || form.match(line).hasMatch();
}

/// Matches the cause as the name of an exception.
bool isException(const QString &line)
{
    static const QRegularExpression form(
        uR"(^(?:(?:ERROR|CRITICAL|FATAL|SEVERE):(?:[\w.]+:)?)?(?:Uncaught )?(?:\w+(?:\.|::))*)"
        uR"([A-Z]\w*[a-z](?:Error|Exception)(?::(?! *0\s*$)| at |$))"_s);
    return form.match(line).hasMatch();
}

/// Matches any name where the cause is expected, except a log line.
bool isName(QByteArrayView line)
{
    static const QRegularExpression form(
        uR"(^(?!(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|CRITICAL|FATAL)\b)[A-Za-z_][\w.]*(?::|\s*$))"_s);
    return form.match(QString::fromUtf8(line.first(std::min(line.size(), LongestLine)))).hasMatch();
}

/// Rejects most lines cheaply: they contain none of these words.
bool mayReportCrash(QByteArrayView line)
{
    static constexpr QByteArrayView Signs[] = {"Traceback",   "Error",           "xception",        "panic",
                                               "fatal error", "romiseRejection", "romise rejection"};
    return std::any_of(std::begin(Signs), std::end(Signs), [&](QByteArrayView word) { return line.contains(word); });
}

/// Matches frames, arrows, continued messages, and the box that some programs draw around them.
bool isIndented(QByteArrayView line)
{
    const auto first = quint8(line.front());
    return first <= ' ' || first >= 0x80 || QByteArrayView("|+^)}").contains(char(first));
}

bool startsWithOne(QByteArrayView line, std::initializer_list<QByteArrayView> starts)
{
    return std::any_of(starts.begin(), starts.end(), [&](QByteArrayView start) { return line.startsWith(start); });
}

} // namespace

CrashReports::Line CrashReports::take(QByteArrayView text, qint64 event, qint64 time)
{
    if (time - m_lastTime > Pause)
        m_state = State::Nothing;
    m_lastTime = time;
    Line found = Line::Other;
    for (QByteArrayView rest = text.first(std::min(text.size(), MostRead)); !rest.isEmpty();) {
        const qsizetype end = rest.indexOf('\n');
        const Line line = takeLine(end < 0 ? rest : rest.first(end));
        if (line == Line::Begins)
            m_begin = {event, time};
        if (line == Line::Begins || (line == Line::GoesOn && found == Line::Other))
            found = line;
        rest = end < 0 ? QByteArrayView() : rest.sliced(end + 1);
    }
    return found;
}

QByteArray CrashReports::nameIn(QByteArrayView text)
{
    if (!mayReportCrash(text.first(std::min(text.size(), MostRead))))
        return {};
    const QByteArray line = whatBroke(text);
    const QString words = QString::fromUtf8(line.first(std::min(line.size(), LongestLine)));
    return isException(words) || (isHeader(words) && !isTraceback(words)) ? line : QByteArray();
}

QByteArray CrashReports::whatBroke(QByteArrayView text)
{
    QByteArrayView exception;
    QByteArrayView panic;
    QByteArrayView last;
    for (QByteArrayView rest = text.first(std::min(text.size(), MostRead)); !rest.isEmpty();) {
        const qsizetype end = rest.indexOf('\n');
        const QByteArrayView line = (end < 0 ? rest : rest.first(end)).trimmed();
        rest = end < 0 ? QByteArrayView() : rest.sliced(end + 1);
        if (line.isEmpty())
            continue;
        last = line;
        if (!mayReportCrash(line))
            continue;
        const QString words = QString::fromUtf8(line.first(std::min(line.size(), LongestLine)));
        if (isException(words))
            exception = line;
        else if (panic.isEmpty() && startsWithOne(line, {"panic: ", "fatal error: ", "Exception in thread "}))
            panic = line;
    }
    const QByteArrayView found = !exception.isEmpty() ? exception : !panic.isEmpty() ? panic : last;
    return found.toByteArray();
}

CrashReports::Line CrashReports::takeLine(QByteArrayView line)
{
    const bool isOpen = m_state != State::Nothing;
    if (line.trimmed().isEmpty())
        return isOpen ? Line::GoesOn : Line::Other;
    if (isOpen &&
        startsWithOne(line, {"During handling of the above exception", "The above exception was the direct"})) {
        m_state = State::Cause;
        return Line::GoesOn;
    }
    if (mayReportCrash(line)) {
        if (const Line found = takeWords(line); found != Line::Other)
            return found;
    }
    if (!isOpen)
        return Line::Other;
    if (isIndented(line) || startsWithOne(line, {"Caused by: ", "Suppressed: ", "goroutine ",
                                                 "note: ", "stack backtrace", "Node.js v", "exit status "}))
        return Line::GoesOn;
    if (m_state != State::Frames) {
        m_state = State::Nothing;
        return Line::Other;
    }
    if (!isName(line))
        return Line::Other; // from another thread
    m_state = State::Explained;
    return Line::GoesOn;
}

/// Returns Line::Other if the line belongs to no report.
CrashReports::Line CrashReports::takeWords(QByteArrayView line)
{
    const QString text = QString::fromUtf8(line.first(std::min(line.size(), LongestLine)));
    if (isHeader(text)) {
        // In a group of exceptions each has its own traceback, indented further.
        const bool isNext = m_state == State::Cause || (m_state != State::Nothing && isIndented(line));
        const bool hasMore = text.contains("Traceback"_L1) || text.trimmed().endsWith(u':');
        m_state = hasMore && !text.startsWith(u'{') ? State::Frames : State::Explained;
        return isNext ? Line::GoesOn : Line::Begins;
    }
    if (!isException(text))
        return Line::Other;
    const bool isItsOwn = m_state == State::Nothing || m_state == State::Explained;
    m_state = State::Explained;
    return isItsOwn ? Line::Begins : Line::GoesOn;
}

} // namespace Pullcord
