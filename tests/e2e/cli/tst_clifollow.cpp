// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/clirun.h"

#include "core/json/jsonvalue.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>

#include <sys/file.h>

using namespace Pullcord;
using namespace Qt::StringLiterals;

namespace {

const QByteArray Header = R"({"pullcord":"1.1","program":"test","started":"2026-07-28T12:34:56.789Z"})";
constexpr int Limit = 20'000;

QByteArray ping(int id)
{
    return R"({"t":1,"c":0,"d":"c2s","k":"message","m":{"jsonrpc":"2.0","id":)" + QByteArray::number(id) +
           R"(,"method":"ping"}})";
}

/// A capture being recorded, locked until it is closed.
class Growing
{
public:
    Growing(const QString &path, const QByteArray &begin)
        : m_file(path)
    {
        [[maybe_unused]] const bool isOpen =
            m_file.open(QIODevice::WriteOnly | QIODevice::Truncate | QIODevice::Unbuffered);
        ::flock(m_file.handle(), LOCK_EX);
        add(begin);
    }
    [[nodiscard]] QString path() const { return m_file.fileName(); }
    void add(const QByteArray &bytes) { QCOMPARE(m_file.write(bytes), bytes.size()); }
    bool resize(qint64 size) { return m_file.resize(size); }
    void close() { m_file.close(); }

private:
    QFile m_file;
};

/// A running `pullcord-cli follow` and its output.
class Following
{
public:
    Following(const QString &path, const QStringList &options)
    {
        m_process.start(Peers::program(u"pullcord-cli"_s), QStringList{u"follow"_s} + options + QStringList{path});
    }
    [[nodiscard]] QProcess &process() { return m_process; }
    [[nodiscard]] QByteArray printed() const { return m_printed; }
    [[nodiscard]] bool hasLines(qsizetype count)
    {
        return QTest::qWaitFor(
            [&] {
                m_printed += m_process.readAllStandardOutput();
                return m_printed.count('\n') >= count;
            },
            Limit);
    }
    /// -1 if it does not end.
    [[nodiscard]] int exitCode()
    {
        const bool hasEnded = QTest::qWaitFor([&] { return m_process.state() == QProcess::NotRunning; }, Limit);
        return hasEnded && m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -1;
    }

private:
    QProcess m_process;
    QByteArray m_printed;
};

bool isOpenIn(const QProcess &process, const QString &path)
{
    const QDir descriptors(u"/proc/%1/fd"_s.arg(process.processId()));
    const QFileInfoList links = descriptors.entryInfoList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot);
    return std::any_of(links.begin(), links.end(), [&](const QFileInfo &link) { return link.symLinkTarget() == path; });
}

} // namespace

