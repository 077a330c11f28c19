// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "captureevents.h"
#include "capturefolder.h"
#include "core/capture/capture.h"
#include "core/capture/file/capturewriter.h"

#include <QProcess>
#include <QSignalSpy>
#include <QTest>

#include <csignal>
#include <cstdio>
#include <functional>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace Pullcord;
using namespace Pullcord::CaptureEvents;

/// State of a capture after the program died or the disk was full.
class TestCaptureFailure : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void survivesKill();
    void diskFull();
    void diskFullForTemporaryCapture();
    void largeEventDoesNotFit();
    void longEventDoesNotFit();
    void cannotBeCreated();
    void fileIsMovedOrRemoved_data();
    void fileIsMovedOrRemoved();
    void sizeChanges_data();
    void sizeChanges();
    void sizeChangesDuringALongEvent();
    void appendsToTheSameFileOnly();
    void appendsWholeLinesOnly();

private:
    [[nodiscard]] QString path() const { return m_folder.path(); }
    [[nodiscard]] std::unique_ptr<Capture> create() const { return m_folder.create(); }
    [[nodiscard]] std::unique_ptr<Capture> reopen() const { return m_folder.reopen(); }
    [[nodiscard]] QByteArray content() const { return m_folder.content(); }

    CaptureFolder m_folder;
};

namespace {

const QByteArray Request = R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})";

Event note(const QString &text)
{
    return ofKind(EventKind::Note, {}, {{u"text"_s, text}});
}

} // namespace

void TestCaptureFailure::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    QFile::remove(path());
}

/// Writer process of survivesKill(): records events, and prints their number after each flush.
static int writeForEver(const QString &path)
{
    auto capture = Capture::create(path, {});
    if (!capture)
        return 1;
    for (int count = 1;; ++count) {
        (*capture)->append(message("{\"id\":" + QByteArray::number(count) + "}"));
        if (count % 3 == 0) {
            (*capture)->flush();
            std::printf("%d\n", count);
            std::fflush(stdout);
        }
    }
}

