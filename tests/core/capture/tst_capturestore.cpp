// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "captureevents.h"
#include "core/capture/capture.h"
#include "core/capture/file/capturestore.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

class TestCaptureStore : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void names_data();
    void names();
    void danglingLinksOccupyTheirName();
    void folderIsPrivate();
    void folderCannotBeCreated();
    void nothingIsDeletedAutomatically();
    void oldestExceedTheLimit();
    void openCapturesAreNotCounted();
    void largeCaptureDoesNotSpareOlderOnes();
    void agesFollowTheNames();
    void sparesFiles_data();
    void sparesFiles();
    void changedCapturesAreKept();
    void latest();

private:
    [[nodiscard]] QString folder() const { return m_parent->filePath(u"a/sessions"_s); }
    /// Writes a capture of at least `size` bytes. Its first line states that it began `age` seconds ago; all files have
    /// the same modification time.
    QString keep(const QString &name, qint64 size, int age) const;
    /// Returns the names of the files beyond that limit.
    [[nodiscard]] QStringList tooMany(qint64 limit, const QSet<QString> &spared = {}) const;
    [[nodiscard]] QStringList files() const { return QDir(folder()).entryList(QDir::Files | QDir::System, QDir::Name); }

    std::unique_ptr<QTemporaryDir> m_parent;
};

namespace {

const QDateTime Now(QDate(2026, 7, 28), QTime(14, 3, 59));

} // namespace

void TestCaptureStore::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_parent = std::make_unique<QTemporaryDir>();
}

QString TestCaptureStore::keep(const QString &name, qint64 size, int age) const
{
    QDir().mkpath(folder());
    const QString path = folder() + u'/' + name;
    const QDateTime began = Now.addSecs(-age);
    auto capture = *Capture::create(path, {.program = u"test"_s, .started = began, .title = u"title of "_s + name});
    if (const qint64 missing = size - capture->fileSize(); missing > 0)
        capture->append(CaptureEvents::ofKind(EventKind::Stderr, QByteArray(missing, 'x')));
    capture.reset();
    QFile file(path);
    if (!file.open(QIODevice::ReadWrite) || !file.setFileTime(Now, QFileDevice::FileModificationTime))
        return {};
    return path;
}

void TestCaptureStore::names_data()
{
    QTest::addColumn<QString>("title");
    QTest::addColumn<QString>("name");
    QTest::newRow("plain") << u"my-server"_s << u"_my-server"_s;
    QTest::newRow("no title") << u""_s << u""_s;
    QTest::newRow("nothing safe") << u"../*?\"<>|:\n"_s << u""_s;
    QTest::newRow("command line") << u"npx -y @modelcontextprotocol/server-everything  stdio"_s
                                  << u"_npx-y-modelcontextprotocol-server-everything-stdio"_s;
    QTest::newRow("path") << u"../../etc/passwd"_s << u"_etc-passwd"_s;
    QTest::newRow("letters") << u"Zürich 漢字"_s << u"_Zürich-漢字"_s;
    QTest::newRow("hidden") << u".profile."_s << u"_profile"_s;
    QTest::newRow("long") << QString(500, u'x') << u'_' + QString(60, u'x');
}

void TestCaptureStore::names()
{
    QFETCH(QString, title);
    QFETCH(QString, name);
    CaptureStore store(folder());
    const QString stem = folder() + u"/2026-07-28_14-03-59"_s + name;
    for (const QString &end : {u".pullcord"_s, u"_2.pullcord"_s, u"_3.pullcord"_s}) {
        const Result<QString> path = store.newPath(title, Now);
        QVERIFY(path);
        QCOMPARE(*path, stem + end);
        QVERIFY(Capture::create(*path, {}));
    }
}

void TestCaptureStore::danglingLinksOccupyTheirName()
{
    const QString path = m_parent->filePath(u"a.pullcord"_s);
    QCOMPARE(CaptureStore::freePath(path), path);
    QVERIFY(QFile::link(m_parent->filePath(u"nothing"_s), path));
    QCOMPARE(CaptureStore::freePath(path), m_parent->filePath(u"a_2.pullcord"_s));
}

