// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/capture.h"
#include "core/capture/requestlog.h"
#include "core/findings/findings.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QtDebug>

#include <memory>

namespace Pullcord {

/// A conversation as a table of lines, each with its time in ms, and its findings. After the time comes one of:
///
///     > or <   a message of the client or of the server:
///              request ID METHOD [PARAMS]    result ID [RESULT]    error ID CODE TEXT    notify METHOD [PARAMS]
///              cancel ID [REASON]            progress ID VALUE     {raw JSON}
///     anything else: the kind of an event, as in the capture file, and its details as an object, after > or < if
///              the event has a direction. The member `bytes` sets the bytes of the event.
///
/// A message may begin with withheld=RULE or injected=RULE: what a rule of a proxy did with it.
///
/// Each conversation begins with the handshake of its era and a request that takes 1 ms. Members that the era requires
/// are added to the messages.
class FindingScript
{
public:
    enum class Era { Legacy, Modern };

    Era m_era = Era::Legacy;
    QByteArray m_transport = "stdio";
    QByteArray m_revision = "2025-11-25";
    QByteArray m_clientCapabilities = R"({"sampling":{},"elicitation":{},"roots":{"listChanged":true}})";
    QByteArray m_serverCapabilities =
        R"({"tools":{"listChanged":true},"prompts":{},"resources":{"subscribe":true},"logging":{},"completions":{},"tasks":{"cancel":{},"list":{},"requests":{"tools":{"call":{}}}}})";
    bool m_hasHandshake = true;
    bool m_isExcerpt = false;      ///< the file is an export of a part
    bool m_isRedacted = false;     ///< the file is an export with redactions
    bool m_hasTimes = true;        ///< false: imported from a format without times
    bool m_hasGuessedWays = false; ///< imported from a format without directions
    QByteArray m_started;          ///< start of the recording in the header; empty: not given
    qint64 m_tick = 0;             ///< resolution of the times of an imported file, in ns
    /// The messages of a script are abridged, so they are validated only if a test asks for it.
    Findings::Schemas m_schemas = Findings::Schemas::Ignored;

    /// Returns a script by revision and transport: "2025-11-25 stdio", "2026-07-28 http".
    static FindingScript named(const QByteArray &name)
    {
        FindingScript script;
        script.m_revision = name.left(name.indexOf(' '));
        script.m_transport = name.mid(name.indexOf(' ') + 1);
        script.m_era = script.m_revision == "2026-07-28" ? Era::Modern : Era::Legacy;
        return script;
    }

    /// Returns the lines of a capture file, after a handshake that takes 10 ms.
    [[nodiscard]] QByteArray capture(const QByteArrayList &lines) const
    {
        const QByteArray kind = m_transport == "http" ? "streamable-http" : m_transport;
        QByteArray text = R"({"pullcord":"1.0","connection":{"transport":")" + kind + "\"}" +
                          (m_started.isEmpty() ? "" : R"(,"started":")" + m_started + '"') +
                          (m_isRedacted ? R"(,"redacted":{"known":1})" : "") +
                          (m_hasTimes ? "" : R"(,"imported":{"format":"JSON Lines","hasTimes":false})") +
                          (m_tick == 0 ? "" : R"(,"imported":{"tick":)" + QByteArray::number(m_tick) + '}') +
                          (m_hasGuessedWays ? R"(,"imported":{"guessed":1})" : "") +
                          (m_isExcerpt ? R"(,"excerpt":true)" : "") + "}\n";
        QByteArrayList all = (m_hasHandshake ? handshake() : QByteArrayList()) + lines;
        if (!m_hasTimes)
            all = inOrder(all);
        for (const QByteArray &line : std::as_const(all))
            text += captureLine(line) + '\n';
        return text;
    }

    /// Findings in a file with these lines; `growing` leaves the file without its end.
    struct Run
    {
        std::unique_ptr<Capture> capture;
        std::unique_ptr<RequestLog> log;
        std::unique_ptr<Findings> findings;
        QByteArrayList signalled; ///< "added 0", "changed 0", "withdrawn 0"
        QByteArrayList kept = {}; ///< codes, kept up to date by the signals

        [[nodiscard]] QByteArray codes() const
        {
            QByteArrayList all;
            for (qsizetype i = 0; i < findings->count(); ++i)
                all << summary(findings->at(i));
            return all.join(' ');
        }
        /// Returns the first finding with that code; aborts if there is none.
        [[nodiscard]] Finding first(FindingCode code) const
        {
            for (qsizetype i = 0; i < findings->count(); ++i) {
                if (findings->at(i).code == code)
                    return findings->at(i);
            }
            qFatal("no such finding");
        }
    };

