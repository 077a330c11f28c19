// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/capture.h"
#include "core/json/jsonvalue.h"
#include "core/mcp/validation/mcpschema.h"
#include "e2e/clirun.h"

#include <QTemporaryDir>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

namespace {

/// The messages of the client in a capture, each validated by the schema of the revision in use.
class SentMessages
{
public:
    explicit SentMessages(const Capture &capture)
    {
        for (qsizetype i = 0; i < capture.count(); ++i) {
            if (const Event event = capture.eventAt(i); event.isMessage())
                take(event.bytes, event.direction == Direction::ClientToServer);
        }
    }
    [[nodiscard]] const QStringList &violations() const { return m_violations; }
    [[nodiscard]] const QByteArrayList &methods() const { return m_methods; } ///< with a leading "=" for a response

private:
    void take(const QByteArray &message, bool isOurs)
    {
        const JsonValue value(message);
        const QByteArray method = value.member("method").toUtf8();
        const QByteArray id = value.member("id").raw().toByteArray();
        // The revision comes from the request, the offer in initialize, or its result.
        for (const QByteArray &text :
             {value.pointer("/params/_meta/io.modelcontextprotocol~1protocolVersion").toUtf8(),
              value.pointer("/params/protocolVersion").toUtf8(), value.pointer("/result/protocolVersion").toUtf8()}) {
            if (const auto known = revisionFromName(QString::fromUtf8(text)))
                m_revision = *known;
        }
        if (!isOurs) {
            if (!method.isEmpty() && !id.isEmpty())
                m_asked.insert(id, method);
            return;
        }
        const QByteArray answered = method.isEmpty() ? m_asked.value(id) : QByteArray();
        m_methods.append(method.isEmpty() ? '=' + answered : method);
        const QList<JsonSchemaError> errors = McpSchema::of(m_revision).check(message, answered);
        for (const JsonSchemaError &error : errors)
            m_violations.append(u"%1: %2 %3 (%4) in %5"_s.arg(nameOf(m_revision), error.instanceLocation, error.message,
                                                              error.schemaLocation, QString::fromUtf8(message)));
    }

    Revision m_revision = LatestModern;
    QHash<QByteArray, QByteArray> m_asked; ///< methods of the server's requests, by id
    QStringList m_violations;
    QByteArrayList m_methods;
};

} // namespace