/// `pullcord-cli follow`: prints a capture while it is recorded.
class TestCliFollow : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }
    CliRun run(const QStringList &arguments) { return CliRun::of(arguments, m_folder.path()); }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void follows_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("lines"); // lines printed before anything is added
        QTest::newRow("from the start") << QStringList{u"--from-start"_s} << 2;
        QTest::newRow("from now on") << QStringList() << 0;
    }
    void follows()
    {
        QFETCH(const QStringList, options);
        QFETCH(const int, lines);
        Growing file(path(u"growing.pullcord"_s), Header + '\n' + ping(1) + '\n' + ping(2) + '\n');
        Following following(file.path(), options);
        QVERIFY(following.hasLines(1 + lines));
        file.add(ping(3) + '\n');
        QVERIFY2(following.hasLines(2 + lines), following.printed().constData());
        ::kill(pid_t(following.process().processId()), SIGINT);
        QCOMPARE(following.exitCode(), 130);
        const QByteArrayList all = CliRun::lines(following.printed());
        QCOMPARE(all.size(), 2 + lines);
        QCOMPARE(JsonValue(all.first()).member("excerpt").isValid(), lines == 0);
        QCOMPARE(all.last(), ping(3));
        QCOMPARE(lines > 0, all.first() == Header);
    }

    /// An empty file, or one with an incomplete first line, may become a capture.
    void waitsForTheFirstLine_data()
    {
        QTest::addColumn<QByteArray>("begin");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("half a line") << Header.first(20);
    }
    void waitsForTheFirstLine()
    {
        QFETCH(const QByteArray, begin);
        Growing file(path(u"waited.pullcord"_s), begin);
        Following following(file.path(), {u"--from-start"_s});
        QTRY_VERIFY_WITH_TIMEOUT(isOpenIn(following.process(), file.path()), Limit);
        file.add(Header.sliced(begin.size()) + '\n' + ping(1) + '\n');
        QVERIFY2(following.hasLines(2), following.printed().constData());
        QCOMPARE(following.printed(), Header + '\n' + ping(1) + '\n');
        file.close();
        QCOMPARE(following.exitCode(), 0);
    }

    void followingEnds_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("closed") << u"close"_s << 0 << QByteArray("has closed it");
        QTest::newRow("removed") << u"remove"_s << 6 << QByteArray("the file was removed");
        QTest::newRow("moved") << u"move"_s << 6 << QByteArray("the file was moved or renamed");
        QTest::newRow("replaced") << u"replace"_s << 6 << QByteArray("it was replaced by another file");
        QTest::newRow("shortened") << u"shorten"_s << 6 << QByteArray("was shortened from");
    }
    void followingEnds()
    {
        QFETCH(const QString, what);
        const QString name = path(what + u".pullcord"_s);
        Growing file(name, Header + '\n' + ping(1) + '\n');
        Following following(name, {u"--from-start"_s});
        QVERIFY(following.hasLines(2));
        if (what == u"close"_s)
            file.close();
        else if (what == u"remove"_s)
            QVERIFY(QFile::remove(name));
        else if (what == u"move"_s)
            QVERIFY(QFile::rename(name, name + u".old"_s));
        else if (what == u"replace"_s)
            QVERIFY(QFile::rename(name, name + u".old"_s) && QFile::copy(name + u".old"_s, name));
        else
            QVERIFY(file.resize(Header.size()));
        QTEST(following.exitCode(), "exitCode");
        QFETCH(const QByteArray, says);
        const QByteArray errors = following.process().readAllStandardError();
        QVERIFY2(errors.contains(says), errors.constData());
        QCOMPARE(errors.count('\n'), 1);
    }

    /// Nothing is added to the file: the end of the reader is noticed without a write.
    void endsWithItsReader()
    {
        const Growing file(path(u"unread.pullcord"_s), Header + '\n' + ping(1) + '\n');
        QProcess follow;
        QProcess head;
        follow.setStandardOutputProcess(&head);
        follow.start(Peers::program(u"pullcord-cli"_s), {u"follow"_s, u"--from-start"_s, file.path()});
        head.start(u"head"_s, {u"-n"_s, u"2"_s});
        QTRY_COMPARE_WITH_TIMEOUT(follow.state(), QProcess::NotRunning, Limit);
        QTRY_COMPARE_WITH_TIMEOUT(head.state(), QProcess::NotRunning, Limit);
        QCOMPARE(follow.exitCode(), 6);
        QCOMPARE(follow.readAllStandardError(), "pullcord-cli: standard output no longer has a reader\n");
        QCOMPARE(head.readAllStandardOutput(), Header + '\n' + ping(1) + '\n');
    }

    void followsCapturesOnly()
    {
        QFile file(path(u"other.txt"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("hello\n");
        file.close();
        const CliRun other = run({u"follow"_s, file.fileName()});
        QCOMPARE(other.exitCode, 6);
        QVERIFY2(other.err.contains("other.txt: not a Pullcord capture"), other.err.constData());
        const CliRun missing = run({u"follow"_s, u"missing.pullcord"_s});
        QCOMPARE(missing.exitCode, 6);
        QVERIFY2(missing.err.contains("cannot open missing.pullcord"), missing.err.constData());
        QCOMPARE(run({u"follow"_s}).exitCode, 2);
        QCOMPARE(run({u"follow"_s, m_folder.path()}).exitCode, 6);
    }
};

QTEST_GUILESS_MAIN(TestCliFollow)
#include "tst_clifollow.moc"