void TestCaptureStore::folderIsPrivate()
{
    CaptureStore store(folder());
    QCOMPARE(store.excess().total, 0);
    QVERIFY(store.latest(5).isEmpty());
    QVERIFY(store.excess().clearable.isEmpty());
    QVERIFY(!QFileInfo::exists(folder())); // created only when needed
    QVERIFY(store.newPath(u"x"_s, Now));
    const auto own = QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner;
    const auto user = QFile::ReadUser | QFile::WriteUser | QFile::ExeUser;
    QCOMPARE(QFile::permissions(folder()), own | user);
}

void TestCaptureStore::folderCannotBeCreated()
{
    QFile file(m_parent->filePath(u"a"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    CaptureStore store(folder());
    const Result<QString> path = store.newPath(u"x"_s, Now);
    QVERIFY(!path);
    QCOMPARE(path.error().kind, ErrorKind::Io);
    QVERIFY(path.error().detail.contains(folder()));
}

QStringList TestCaptureStore::tooMany(qint64 limit, const QSet<QString> &spared) const
{
    QStringList names;
    const CaptureStore::Excess excess = CaptureStore(folder(), limit).excess(spared);
    for (const CaptureStore::Old &old : excess.clearable)
        names << QFileInfo(old.path).fileName();
    return names;
}

void TestCaptureStore::nothingIsDeletedAutomatically()
{
    const QString old = u"2026-01-01_00-00-00_old.pullcord"_s;
    keep(old, 1000, 200);
    CaptureStore store(folder(), 0);
    QVERIFY(store.newPath(u"new"_s, Now));
    QCOMPARE(store.excess().clearable.size(), 1);
    QCOMPARE(files(), QStringList{old});
}

void TestCaptureStore::oldestExceedTheLimit()
{
    const QString old = u"2026-01-01_00-00-00_old.pullcord"_s;
    const QString older = u"2026-01-02_00-00-00_older.pullcord"_s; // the first line counts, not the name
    const QString fresh = u"2026-01-03_00-00-00.pullcord"_s;
    keep(old, 1000, 200);
    keep(older, 1000, 300);
    keep(fresh, 1000, 100);
    const qint64 size = CaptureStore(folder()).excess().total;
    QVERIFY(size >= 3000 && size < 3500);
    QCOMPARE(tooMany(size), QStringList());
    QCOMPARE(tooMany(size - 1), QStringList{older});
    QCOMPARE(tooMany(1500), (QStringList{older, old}));
    QCOMPARE(tooMany(0), (QStringList{older, old, fresh}));
    const CaptureStore::Excess excess = CaptureStore(folder(), 1500).excess();
    QVERIFY(excess.clearableSize() >= 2000 && excess.clearableSize() < 2500);
    QCOMPARE(CaptureStore::remove(excess.clearable).size(), 2);
    QCOMPARE(files(), QStringList{fresh});
}

void TestCaptureStore::openCapturesAreNotCounted()
{
    keep(u"2026-01-01_00-00-00_old.pullcord"_s, 1000, 200);
    const QString path = keep(u"2026-01-02_00-00-00_large.pullcord"_s, 100'000, 100);
    QCOMPARE(tooMany(2000).size(), 2);
    const auto open = *Capture::open(path);
    QCOMPARE(tooMany(2000), QStringList());
}

void TestCaptureStore::largeCaptureDoesNotSpareOlderOnes()
{
    const QString large = u"2026-01-03_00-00-00_large.pullcord"_s;
    const QString old = u"2026-01-01_00-00-00_old.pullcord"_s;
    const QString less = u"2026-01-02_00-00-00_less.pullcord"_s;
    keep(old, 1000, 300);
    keep(less, 1000, 200);
    keep(large, 100'000, 100);
    keep(u"2026-01-04_00-00-00_large.pullcord"_s, 100'000, 50);
    QCOMPARE(tooMany(150'000), (QStringList{old, less, large}));
    QCOMPARE(tooMany(201'500), QStringList{old});
}

void TestCaptureStore::agesFollowTheNames()
{
    const QString a = u"2026-01-03_00-00-00_a.pullcord"_s;
    const QString b = u"2026-01-01_00-00-00_b.pullcord"_s;
    const QString c = u"2026-01-02_00-00-00_c.pullcord"_s;
    for (const QString &name : {a, c, b})
        keep(name, 1000, 100);
    QCOMPARE(tooMany(0), (QStringList{b, c, a}));
    QFile broken(folder() + u"/2026-01-02_12-00-00.pullcord"_s); // its name gives the age
    QVERIFY(broken.open(QIODevice::WriteOnly));
    broken.write("something else");
    broken.close();
    QCOMPARE(tooMany(0).constFirst(), u"2026-01-02_12-00-00.pullcord"_s);
}

void TestCaptureStore::sparesFiles_data()
{
    QTest::addColumn<QString>("how");
    QTest::newRow("being written") << u"writer"_s;
    QTest::newRow("being read") << u"reader"_s;
    QTest::newRow("named by somebody else") << u"name"_s;
    QTest::newRow("a link") << u"link"_s;
    QTest::newRow("with marks") << u"marks"_s;
    QTest::newRow("named by the caller") << u"caller"_s;
}

void TestCaptureStore::sparesFiles()
{
    QFETCH(QString, how);
    const QString name = how == u"name" ? u"precious.pullcord"_s : u"2026-01-01_00-00-00_x.pullcord"_s;
    const QString other = u"2026-01-01_00-00-01.pullcord"_s;
    const QString path = folder() + u'/' + name;
    std::unique_ptr<Capture> user;
    QDir().mkpath(folder());
    if (how == u"link") {
        QVERIFY(QFile::link(keep(u"target.txt"_s, 1000, 100), path));
    } else if (how == u"writer") {
        user = *Capture::create(path, {});
    } else if (how == u"marks") {
        auto marked = *Capture::create(path, {});
        marked->append(CaptureEvents::ofKind(EventKind::Stderr, QByteArray((1 << 20) - 150, 'x'))); // over two slices
        marked->append(CaptureEvents::ofKind(EventKind::Mark, {}));
    } else {
        keep(name, 1000, 1000);
        if (how == u"reader")
            user = *Capture::open(path);
    }
    keep(other, 1000, 1);
    const QSet<QString> spared = how == u"caller" ? QSet{path} : QSet<QString>();
    QCOMPARE(tooMany(0, spared), QStringList{other}); // another file must be deleted
    if (user) {
        user.reset();
        QCOMPARE(tooMany(0).size(), 2);
    }
}

void TestCaptureStore::changedCapturesAreKept()
{
    const QString opened = keep(u"2026-01-01_00-00-00_opened.pullcord"_s, 1000, 300);
    const QString longer = keep(u"2026-01-02_00-00-00_longer.pullcord"_s, 1000, 200);
    const QString old = keep(u"2026-01-03_00-00-00_old.pullcord"_s, 1000, 100);
    const QList<CaptureStore::Old> found = CaptureStore(folder(), 0).excess().clearable;
    QCOMPARE(found.size(), 3);
    const auto reader = *Capture::open(opened);
    QFile file(longer);
    QVERIFY(file.open(QIODevice::Append));
    file.write("\n");
    file.close();
    const QList<CaptureStore::Old> removed = CaptureStore::remove(found);
    QCOMPARE(removed.size(), 1);
    QCOMPARE(removed.constFirst().path, old);
    QCOMPARE(files().size(), 2);
}

void TestCaptureStore::latest()
{
    const QString a = keep(u"2026-01-01_00-00-00_a.pullcord"_s, 0, 10);
    const QString b = keep(u"mine.pullcord"_s, 5000, 30); // began first, written last
    const QString c = keep(u"2026-01-01_00-00-00_c.pullcord"_s, 0, 20);
    for (const auto &[path, age] : {std::pair(a, 30), {b, 10}, {c, 20}}) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.setFileTime(Now.addSecs(-age), QFileDevice::FileModificationTime));
    }
    QFile other(folder() + u"/other.pullcord"_s);
    QVERIFY(other.open(QIODevice::WriteOnly));
    other.write("something else");
    other.close();
    const CaptureStore store(folder());
    const QList<CaptureStore::Kept> kept = store.latest(2);
    QCOMPARE(kept.size(), 2);
    QCOMPARE(kept[0].path, b);
    QCOMPARE(kept[0].header.title, u"title of mine.pullcord"_s);
    QCOMPARE(kept[0].size, QFileInfo(b).size());
    QVERIFY(kept[0].header.started.isValid());
    QCOMPARE(kept[1].path, c);
    QCOMPARE(store.latest(10).size(), 3);
    QVERIFY(store.latest(0).isEmpty());
}

QTEST_GUILESS_MAIN(TestCaptureStore)

#include "tst_capturestore.moc"
