// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/exportfile.h"
#include "exportfixture.h"

#include <QBuffer>
#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Writing of an export in any format: slice by slice, complete or not at all.
class TestExportFile : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void sliceBySlice();
    void failingDevice();
    void toFile();
    void abortedExportLeavesNothing();
    void refusesPaths_data();
    void refusesPaths();
    void refusesTheCaptureItself();

private:
    static constexpr qint64 Everything = std::numeric_limits<qint64>::max();

    QTemporaryDir m_folder;
    ExportFixture m_fixture;
};

namespace {

/// Accepts only `room` bytes.
class FullDevice : public QIODevice
{
public:
    explicit FullDevice(qint64 room)
        : m_room(room)
    {
        open(QIODevice::WriteOnly | QIODevice::Unbuffered);
    }

protected:
    qint64 readData(char *, qint64) override { return -1; }
    qint64 writeData(const char *, qint64 size) override
    {
        const qint64 taken = std::min(size, m_room);
        m_room -= taken;
        setErrorString(u"it is full"_s);
        return taken > 0 ? taken : -1;
    }

private:
    qint64 m_room;
};

} // namespace

void TestExportFile::sliceBySlice()
{
    for (const ExportFormat format : ExportFormats::all()) {
        const auto exporter = m_fixture.exporter(format);
        QBuffer buffer;
        buffer.open(QIODevice::WriteOnly);
        int slices = 0;
        for (bool more = true; more; ++slices) {
            const Result<bool> step = exporter->step(buffer, 50);
            QVERIFY(step);
            more = *step;
            QCOMPARE(more, exporter->done() < exporter->total());
        }
        QVERIFY(slices > 1);
        QCOMPARE(buffer.data(), m_fixture.exported(format));
    }
}

void TestExportFile::failingDevice()
{
    for (const ExportFormat format : ExportFormats::all()) {
        for (const qint64 room : {0, 10, 60}) {
            FullDevice device(room);
            const auto exporter = m_fixture.exporter(format);
            const Result<bool> outcome = exporter->step(device, Everything);
            QVERIFY(!outcome);
            QCOMPARE(outcome.error().kind, ErrorKind::Io);
            QCOMPARE(outcome.error().detail, u"it is full"_s);
        }
    }
    QFile full(u"/dev/full"_s);
    if (!full.open(QIODevice::WriteOnly))
        QSKIP("there is no /dev/full here");
    const Result<bool> outcome = m_fixture.exporter(ExportFormat::Capture)->step(full, Everything);
    QVERIFY(!outcome);
    QVERIFY2(outcome.error().detail.contains(u"space"_s), qUtf8Printable(outcome.error().detail));
}

void TestExportFile::toFile()
{
    const QString path = m_folder.filePath(u"report.md"_s);
    constexpr QFileDevice::Permissions OwnerOnly =
        QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ReadUser | QFileDevice::WriteUser;
    QFile before(path);
    QVERIFY(before.open(QIODevice::WriteOnly) && before.write("before") == 6);
    before.close();
    QVERIFY(before.setPermissions(OwnerOnly | QFileDevice::ReadOther));

    auto file = ExportFile::create(path, m_fixture.exporter(ExportFormat::Markdown));
    QVERIFY(file);
    for (Result<bool> more = true; *more;) {
        QCOMPARE(before.size(), 6); // until everything is written
        more = (*file)->step(100);
        QVERIFY(more);
    }
    (*file)->syncing()();
    QCOMPARE(before.size(), 6);
    QVERIFY(!(*file)->commit());
    QCOMPARE(QFileInfo(path).permissions(), OwnerOnly);
    QFile after(path);
    QVERIFY(after.open(QIODevice::ReadOnly));
    QCOMPARE(after.readAll(), m_fixture.exported(ExportFormat::Markdown));
}

void TestExportFile::abortedExportLeavesNothing()
{
    const QDir folder(m_folder.filePath(u"given-up"_s));
    QVERIFY(folder.mkpath(u"."_s));
    auto file = ExportFile::create(folder.filePath(u"report.md"_s), m_fixture.exporter(ExportFormat::Markdown));
    QVERIFY(file && (*file)->step(100));
    *file = nullptr;
    QCOMPARE(folder.entryList(QDir::Files | QDir::Hidden), QStringList());
}

void TestExportFile::refusesPaths_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("says");
    QTest::newRow("no folder") << m_folder.filePath(u"no/such/folder.md"_s) << u"No such file"_s;
    QTest::newRow("a folder") << m_folder.path() << u"directory"_s;
    QTest::newRow("a device") << u"/dev/null"_s << u"not a regular file"_s;
}

void TestExportFile::refusesPaths()
{
    QFETCH(const QString, path);
    QFETCH(const QString, says);
    const auto file = ExportFile::create(path, m_fixture.exporter(ExportFormat::Markdown));
    QVERIFY(!file);
    QCOMPARE(file.error().kind, ErrorKind::Io);
    QVERIFY2(file.error().detail.contains(says), qUtf8Printable(file.error().detail));
}

void TestExportFile::refusesTheCaptureItself()
{
    const QString path = m_folder.filePath(u"own.pullcord"_s);
    const auto capture = Capture::create(path, CaptureHeader());
    QVERIFY(capture);
    const auto file = ExportFile::create(path, Exporter::create(ExportFormat::Capture, **capture, *m_fixture.log,
                                                                ExportSelection::everything(**capture)));
    QVERIFY(!file);
    QVERIFY2(file.error().detail.contains(u"is read from"_s), qUtf8Printable(file.error().detail));

    QVERIFY(QFile::remove(path)); // another file that does not exist either is not this one
    QVERIFY(ExportFile::create(
        m_folder.filePath(u"other.pullcord"_s),
        Exporter::create(ExportFormat::Capture, **capture, *m_fixture.log, ExportSelection::everything(**capture))));
}

QTEST_GUILESS_MAIN(TestExportFile)

#include "tst_exportfile.moc"
