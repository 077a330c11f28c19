// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/files/exportoptions.h"

#include <QCommandLineParser>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

/// Returns e.g. "pullcord, jsonl or markdown".
QString names()
{
    QStringList names;
    for (const ExportFormat format : ExportFormats::all())
        names += ExportFormats::nameOf(format);
    const QString last = names.takeLast();
    return names.join(u", "_s) + u" or "_s + last;
}

} // namespace

Result<Filter> ExportOptions::filterFrom(const QString &text, const QString &where)
{
    const auto parsed = Filter::parse(text);
    if (const auto *problem = std::get_if<Filter::Problem>(&parsed)) {
        return Error{ErrorKind::Usage,
                     u"%1, column %2: %3"_s.arg(where, QString::number(problem->position + 1), problem->message)};
    }
    return std::get<Filter>(parsed);
}

Result<ExportOptions> ExportOptions::read(const QCommandLineParser &parser)
{
    ExportOptions options;
    if (parser.isSet(u"format"_s)) {
        const auto format = ExportFormats::named(parser.value(u"format"_s));
        if (!format)
            return Error{ErrorKind::Usage,
                         u"--format expects %1, not \"%2\""_s.arg(names(), parser.value(u"format"_s))};
        options.format = *format;
    } else if (const auto format = ExportFormats::ofFile(parser.value(u"output"_s))) {
        options.format = *format;
    }
    const auto requests = filterFrom(parser.value(u"filter"_s), u"--filter"_s);
    if (!requests)
        return requests.error();
    const auto messages = filterFrom(parser.value(u"filter-messages"_s), u"--filter-messages"_s);
    if (!messages)
        return messages.error();
    if (!requests->isEmpty() && !messages->isEmpty())
        return Error{ErrorKind::Usage, u"give either --filter or --filter-messages, not both"_s};
    QStringList rules = parser.values(u"redact"_s);
    if (!parser.isSet(u"no-redact"_s))
        rules.prepend(Redaction::Known);
    else if (!rules.isEmpty())
        return Error{ErrorKind::Usage, u"give either --no-redact or --redact, not both"_s};
    const auto redaction = Redaction::parse(rules);
    if (!redaction)
        return Error{ErrorKind::Usage, u"--redact: %1"_s.arg(redaction.error().detail)};
    options.redaction = *redaction;
    options.isPreview = parser.isSet(u"preview-redaction"_s);
    if (options.isPreview && options.redaction.isEmpty())
        return Error{ErrorKind::Usage, u"--no-redact redacts nothing, so there is nothing to preview"_s};
    options.requests = *requests;
    options.messages = *messages;
    return options;
}

} // namespace Pullcord
