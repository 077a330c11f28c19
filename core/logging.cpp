// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/logging.h"

#include <QMutex>
#include <QRegularExpression>

#include <algorithm>
#include <cstdio>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace Log {

Q_LOGGING_CATEGORY(transport, "pullcord.transport", QtWarningMsg)
Q_LOGGING_CATEGORY(connection, "pullcord.connection", QtWarningMsg)
Q_LOGGING_CATEGORY(capture, "pullcord.capture", QtWarningMsg)
Q_LOGGING_CATEGORY(mcp, "pullcord.mcp", QtWarningMsg)
Q_LOGGING_CATEGORY(findings, "pullcord.findings", QtWarningMsg)
Q_LOGGING_CATEGORY(config, "pullcord.config", QtWarningMsg)
Q_LOGGING_CATEGORY(doctor, "pullcord.doctor", QtWarningMsg)
Q_LOGGING_CATEGORY(ui, "pullcord.ui", QtWarningMsg)

} // namespace Log

namespace {

constexpr QLatin1StringView OurPrefix = "pullcord."_L1;

struct Kept
{
    QMutex mutex; // libraries may warn from other threads
    QStringList lines;
};

Kept &kept()
{
    static Kept &all = *new Kept; // outlives the warnings at the end of the program
    return all;
}

void take(QtMsgType type, const QMessageLogContext &context, const QString &text)
{
    const QString line = qFormatLogMessage(type, context, text);
    std::fputs(qPrintable(line + u'\n'), stderr);
    const bool isOurs = QLatin1StringView(context.category).startsWith(OurPrefix);
    if (!isOurs && (type == QtDebugMsg || type == QtInfoMsg))
        return; // may contain secrets, such as headers
    Kept &all = kept();
    const QMutexLocker locker(&all.mutex);
    if (all.lines.size() == Log::MostLines)
        all.lines.removeFirst();
    all.lines << line;
}

/// True if the pattern selects one of our categories, or is not meant for them.
bool isUseful(QStringView pattern)
{
    if (!pattern.startsWith("pullcord"_L1))
        return true;
    const QStringList names = Log::categories();
    if (pattern.endsWith(u'*'))
        return std::ranges::any_of(names, [&](const QString &name) { return name.startsWith(pattern.chopped(1)); });
    return names.contains(pattern);
}

} // namespace

QStringList Log::categories()
{
    QStringList names;
    for (const auto &category : {transport, connection, capture, mcp, findings, config, doctor, ui})
        names << QString::fromLatin1(category().categoryName());
    return names;
}

Result<QString> Log::rulesFrom(const QString &text)
{
    static const QRegularExpression form(uR"(^(\*?[\w.-]*\*?)(\.(debug|info|warning|critical))?(=(true|false))?$)"_s);
    static const QRegularExpression level(uR"(\.(debug|info|warning|critical)$)"_s);
    static const QRegularExpression separators(u"[,;\n]"_s);
    QStringList rules;
    for (const QString &part : text.split(separators)) {
        const QString rule = QString(part).remove(u' ');
        if (rule.isEmpty())
            continue;
        const QRegularExpressionMatch match = form.match(rule);
        const QString pattern = match.captured(1).remove(level);
        if (pattern.isEmpty())
            return Error{
                ErrorKind::Usage,
                TranslatableText::of(
                    QT_TRANSLATE_NOOP("TranslatableText", "\"%1\" is not a rule such as pullcord.mcp=true"), rule)};
        if (!isUseful(pattern))
            return Error{ErrorKind::Usage,
                         TranslatableText::of(
                             QT_TRANSLATE_NOOP("TranslatableText", "unknown category \"%1\"; the categories are %2"),
                             pattern, categories().join(u", "_s))};
        rules << (match.capturedView(4).isEmpty() ? rule + u"=true"_s : rule);
    }
    if (rules.isEmpty())
        return Error{ErrorKind::Usage,
                     TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "\"%1\" contains no rule"), text)};
    return rules.join(u'\n');
}

void Log::install()
{
    qSetMessagePattern(u"%{time hh:mm:ss.zzz} %{category}: %{message}"_s); // QT_MESSAGE_PATTERN takes precedence
    qInstallMessageHandler(take);
}

QStringList Log::lastLines()
{
    Kept &all = kept();
    const QMutexLocker locker(&all.mutex);
    return all.lines;
}

} // namespace Pullcord
