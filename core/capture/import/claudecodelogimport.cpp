// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/import/importformat.h"
#include "core/capture/import/logline.h"
#include "core/json/jsonvalue.h"

#include <algorithm>
#include <utility>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

/// True for an object with the members of an entry and no others.
bool isEntry(const JsonValue &entry)
{
    static constexpr QByteArrayView Names[] = {"debug", "error", "timestamp", "sessionId", "cwd"};
    const auto isKnown = [](const JsonMember &member) {
        return std::ranges::any_of(Names, [&member](QByteArrayView name) { return member.keyEquals(name); });
    };
    return entry.isObject() && std::all_of(entry.begin(), entry.end(), isKnown) &&
           entry.member("timestamp").isString() &&
           (entry.member("debug").isString() || entry.member("error").isString());
}

bool isFirstEntry(QByteArrayView list)
{
    const QByteArrayView entry = list.startsWith('{') ? list.first(LogLine::valueSize(list)) : QByteArrayView();
    return !entry.isEmpty() && !JsonChecker().check(entry) && isEntry(JsonValue(entry));
}

/// Reads the log entry by entry; an entry about connecting begins a connection.
class ClaudeCodeLog
{
public:
    explicit ClaudeCodeLog(ImportSink &sink)
        : m_sink(sink)
    {}

    void take(const JsonValue &entry, qsizetype number)
    {
        m_place.line = number;
        m_place.time = ImportFormats::timeIn(entry.member("timestamp"));
        const JsonValue debug = entry.member("debug");
        const QByteArray text = (debug.isString() ? debug : entry.member("error")).toUtf8();
        static constexpr QByteArrayView Errors("Server stderr: ");
        if (text.startsWith(Errors))
            return takeErrors(text.sliced(Errors.size()));
        if (const LogLine line = LogLine::of(text, m_checker); !line.message.isEmpty())
            return m_sink.message(line.message, line.isRelative ? Direction::None : line.way, m_place);
        if (text.startsWith("Starting connection") && std::exchange(m_hasBegun, true))
            ++m_place.connection;
        happened(EventKind::Note, {{u"text"_s, QString::fromUtf8(text)}});
        if (text.startsWith("Starting connection"))
            happened(EventKind::Opening, {});
        else if (text.startsWith("Successfully connected"))
            happened(EventKind::Opened, {});
        else if (text.startsWith("Connection failed") || text.contains("connection closed after"))
            happened(EventKind::Closed, {{u"reason"_s, QString::fromUtf8(text)}});
    }

private:
    void takeErrors(const QByteArray &text)
    {
        ImportFormats::eachLine(text, [this](QByteArrayView line, qsizetype) {
            m_sink.happened(EventKind::Stderr, {{u"line"_s, m_place.line}}, line.toByteArray(), m_place);
        });
    }
    void happened(EventKind kind, QJsonObject details)
    {
        details.insert(u"line"_s, m_place.line);
        m_sink.happened(kind, details, {}, m_place);
    }

    ImportSink &m_sink;
    JsonChecker m_checker;
    ImportSink::Place m_place;
    bool m_hasBegun = false;
};

} // namespace

bool ClaudeCodeLogImport::fits(QByteArrayView head)
{
    const QByteArrayView begin = head.trimmed();
    if (begin.startsWith('['))
        return isFirstEntry(begin.sliced(1).trimmed());
    const qsizetype end = begin.indexOf('\n');
    const QByteArrayView line = end < 0 ? begin : begin.first(end);
    return !JsonChecker().check(line) && isEntry(JsonValue(line));
}

void ClaudeCodeLogImport::read(QByteArrayView text, ImportSink &sink)
{
    ClaudeCodeLog log(sink);
    JsonChecker checker;
    if (text.trimmed().startsWith('[') && !checker.check(text)) {
        qsizetype number = 1;
        const char *before = text.data();
        for (const JsonMember &entry : JsonValue(text)) {
            const char *at = entry.value.raw().data();
            number += ImportFormats::lineAt({before, at - before}, at) - 1;
            before = at;
            log.take(entry.value, number);
        }
        return;
    }
    ImportFormats::eachLine(text, [&](QByteArrayView line, qsizetype number) {
        if (line.trimmed().isEmpty())
            return;
        const auto problem = checker.check(line);
        if (!problem && isEntry(JsonValue(line)))
            log.take(JsonValue(line), number);
        else
            sink.unreadable(line, problem ? QString(problem->reason) : u"an entry without a text"_s,
                            {.line = number, .time = {}, .connection = 0});
    });
}

} // namespace Pullcord
