// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/file/followedcommand.h"

#include "core/mcp/conversation.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// A command that writes a growing capture to its output.
class TestFollowedCommand : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup()
    {
        m_conversation.reset();
        m_command.reset();
    }
    void showsTheOutput_data();
    void showsTheOutput();
    void followsTheOutputUntilItIsStopped_data();
    void followsTheOutputUntilItIsStopped();
    void reportsAFailedCommand_data();
    void reportsAFailedCommand();
    void reportsAMissingInterpreter();
    void keepsTheOutputOfACommandThatFailsLater();
    void doesNotTouchAnExistingFile();

private:
    static constexpr int Limit = 20'000;

    [[nodiscard]] QString file(const QString &name) const { return m_folder->filePath(name); }
    void write(const QString &name, const QByteArray &bytes, QIODevice::OpenMode mode = QIODevice::WriteOnly) const
    {
        QFile file(this->file(name));
        QVERIFY(file.open(mode));
        QCOMPARE(file.write(bytes), bytes.size());
    }
    void start(const StdioCommand &command, const QString &path = {})
    {
        m_command = std::make_unique<FollowedCommand>(command, path);
        connect(m_command.get(), &FollowedCommand::began, this, [this] {
            auto conversation = Conversation::followFile(m_command->outputPath());
            QVERIFY(conversation);
            m_conversation = *std::move(conversation);
        });
        connect(m_command.get(), &FollowedCommand::ended, this, [this](const Outcome &how) {
            ++m_ends;
            m_problem = how ? QString() : QString(how.error().detail);
        });
        m_command->start();
    }
    [[nodiscard]] static StdioCommand shell(const QString &script) { return {u"sh"_s, {u"-c"_s, script}}; }

    const QByteArray m_header = R"({"pullcord":"1.1","program":"test","started":"2026-07-28T12:34:56.789Z"})"
                                "\n";
    const QByteArray m_event = R"({"t":1,"c":0,"d":"c2s","k":"message","m":{"jsonrpc":"2.0","id":1,"method":"ping"}})"
                               "\n";
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<FollowedCommand> m_command;
    std::unique_ptr<Conversation> m_conversation;
    int m_ends = 0;
    QString m_problem;
};

void TestFollowedCommand::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_ends = 0;
    m_problem.clear();
}

void TestFollowedCommand::showsTheOutput_data()
{
    QTest::addColumn<bool>("isKept");
    QTest::newRow("in a file of its own") << true;
    QTest::newRow("in one without a name") << false;
}

