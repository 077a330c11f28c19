// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/optionvalues.h"

#include "core/json/jsonchecker.h"
#include "core/json/jsonvalue.h"

#include <QCommandLineParser>
#include <QHash>
#include <QRegularExpression>

#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace Pullcord {

Error usage(const QString &what)
{
    return {ErrorKind::Usage, what};
}

QString suggestion(const QString &word, const QStringList &known)
{
    constexpr qsizetype LongestWord = 40;
    if (word.size() > LongestWord)
        return {};
    const auto distance = [&word](const QString &other) { // number of letters inserted, removed, replaced or swapped
        QList<QList<qsizetype>> rows(word.size() + 1, QList<qsizetype>(other.size() + 1));
        for (qsizetype i = 0; i <= word.size(); ++i) {
            for (qsizetype j = 0; j <= other.size(); ++j) {
                qsizetype &best = rows[i][j];
                if (i == 0 || j == 0) {
                    best = i + j;
                    continue;
                }
                const bool isSame = word.at(i - 1) == other.at(j - 1);
                best = std::min({rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (isSame ? 0 : 1)});
                if (i > 1 && j > 1 && word.at(i - 1) == other.at(j - 2) && word.at(i - 2) == other.at(j - 1))
                    best = std::min(best, rows[i - 2][j - 2] + 1);
            }
        }
        return rows.constLast().constLast();
    };
    qsizetype least = std::min<qsizetype>(3, word.size() / 2 + 1); // a larger distance means another word
    QString nearest;
    for (const QString &each : known) {
        if (const qsizetype far = distance(each); far < least) {
            least = far;
            nearest = each;
        }
    }
    return nearest.isEmpty() ? QString() : u" Did you mean %1?"_s.arg(nearest);
}

Result<std::chrono::milliseconds> milliseconds(const QCommandLineParser &parser, const QString &name)
{
    static const QHash<QString, double> units{{u""_s, 1}, {u"ms"_s, 1}, {u"s"_s, 1'000}, {u"min"_s, 60'000}};
    static const QRegularExpression form(u"\\A([0-9]+(?:\\.[0-9]+)?) *([a-z]*)\\z"_s);
    const QRegularExpressionMatch match = form.match(parser.value(name));
    const double value = match.captured(1).toDouble() * units.value(match.captured(2), -1);
    if (!match.hasMatch() || value < 0 || value > std::numeric_limits<int>::max())
        return usage(u"--%1 expects milliseconds, or a number with a unit (1500ms, 2s, 3min), not \"%2\""_s.arg(
            name, parser.value(name)));
    return std::chrono::milliseconds(std::llround(value));
}

Result<QByteArray> objectFrom(const QString &text, const QString &what)
{
    const QByteArray json = text.toUtf8();
    if (const auto problem = JsonChecker().check(json)) {
        return usage(u"%1 are not JSON: line %2, column %3: %4"_s.arg(what)
                         .arg(problem->line)
                         .arg(problem->column)
                         .arg(problem->reason));
    }
    if (!JsonValue(json).isObject())
        return usage(u"%1 must be a JSON object"_s.arg(what));
    return json;
}

Result<QByteArray> stringsFrom(const QString &text, const QString &what)
{
    Result<QByteArray> object = objectFrom(text, what);
    if (!object)
        return object;
    const JsonValue members(*object);
    for (const JsonMember &member : members) {
        if (!member.value.isString())
            return usage(u"%1 must be strings, and \"%2\" is %3"_s.arg(what, member.key(),
                                                                       QString::fromUtf8(member.value.raw())));
    }
    return object;
}

Outcome readTimes(const QCommandLineParser &parser,
                  std::initializer_list<std::pair<QString, std::chrono::milliseconds *>> times)
{
    for (const auto &[name, target] : times) {
        if (!parser.isSet(name))
            continue;
        const auto value = milliseconds(parser, name);
        if (!value)
            return value.error();
        *target = *value;
    }
    return std::monostate();
}

} // namespace Pullcord