    [[nodiscard]] std::unique_ptr<Run> run(const QByteArrayList &lines, bool growing = false) const
    {
        auto run = begin(*Capture::fromText(capture(lines), QStringLiteral("script")));
        while (run->capture->readMore(1 << 20))
            ;
        for (qsizetype index = 0; index < run->capture->count(); ++index)
            run->log->feed(run->capture->eventAt(index), index);
        if (!growing) {
            const qsizetype count = run->capture->count();
            run->log->endRecording(count == 0 ? 0 : run->capture->entry(count - 1).time);
            run->findings->finish();
            run->findings->continueChecking(Findings::AllAtOnce);
        }
        return run;
    }

    /// Like run(), but live: records event by event, while a timer advances the time every millisecond.
    [[nodiscard]] std::unique_ptr<Run> runLive(const QByteArrayList &lines) const
    {
        const auto file = run(lines);
        auto live = begin(*Capture::createTemporary(file->capture->header()));
        qint64 now = 0;
        for (qsizetype index = 0; index < file->capture->count(); ++index) {
            const Event event = file->capture->eventAt(index);
            for (; now < event.time; now += Millisecond)
                live->findings->advance(now);
            live->log->feed(event, append(*live->capture, event));
        }
        live->log->endRecording(file->capture->lastTime());
        live->findings->finish();
        live->findings->continueChecking(Findings::AllAtOnce);
        return live;
    }

    /// Returns a run without events.
    [[nodiscard]] std::unique_ptr<Run> begin(std::unique_ptr<Capture> capture) const
    {
        auto run = std::make_unique<Run>();
        run->capture = std::move(capture);
        run->log = std::make_unique<RequestLog>(*run->capture);
        run->findings = std::make_unique<Findings>(*run->capture, *run->log, m_schemas);
        Run *raw = run.get();
        const auto note = [raw](const char *what) {
            return
                [raw, what](qsizetype index) { raw->signalled << QByteArray(what) + ' ' + QByteArray::number(index); };
        };
        QObject::connect(run->findings.get(), &Findings::added, run->findings.get(), note("added"));
        QObject::connect(run->findings.get(), &Findings::changed, run->findings.get(), note("changed"));
        QObject::connect(run->findings.get(), &Findings::withdrawn, run->findings.get(), note("withdrawn"));
        return run;
    }

    /// Appends the event with its own time.
    static qsizetype append(Capture &capture, Event event)
    {
        event.time -= capture.relative(0);
        return capture.append(event);
    }

    /// Examples: "C06:warning"; "C06:warning*5" for five occurrences; "C06:info~" if it raced.
    static QByteArray summary(const Finding &finding)
    {
        QByteArray text = QByteArray(finding.kind().name.latin1()) + ':' + nameOf(finding.severity).latin1();
        if (finding.count > 1)
            text += '*' + QByteArray::number(finding.count);
        return finding.raced ? text + '~' : text;
    }

    static constexpr qint64 Millisecond = 1'000'000; // ns

private:
    /// Returns the lines with the times that an import without times assigns: they only keep the order.
    static QByteArrayList inOrder(const QByteArrayList &lines)
    {
        QByteArrayList timed;
        for (const QByteArray &line : lines)
            timed << QByteArray::number(double(timed.size() + 1) / Millisecond, 'f', 6) + line.mid(line.indexOf(' '));
        return timed;
    }