/// Every message that Pullcord sends is valid by the schema of its revision.
class TestSentMessages : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    int m_runs = 0;

    /// Runs the command line on the server, and validates its messages, which must include `sends`.
    void check(QStringList arguments, const QStringList &server, const QByteArrayList &sends)
    {
        const QString path = m_folder.filePath(u"%1.pullcord"_s.arg(++m_runs));
        const CliRun run = CliRun::of(arguments + QStringList{u"--capture"_s, path} + server);
        const auto capture = Capture::open(path);
        QVERIFY2(capture, run.err.constData());
        const SentMessages sent(**capture);
        QVERIFY2(sent.violations().isEmpty(), qPrintable(sent.violations().join(u'\n')));
        for (const QByteArray &method : sends)
            QVERIFY2(sent.methods().contains(method), (sent.methods().join(' ') + '\n' + run.err).constData());
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void demo_data()
    {
        QTest::addColumn<Revision>("revision");
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArrayList>("sends");
        for (const Revision revision : allRevisions()) {
            const bool modern = eraOf(revision) == Era::Modern;
            const QByteArray shake = modern ? "server/discover" : "initialize";
            const auto row = [&](const char *tag, const QStringList &arguments, const QByteArrayList &sends) {
                QTest::addRow("%s, %s", tag, nameOf(revision).data())
                    << revision << arguments << (QByteArrayList{shake} + sends);
            };
            row("list", {u"list"_s, u"tools"_s}, {"tools/list"});
            row("call", {u"call"_s, u"echo"_s, uR"({"text":"x"})"_s}, {"tools/call"});
            row("cancel", {u"call"_s, u"deaf"_s, u"--cancel-after"_s, u"100"_s, u"--reason"_s, u"enough"_s},
                {"tools/call", "notifications/cancelled"});
            row("cancel without a reason", {u"call"_s, u"deaf"_s, u"--cancel-after"_s, u"100"_s},
                {"notifications/cancelled"});
            row("sampling",
                {u"call"_s, u"ask_sampling"_s, u"--answer"_s,
                 uR"(sampling={"role":"assistant","content":{"type":"text","text":"x"},"model":"m"})"_s},
                {modern ? "tools/call"_ba : "=sampling/createMessage"_ba});
            row("sampling, refused", {u"call"_s, u"ask_sampling"_s, u"--refuse"_s, u"sampling"_s},
                {modern ? "tools/call"_ba : "=sampling/createMessage"_ba});
            row("sampling, not declared", {u"call"_s, u"ask_sampling"_s, u"--timeout"_s, u"1000"_s}, {"tools/call"});
            row("subscribe",
                {u"subscribe"_s, u"--tools"_s, u"--resource"_s, u"demo:///counter"_s, u"--for"_s, u"100"_s},
                {modern ? "subscriptions/listen"_ba : "resources/subscribe"_ba});
            row("log", {u"call"_s, u"log"_s, u"--log-level"_s, u"warning"_s},
                {modern ? "tools/call"_ba : "logging/setLevel"_ba});
            row("read", {u"read"_s, u"demo:///counter"_s}, {"resources/read"});
            if (revision < Revision::R2025_06_18)
                continue;
            row("elicitation",
                {u"call"_s, u"ask_elicitation"_s, u"--answer"_s,
                 uR"(elicitation={"action":"accept","content":{"name":"Ada"}})"_s},
                {modern ? "tools/call"_ba : "=elicitation/create"_ba});
            row("elicitation, refused", {u"call"_s, u"ask_elicitation"_s, u"--refuse"_s, u"elicitation"_s},
                {modern ? "tools/call"_ba : "=elicitation/create"_ba});
            if (revision < Revision::R2025_11_25)
                continue;
            row("task", {u"call"_s, u"task_slow"_s, uR"({"ms":150})"_s, u"--task"_s},
                {"tools/call", modern ? "tasks/get"_ba : "tasks/result"_ba});
            if (!modern)
                row("list tasks", {u"list"_s, u"tasks"_s}, {"tasks/list"});
            row("task, cancelled",
                {u"call"_s, u"task_slow"_s, uR"({"ms":60000})"_s, u"--task"_s, u"--cancel-after"_s, u"100"_s},
                {"tasks/cancel"});
            row("task that asks",
                {u"call"_s, u"task_asks"_s, u"--task"_s, u"--answer"_s,
                 uR"(elicitation={"action":"accept","content":{"name":"Ada"}})"_s},
                {modern ? "tasks/update"_ba : "=elicitation/create"_ba});
        }
    }
    void demo()
    {
        QFETCH(const Revision, revision);
        QFETCH(const QStringList, arguments);
        QFETCH(const QByteArrayList, sends);
        const StdioCommand demo = Peers::demoServer();
        check(arguments + QStringList{u"--revision"_s, nameOf(revision)},
              QStringList{u"--"_s, demo.program} + demo.arguments, sends);
    }

    void peers_data()
    {
        QTest::addColumn<StdioCommand>("server");
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("sends");
        const StdioCommand legacy = Peers::everything();
        const StdioCommand modern = Peers::sdkV2();
        for (const auto &[what, method] :
             {std::pair(u"prompts"_s, "prompts/list"_ba), std::pair(u"resources"_s, "resources/list"_ba),
              std::pair(u"templates"_s, "resources/templates/list"_ba)}) {
            QTest::addRow("%s, legacy", method.constData()) << legacy << QStringList{u"list"_s, what} << method;
            QTest::addRow("%s, modern", method.constData()) << modern << QStringList{u"list"_s, what} << method;
        }
        QTest::newRow("tasks/list, legacy") << legacy << QStringList{u"list"_s, u"tasks"_s} << "tasks/list"_ba;
        const QString uri = u"peer:/"_s + u"/cities/Brest"_s;
        QTest::newRow("read, modern") << modern << QStringList{u"read"_s, uri} << "resources/read"_ba;
        QTest::newRow("read, legacy") << legacy << QStringList{u"read"_s, u"demo://resource/dynamic/text/1"_s}
                                      << "resources/read"_ba;
        QTest::newRow("prompt, modern") << modern
                                        << QStringList{u"prompt"_s, u"travel"_s,
                                                       uR"({"country":"France","city":"Pau"})"_s}
                                        << "prompts/get"_ba;
        QTest::newRow("prompt, legacy") << legacy << QStringList{u"prompt"_s, u"simple-prompt"_s} << "prompts/get"_ba;
        const QStringList complete{u"complete"_s, u"prompt"_s};
        QTest::newRow("complete, modern")
            << modern
            << complete + QStringList{u"travel"_s, u"city"_s, u"B"_s, u"--context"_s, uR"({"country":"France"})"_s}
            << "completion/complete"_ba;
        QTest::newRow("complete, legacy")
            << legacy << complete + QStringList{u"completable-prompt"_s, u"name"_s, u"A"_s} << "completion/complete"_ba;
    }
    void peers()
    {
        QFETCH(const StdioCommand, server);
        QFETCH(const QStringList, arguments);
        QFETCH(const QByteArray, sends);
        check(arguments, QStringList{u"--"_s, server.program} + server.arguments, {sends});
    }
};

QTEST_GUILESS_MAIN(TestSentMessages)
#include "tst_sentmessages.moc"