void TestFollowedCommand::showsTheOutput()
{
    QFETCH(bool, isKept);
    write(u"a"_s, m_header + m_event + m_event);
    start({u"cat"_s, {file(u"a"_s)}}, isKept ? file(u"kept"_s) : QString());
    QTRY_COMPARE_WITH_TIMEOUT(m_ends, 1, Limit);
    QCOMPARE(m_problem, QString());
    QVERIFY(m_conversation);
    QTRY_COMPARE_WITH_TIMEOUT(m_conversation->capture().count(), 2, Limit);
    QCOMPARE(m_conversation->capture().path(), isKept ? file(u"kept"_s) : QString());
    QCOMPARE(m_conversation->log().count(), 2);
    QTRY_VERIFY_WITH_TIMEOUT(!m_conversation->isGrowing(), Limit);
    if (!isKept)
        return;
    QFile kept(file(u"kept"_s));
    QVERIFY(kept.open(QIODevice::ReadOnly));
    QCOMPARE(kept.readAll(), m_header + m_event + m_event);
    QCOMPARE(kept.permissions() & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
}

void TestFollowedCommand::followsTheOutputUntilItIsStopped_data()
{
    QTest::addColumn<QString>("script");
    QTest::newRow("ends at SIGTERM") << u"exec tail -n +1 -f '%1'"_s;
    QTest::newRow("ignores SIGTERM") << u"trap '' TERM; tail -n +1 -f '%1'; sleep 1000"_s;
}

void TestFollowedCommand::followsTheOutputUntilItIsStopped()
{
    QFETCH(const QString, script);
    write(u"a"_s, m_header);
    start(shell(script.arg(file(u"a"_s))));
    QTRY_VERIFY_WITH_TIMEOUT(m_conversation, Limit);
    QVERIFY(m_conversation->isGrowing());
    write(u"a"_s, m_event, QIODevice::Append);
    QTRY_COMPARE_WITH_TIMEOUT(m_conversation->capture().count(), 1, Limit);
    QVERIFY(m_conversation->isGrowing() && m_command->isRunning());
    m_command->stop();
    QTRY_COMPARE_WITH_TIMEOUT(m_ends, 1, Limit);
    QCOMPARE(m_problem, QString());
    QTRY_VERIFY_WITH_TIMEOUT(!m_conversation->isGrowing(), Limit);
    QCOMPARE(m_conversation->capture().count(), 1);
}

void TestFollowedCommand::reportsAFailedCommand_data()
{
    QTest::addColumn<StdioCommand>("command");
    QTest::addColumn<QStringList>("words");
    QTest::newRow("no program") << StdioCommand{u"no-such-program"_s} << QStringList{u"no-such-program"_s};
    QTest::newRow("not a program") << StdioCommand{u"/dev/null"_s} << QStringList{u"/dev/null"_s};
    QTest::newRow("another output") << shell(u"echo 'Last login: today'; sleep 1000"_s)
                                    << QStringList{u"is not a capture"_s, u"Last login: today"_s};
    QTest::newRow("escape sequences") << shell(u"printf '\\033[1mbold\\n'"_s)
                                      << QStringList{u"is not a capture"_s, u"⟨U+001B⟩[1mbold"_s};
    QTest::newRow("half a line") << shell(u"printf Password:"_s)
                                 << QStringList{u"exit code 0"_s, u"is not a capture"_s, u"Password:"_s};
    QTest::newRow("a format to come") << shell(u"echo '{\"pullcord\":\"2.0\"}'"_s) << QStringList{u"2.0"_s};
    QTest::newRow("nothing") << shell(u"echo 'ssh: no route to host' >&2; exit 255"_s)
                             << QStringList{u"exit code 255"_s, u"printed nothing"_s, u"ssh: no route to host"_s};
    QTest::newRow("killed") << shell(u"kill -KILL $$"_s) << QStringList{u"SIGKILL"_s, u"printed nothing"_s};
    QTest::newRow("much on standard error")
        << shell(u"i=0; while [ $i -lt 3000 ]; do echo \"line $i\" >&2; i=$((i+1)); done; exit 1"_s)
        << QStringList{u"line 2999"_s};
}

void TestFollowedCommand::reportsAFailedCommand()
{
    QFETCH(StdioCommand, command);
    QFETCH(QStringList, words);
    start(command, file(u"kept"_s));
    QTRY_COMPARE_WITH_TIMEOUT(m_ends, 1, Limit);
    for (const QString &word : words)
        QVERIFY2(m_problem.contains(word), qPrintable(m_problem));
    QVERIFY(m_problem.size() < 3000);
    QVERIFY(!m_conversation && !m_command->isRunning());
    QVERIFY(!QFile::exists(file(u"kept"_s)));
}

/// The system reports this error only when the program starts.
void TestFollowedCommand::reportsAMissingInterpreter()
{
    write(u"script"_s, "#!/no/such/interpreter\n");
    QVERIFY(QFile::setPermissions(file(u"script"_s), QFile::ReadOwner | QFile::ExeOwner));
    start({file(u"script"_s)});
    QTRY_COMPARE_WITH_TIMEOUT(m_ends, 1, Limit);
    QVERIFY2(m_problem.contains(u"its interpreter /no/such/interpreter does not exist"_s), qPrintable(m_problem));
}

void TestFollowedCommand::keepsTheOutputOfACommandThatFailsLater()
{
    write(u"a"_s, m_header + m_event);
    start(shell(u"cat '%1'; echo 'connection reset' >&2; exit 7"_s.arg(file(u"a"_s))));
    QTRY_COMPARE_WITH_TIMEOUT(m_ends, 1, Limit);
    QVERIFY2(m_problem.contains(u"exit code 7"_s) && m_problem.contains(u"connection reset"_s), qPrintable(m_problem));
    QTRY_COMPARE_WITH_TIMEOUT(m_conversation->capture().count(), 1, Limit);
}

void TestFollowedCommand::doesNotTouchAnExistingFile()
{
    write(u"a"_s, m_header);
    write(u"kept"_s, "mine");
    start(shell(u"cat '%1'; sleep 1000"_s.arg(file(u"a"_s))), file(u"kept"_s));
    QTRY_COMPARE_WITH_TIMEOUT(m_ends, 1, Limit);
    QVERIFY2(m_problem.contains(file(u"kept"_s)), qPrintable(m_problem));
    QFile kept(file(u"kept"_s));
    QVERIFY(kept.open(QIODevice::ReadOnly));
    QCOMPARE(kept.readAll(), "mine");
}

QTEST_GUILESS_MAIN(TestFollowedCommand)
#include "tst_followedcommand.moc"