    [[nodiscard]] QByteArrayList handshake() const
    {
        QByteArrayList lines;
        if (m_transport == "http") // HTTP events make the round trip known
            lines << R"(0 http {"exchange":1,"step":"response","status":202,"sent":1000000,"firstByte":2000000})";
        if (m_era == Era::Modern) {
            const QByteArray way = m_transport == "http" ? "http" : "stdio";
            return lines << R"(0 dialect {"name":"mcp-modern-)" + way + "\"}"
                         << R"(6 > request "first" tools/list)"
                         << R"(7 < result "first" {"tools":[],"ttlMs":0,"cacheScope":"private"})";
        }
        return lines << R"(0 > request 0 initialize {"protocolVersion":")" + m_revision + R"(","capabilities":)" +
                            m_clientCapabilities + R"(,"clientInfo":{"name":"c","version":"1"}})"
                     << R"(5 < result 0 {"protocolVersion":")" + m_revision + R"(","capabilities":)" +
                            m_serverCapabilities + R"(,"serverInfo":{"name":"s","version":"1"}})"
                     << "5 > notify notifications/initialized"
                     << R"(6 > request "first" tools/list)"
                     << R"(7 < result "first" {"tools":[]})";
    }

    [[nodiscard]] QByteArray captureLine(const QByteArray &line) const
    {
        QByteArrayList words = line.split(' ');
        const QByteArray head = R"({"t":)" + QByteArray::number(qint64(words.takeFirst().toDouble() * Millisecond));
        const QByteArray what = words.takeFirst();
        if (what == ">" || what == "<") {
            const QByteArray direction = what == ">" ? "c2s" : "s2c";
            const QByteArray exchange = words.first().startsWith("exchange=") ? words.takeFirst().mid(9) : "";
            const QByteArray connection = words.first().startsWith("connection=") ? words.takeFirst().mid(11) : "";
            const QByteArray byHand = words.first() == "byhand" ? words.takeFirst() : "";
            const bool isWithheld = words.first().startsWith("withheld=");
            const bool isByRule = words.first().startsWith("injected=");
            const QByteArray rule = isWithheld || isByRule ? words.takeFirst().mid(9) : "";
            return head + R"(,"d":")" + direction + R"(","k":"message")" +
                   (exchange.isEmpty() ? "" : R"(,"exchange":)" + exchange) +
                   (connection.isEmpty() ? "" : R"(,"c":)" + connection) +
                   (byHand.isEmpty() ? "" : R"(,"injected":true)") + (isWithheld ? R"(,"withheld":true)" : "") +
                   (isByRule ? R"(,"injected":true,"by":"operator")" : "") +
                   (rule.isEmpty() ? "" : R"(,"rule":")" + rule + '"') +
                   (m_hasGuessedWays ? R"(,"way":"guessed")" : "") + R"(,"m":)" + message(words) + '}';
        }
        QByteArray direction;
        if (!words.isEmpty() && (words.first() == ">" || words.first() == "<"))
            direction = words.takeFirst() == ">" ? R"(,"d":"c2s")" : R"(,"d":"s2c")";
        const QByteArray details = words.join(' ').trimmed();
        return head + direction + R"(,"k":")" + what + '"' + (details.size() > 2 ? ',' + details.mid(1) : "}");
    }

    [[nodiscard]] QByteArray message(QByteArrayList words) const
    {
        const QByteArray start = R"({"jsonrpc":"2.0",)";
        const QByteArray what = words.takeFirst();
        if (what == "request" || what == "notify") {
            const QByteArray id = what == "request" ? R"("id":)" + words.takeFirst() + ',' : "";
            const QByteArray method = words.takeFirst();
            const QByteArray token = id.isEmpty() ? "" : id.mid(5, id.size() - 6);
            return start + id + R"("method":")" + method + '"' + params(words.join(' '), token) + '}';
        }
        if (what == "result") {
            const QByteArray id = words.takeFirst();
            return start + R"("id":)" + id + R"(,"result":)" + result(words.join(' ')) + '}';
        }
        if (what == "error") {
            const QByteArray id = words.takeFirst();
            const QByteArray code = words.takeFirst();
            return start + R"("id":)" + id + R"(,"error":{"code":)" + code + R"(,"message":")" + words.join(' ') +
                   "\"}}";
        }
        if (what == "cancel") {
            const QByteArray id = words.takeFirst();
            const QByteArray reason = words.isEmpty() ? "tired" : words.join(' ');
            return start + R"("method":"notifications/cancelled","params":{"requestId":)" + id + R"(,"reason":")" +
                   reason + "\"}}";
        }
        if (what == "progress") {
            const QByteArray token = words.takeFirst();
            return start + R"("method":"notifications/progress","params":{"progressToken":)" + token +
                   R"(,"progress":)" + words.first() + "}}";
        }
        return (QByteArrayList{what} + words).join(' '); // raw JSON
    }

    /// Adds the members that the era requires, and `token` as the progress token.
    [[nodiscard]] QByteArray params(const QByteArray &given, const QByteArray &token) const
    {
        QByteArray meta = token.isEmpty() ? "" : R"("progressToken":)" + token;
        if (m_era == Era::Modern && !token.isEmpty())
            meta +=
                R"(,"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{})";
        if (meta.isEmpty() || given.contains("_meta"))
            return given.isEmpty() ? "" : R"(,"params":)" + given;
        const QByteArray rest = given.size() > 2 ? given.mid(1, given.size() - 2) + ',' : "";
        return R"(,"params":{)" + rest + R"("_meta":{)" + meta + "}}";
    }

    [[nodiscard]] QByteArray result(const QByteArray &given) const
    {
        const QByteArray whole = given.isEmpty() ? "{}" : given;
        if (m_era == Era::Legacy || whole.contains("resultType"))
            return whole;
        return R"({"resultType":"complete")" + (whole.size() > 2 ? ',' + whole.mid(1) : "}");
    }
};

} // namespace Pullcord