/// Every announced event is in the file, even after a kill.
void TestCaptureFailure::survivesKill()
{
    QProcess writer;
    writer.start(QCoreApplication::applicationFilePath(), {u"--write-for-ever"_s, path()});
    QByteArray told;
    QTRY_VERIFY_WITH_TIMEOUT((told += writer.readAllStandardOutput()).count('\n') > 1000, 30'000);
    QCOMPARE(::kill(pid_t(writer.processId()), SIGKILL), 0);
    QVERIFY(writer.waitForFinished(10'000));
    told += writer.readAllStandardOutput();
    const QList<QByteArray> lines = told.first(told.lastIndexOf('\n')).split('\n');
    const qsizetype shown = lines.last().toInt();
    QVERIFY(shown >= 3000);
    const auto capture = reopen();
    QVERIFY(capture);
    QVERIFY2(capture->count() >= shown, qPrintable(u"%1 of %2"_s.arg(capture->count()).arg(shown)));
    for (qsizetype index = 0; index < shown; ++index)
        QCOMPARE(capture->eventAt(index).bytes, "{\"id\":" + QByteArray::number(index + 1) + "}");
}

/// Limits the size of files, as a full disk does, until the end of the scope.
class FileSizeLimit
{
public:
    explicit FileSizeLimit(rlim_t bytes)
    {
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        rlimit limited = m_before;
        limited.rlim_cur = bytes;
        ::setrlimit(RLIMIT_FSIZE, &limited);
    }
    ~FileSizeLimit() { ::setrlimit(RLIMIT_FSIZE, &m_before); }
    Q_DISABLE_COPY_MOVE(FileSizeLimit)

private:
    rlimit m_before = {};
};

void TestCaptureFailure::diskFull()
{
    constexpr int Limit = 100'000;
    const auto capture = create();
    QSignalSpy failed(capture.get(), &Capture::failed);
    QSignalSpy appended(capture.get(), &Capture::appended);
    const auto bytes = [](int i) { return "{\"id\":" + QByteArray::number(i) + "}"; };
    int count = 0;
    {
        const FileSizeLimit limit(Limit);
        for (; count < 5000; ++count)
            QCOMPARE(capture->append(message(bytes(count))), count);
        capture->flush();
        QVERIFY(!capture->isRecording());
        QCOMPARE(capture->append(message(Request)), Capture::NotRecorded);
        QCOMPARE(capture->append(message("\"" + QByteArray(2'000'000, 'x') + "\"")), Capture::NotRecorded);
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 5000);
    }
    for (const qsizetype nowhere : {Capture::NotRecorded, capture->count()}) {
        QCOMPARE(capture->eventAt(nowhere).kind, EventKind::Note);
        QVERIFY(capture->eventAt(nowhere).details.value(u"text"_s).toString().contains(u"not recorded"_s));
    }
    const auto reason = failed.first().first().value<TranslatableText>();
    QVERIFY2(reason.contains(u"arge"_s), qPrintable(reason));
    QCOMPARE(appended.count(), 1);
    QCOMPARE(appended.first(), (QVariantList{qsizetype(0), qsizetype(count)}));

    // Accepted events stay readable, and the file ends with a whole line.
    QCOMPARE(capture->count(), count);
    for (int i = 0; i < count; ++i)
        QCOMPARE(capture->eventAt(i).bytes, bytes(i));
    QVERIFY(content().size() > Limit - 100);
    QVERIFY(content().size() <= Limit);
    QVERIFY(content().endsWith('\n'));
    const auto again = reopen();
    QVERIFY(again->count() > 1000);
    for (qsizetype i = 0; i < again->count(); ++i)
        QCOMPARE(again->eventAt(i).bytes, bytes(int(i)));

    QCOMPARE(capture->append(message(Request)), Capture::NotRecorded); // space is available again, but too late
    capture->flush();
    QCoreApplication::processEvents();
    QCOMPARE(failed.count(), 1);
}

/// A temporary capture changes the action of SIGXFSZ itself; the default action ends the program.
void TestCaptureFailure::diskFullForTemporaryCapture()
{
    std::signal(SIGXFSZ, SIG_DFL);
    const auto capture = Capture::createTemporary({});
    QVERIFY(capture);
    QSignalSpy failed(capture->get(), &Capture::failed);
    const FileSizeLimit limit(100'000);
    QCOMPARE((*capture)->append(message("\"" + QByteArray(2'000'000, 'x') + "\"")), Capture::NotRecorded);
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY(!(*capture)->isRecording());
}

/// A large event that does not fit leaves no trace in the file.
void TestCaptureFailure::largeEventDoesNotFit()
{
    const FileSizeLimit limit(100'000);
    const auto large = create();
    QCOMPARE(large->append(message(Request)), 0);
    QCOMPARE(large->append(message("\"" + QByteArray(2'000'000, 'x') + "\"")), Capture::NotRecorded);
    QCOMPARE(large->count(), 1);
    QVERIFY(same(large->eventAt(0), message(Request)));
    QCOMPARE(reopen()->count(), 1);
}

/// An event written in slices, and those appended meanwhile, stay readable.
void TestCaptureFailure::longEventDoesNotFit()
{
    const FileSizeLimit limit(CaptureWriter::SliceSize * 3 / 2);
    const auto capture = create();
    QSignalSpy failed(capture.get(), &Capture::failed);
    const QList<Event> events = {message(Request), message("\"" + QByteArray(2 * CaptureWriter::SliceSize, 'x') + "\""),
                                 message("{\"id\":2}")};
    for (qsizetype i = 0; i < events.size(); ++i)
        QCOMPARE(capture->append(events.at(i)), i);
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 5000);
    QCOMPARE(capture->append(message(Request)), Capture::NotRecorded);
    for (qsizetype i = 0; i < events.size(); ++i)
        QVERIFY(same(capture->eventAt(i), events.at(i)));
    QVERIFY(capture->line(1).contains(events.at(1).bytes));
    QVERIFY(content().endsWith('\n'));
    QCOMPARE(reopen()->count(), 1);
}

void TestCaptureFailure::cannotBeCreated()
{
    const FileSizeLimit tight(10);
    const auto none = Capture::create(path(), {});
    QVERIFY(!none);
    QVERIFY2(none.error().detail.startsWith(u"cannot write "_s + path()), qUtf8Printable(none.error().detail));
    QVERIFY(!QFile::exists(path())); // no file remains
}

static bool moveFile(const QString &path)
{
    return QFile::rename(path, path + u".moved"_s);
}

void TestCaptureFailure::fileIsMovedOrRemoved_data()
{
    QTest::addColumn<std::function<void(const QString &)>>("happens");
    QTest::addColumn<QString>("reason");
    using Happens = std::function<void(const QString &)>;
    QTest::newRow("removed") << Happens([](const QString &path) { QVERIFY(QFile::remove(path)); })
                             << u"the file was removed"_s;
    QTest::newRow("moved") << Happens([](const QString &path) { QVERIFY(moveFile(path)); })
                           << u"the file was moved or renamed"_s;
    QTest::newRow("replaced") << Happens([](const QString &path) {
        QVERIFY(moveFile(path));
        QVERIFY(QFile::copy(path + u".moved"_s, path));
    }) << u"it was replaced by another file"_s;
    QTest::newRow("a link in its place leads elsewhere") << Happens([](const QString &path) {
        QVERIFY(QFile::remove(path));
        QVERIFY(QFile::link(u"/dev/null"_s, path));
    }) << u"it was replaced by another file"_s;
    QTest::newRow("a link in its place leads nowhere") << Happens([](const QString &path) {
        QVERIFY(QFile::remove(path));
        QVERIFY(QFile::link(u"/no/such/file"_s, path));
    }) << u"the file was removed"_s;
    QTest::newRow("still there by a link") << Happens([](const QString &path) {
        QVERIFY(moveFile(path));
        QVERIFY(QFile::link(path + u".moved"_s, path));
    }) << QString();
}

/// Recording continues, the events stay readable, and an export keeps them.
void TestCaptureFailure::fileIsMovedOrRemoved()
{
    QFETCH(const std::function<void(const QString &)>, happens);
    QFETCH(const QString, reason);
    QFile::remove(path() + u".moved"_s);
    const auto capture = create();
    const QSignalSpy lost(capture.get(), &Capture::lost);
    const QSignalSpy failed(capture.get(), &Capture::failed);
    const QSignalSpy appended(capture.get(), &Capture::appended);
    QCOMPARE(capture->append(message(Request)), 0);
    QTRY_COMPARE_WITH_TIMEOUT(appended.count(), 1, 5000);
    QCOMPARE(lost.count(), 0);

    happens(path());
    QCOMPARE(QString(capture->loss()), QString()); // checked at the next write
    QCOMPARE(capture->append(message(Request)), 1);
    QTRY_COMPARE_WITH_TIMEOUT(appended.count(), 2, 5000);
    QCOMPARE(lost.count(), reason.isEmpty() ? 0 : 1);
    QCOMPARE(QString(capture->loss()), reason);
    if (!reason.isEmpty())
        QCOMPARE(QString(lost.first().first().value<TranslatableText>()), reason);

    QVERIFY(capture->isRecording());
    QCOMPARE(capture->append(message(Request)), 2);
    QTRY_COMPARE_WITH_TIMEOUT(appended.count(), 3, 5000);
    for (qsizetype i = 0; i < 3; ++i)
        QVERIFY(same(capture->eventAt(i), message(Request)));
    QCOMPARE(lost.count(), reason.isEmpty() ? 0 : 1); // once
    QCOMPARE(failed.count(), 0);
}

void TestCaptureFailure::sizeChanges_data()
{
    QTest::addColumn<qint64>("by");
    QTest::addColumn<int>("kept"); ///< number of the two events that remain in the file
    QTest::newRow("emptied") << qint64(-1000) << 0;
    QTest::newRow("cut short") << qint64(-5) << 1;
    QTest::newRow("written to") << qint64(7) << 2;
}

/// Bytes that another program added stay untouched, and no offset becomes wrong.
void TestCaptureFailure::sizeChanges()
{
    QFETCH(const qint64, by);
    QFETCH(const int, kept);
    const auto capture = create();
    QSignalSpy lost(capture.get(), &Capture::lost);
    QSignalSpy failed(capture.get(), &Capture::failed);
    for (int i = 0; i < 2; ++i)
        QCOMPARE(capture->append(message(Request)), i);
    capture->flush();
    const qint64 before = capture->fileSize();
    const qint64 after = std::max<qint64>(before + by, 0);
    QCOMPARE(::truncate(QFile::encodeName(path()).constData(), after), 0);
    const QByteArray left = content();

    QCOMPARE(capture->append(message("{\"id\":2}")), 2);
    capture->flush();
    QVERIFY(!capture->isRecording());
    QCOMPARE(QString(capture->failure()),
             u"another program has changed the size of the file from %1 to %2 bytes"_s.arg(before).arg(after));
    QCOMPARE(capture->append(message(Request)), Capture::NotRecorded);
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 5000);
    QCOMPARE(failed.first().first().value<TranslatableText>(), capture->failure());
    QCOMPARE(lost.count(), 0);
    QCOMPARE(content(), left);

    QVERIFY(same(capture->eventAt(2), message("{\"id\":2}"))); // was never written
    for (int i = 0; i < 2; ++i) {
        const bool isThere = i < kept;
        QCOMPARE(!capture->line(i).isEmpty(), isThere);
        const Event event = capture->eventAt(i);
        QCOMPARE(event.kind, isThere ? EventKind::Message : EventKind::Malformed);
        QCOMPARE(event.details.value("reason"_L1).toString(),
                 isThere ? QString() : u"line %1 of the file has changed since it was read"_s.arg(i + 2));
    }
}

/// The size changes between two slices of an event.
void TestCaptureFailure::sizeChangesDuringALongEvent()
{
    const auto capture = create();
    QSignalSpy failed(capture.get(), &Capture::failed);
    const Event event = message("\"" + QByteArray(2 * CaptureWriter::SliceSize, 'x') + "\"");
    const qint64 before = capture->fileSize();
    QCOMPARE(capture->append(event), 0);
    QCoreApplication::processEvents();
    const qint64 slice = QFileInfo(path()).size() - before;
    QVERIFY2(slice > 0 && slice < event.bytes.size(), qPrintable(QString::number(slice)));
    QCOMPARE(::truncate(QFile::encodeName(path()).constData(), before), 0);
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 5000);
    QVERIFY(same(capture->eventAt(0), event));
    QVERIFY(capture->line(0).contains(event.bytes));
    QCOMPARE(content().size(), before);
}

/// The path may now lead to a different file.
void TestCaptureFailure::appendsToTheSameFileOnly()
{
    create()->append(message(Request));
    const QByteArray before = content();
    const auto capture = reopen();
    QVERIFY(!capture->addToFile({note(u"mine"_s)}));
    QVERIFY(content().startsWith(before) && content().size() > before.size());

    QVERIFY(QFile::remove(path()));
    create()->append(message(Request));
    const QByteArray other = content();
    const auto error = capture->addToFile({note(u"lost"_s)});
    QVERIFY(error);
    QVERIFY2(error->detail.contains(u"another file"_s), qUtf8Printable(error->detail));
    QCOMPARE(content(), other);

    QVERIFY(QFile::remove(path()));
    QVERIFY(capture->addToFile({note(u"lost"_s)})); // the file is gone
    QVERIFY(!QFile::exists(path()));
    QCOMPARE(::mkfifo(QFile::encodeName(path()).constData(), 0600), 0);
    QVERIFY(capture->addToFile({note(u"lost"_s)})); // does not block
}

void TestCaptureFailure::appendsWholeLinesOnly()
{
    create()->append(message(Request));
    const QByteArray before = content();
    const auto capture = reopen();
    {
        const FileSizeLimit limit(rlim_t(before.size()) + 5);
        QVERIFY(capture->addToFile({note(u"a longer one"_s)}));
    }
    QCOMPARE(content(), before);
    QVERIFY(!capture->addToFile({note(u"a longer one"_s)}));
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    if (argc == 3 && qstrcmp(argv[1], "--write-for-ever") == 0)
        return writeForEver(QString::fromLocal8Bit(argv[2]));
    TestCaptureFailure test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_capturefailure.moc"
