// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/wrapping/linedifference.h"

#include <QList>

#include <algorithm>
#include <vector>

namespace Pullcord::LineDifference {
using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype Context = 3;
constexpr qsizetype MostCompared = 2000; ///< changed lines; of more, all count as replaced

struct Line
{
    QChar mark; ///< ' ', '-' or '+'
    QStringView text;
};

/// Keeps line ends, so that a missing one is a difference.
QList<QStringView> linesOf(QStringView text)
{
    QList<QStringView> lines;
    while (!text.isEmpty()) {
        const qsizetype end = text.indexOf(u'\n');
        const qsizetype size = end < 0 ? text.size() : end + 1;
        lines << text.first(size);
        text = text.sliced(size);
    }
    return lines;
}

/// Appends the changed part, by its longest common subsequence.
void compare(QList<QStringView> before, QList<QStringView> after, QList<Line> &lines)
{
    const auto rows = size_t(before.size());
    const auto columns = size_t(after.size());
    const bool isLong = before.size() > MostCompared || after.size() > MostCompared;
    std::vector<std::vector<int>> common(isLong ? 0 : rows + 1, std::vector<int>(columns + 1));
    for (size_t i = rows; !isLong && i-- > 0;) {
        for (size_t j = columns; j-- > 0;) {
            common[i][j] = before.at(qsizetype(i)) == after.at(qsizetype(j))
                               ? common[i + 1][j + 1] + 1
                               : std::max(common[i + 1][j], common[i][j + 1]);
        }
    }
    size_t i = 0;
    size_t j = 0;
    while (i < rows || j < columns) {
        const QStringView old = i < rows ? before.at(qsizetype(i)) : QStringView();
        const QStringView made = j < columns ? after.at(qsizetype(j)) : QStringView();
        if (!isLong && i < rows && j < columns && old == made) {
            lines.append({u' ', old});
            ++i;
            ++j;
        } else if (i < rows && (j == columns || isLong || common[i + 1][j] >= common[i][j + 1])) {
            lines.append({u'-', old});
            ++i;
        } else {
            lines.append({u'+', made});
            ++j;
        }
    }
}

QList<Line> compared(const QList<QStringView> &before, const QList<QStringView> &after)
{
    const qsizetype shorter = std::min(before.size(), after.size());
    qsizetype head = 0;
    while (head < shorter && before.at(head) == after.at(head))
        ++head;
    qsizetype tail = 0;
    while (tail < shorter - head && before.at(before.size() - 1 - tail) == after.at(after.size() - 1 - tail))
        ++tail;
    QList<Line> lines;
    for (qsizetype i = 0; i < head; ++i)
        lines.append({u' ', before.at(i)});
    compare(before.sliced(head, before.size() - head - tail), after.sliced(head, after.size() - head - tail), lines);
    for (qsizetype i = before.size() - tail; i < before.size(); ++i)
        lines.append({u' ', before.at(i)});
    return lines;
}

QString range(qsizetype begin, qsizetype count)
{
    return u"%1,%2"_s.arg(count == 0 ? begin : begin + 1).arg(count);
}

} // namespace

QString unified(QStringView before, QStringView after, const QString &nameBefore, const QString &nameAfter)
{
    if (before == after)
        return {};
    const QList<Line> lines = compared(linesOf(before), linesOf(after));
    QString text = u"--- %1\n+++ %2\n"_s.arg(nameBefore, nameAfter);
    qsizetype oldAt = 0;
    qsizetype newAt = 0;
    for (qsizetype i = 0; i < lines.size();) {
        const auto isChanged = [&](qsizetype at) { return at < lines.size() && lines.at(at).mark != u' '; };
        qsizetype next = i;
        while (next < lines.size() && !isChanged(next))
            ++next;
        if (next == lines.size())
            break;
        const qsizetype begin = std::max(i, next - Context);
        oldAt += begin - i;
        newAt += begin - i;
        qsizetype end = next;
        for (qsizetype at = next; at < lines.size() && at <= end + 2 * Context; ++at) {
            if (isChanged(at))
                end = at;
        }
        end = std::min(end + Context + 1, lines.size());
        QString hunk;
        qsizetype oldCount = 0;
        qsizetype newCount = 0;
        for (qsizetype at = begin; at < end; ++at) {
            const Line &line = lines.at(at);
            oldCount += line.mark == u'+' ? 0 : 1;
            newCount += line.mark == u'-' ? 0 : 1;
            const bool isWhole = line.text.endsWith(u'\n');
            QString shown = line.text.toString();
            while (shown.endsWith(u'\n') || shown.endsWith(u'\r'))
                shown.chop(1);
            hunk += line.mark + shown + u'\n' + (isWhole ? QString() : u"\\ No newline at end of file\n"_s);
        }
        text += u"@@ -%1 +%2 @@\n"_s.arg(range(oldAt, oldCount), range(newAt, newCount)) + hunk;
        oldAt += oldCount;
        newAt += newCount;
        i = end;
    }
    return text;
}

} // namespace Pullcord::LineDifference
