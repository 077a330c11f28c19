// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/wrapping/wrapstore.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

namespace {

const QString A = u"/mcpServers/a"_s;
const QString B = u"/mcpServers/b"_s;
const QByteArray Original =
    "{\"mcpServers\": {\n  \"a\": {\"command\": \"x\", \"env\": {\"API_KEY\": \"very-secret\"}},\n"
    "  \"b\": {\"command\": \"y\", \"args\": [\"1\"]}\n}}";

} // namespace

/// Files of hosts, changed and restored.
class TestWrapStore : public QObject
{
    Q_OBJECT

private:
    [[nodiscard]] QString path() const { return m_folder->filePath(u"mcp.json"_s); }
    [[nodiscard]] QString stored() const { return m_folder->filePath(u"store"_s); }
    [[nodiscard]] QByteArray text() const
    {
        QFile file(path());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    /// Makes a program that is never started.
    [[nodiscard]] QString install(const QString &name) const
    {
        QFile file(m_folder->filePath(name));
        return file.open(QIODevice::WriteOnly) ? file.fileName() : QString();
    }
    void write(const QByteArray &text) const
    {
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    [[nodiscard]] Result<WrapStore::Change> change(const QStringList &wrap, const QStringList &unwrap) const
    {
        const auto read = WrapStore::read({u"Host"_s, path()});
        if (!read)
            return read.error();
        return WrapStore(stored()).change(*read, wrap, unwrap,
                                          {.program = m_program, .folder = u"/captures"_s, .host = u"Host"_s});
    }
    void apply(const QStringList &wrap, const QStringList &unwrap) const
    {
        const auto made = change(wrap, unwrap);
        QVERIFY2(made, made ? "" : qPrintable(made.error().detail));
        const Outcome written = WrapStore(stored()).write(*made);
        QVERIFY2(written, written ? "" : qPrintable(written.error().detail));
    }

    std::optional<QTemporaryDir> m_folder;
    QString m_program; ///< of the proxy

private slots:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".?"_s));
        m_folder.emplace();
        m_program = install(u"pullcord-cli"_s);
        write(Original);
    }
    void restoresTheWholeFile();
    void restoresEntriesOfAChangedFile();
    void keepsWhatTheHostChangedInAnEntry();
    void mendsAMovedProgram();
    void readsWhatItHasWrapped();
    void noticesAChange();
    void keepsModeAndLink();
    void keepsSecretsPrivate();
    void namesWhatCannotBeRead_data();
    void namesWhatCannotBeRead();
};

/// Also after several changes.
void TestWrapStore::restoresTheWholeFile()
{
    apply({A}, {});
    const QByteArray one = text();
    QVERIFY(one.contains("pullcord-cli"));
    apply({A, B}, {}); // A is wrapped already
    QCOMPARE(text().count("pullcord-cli"), 2);
    QVERIFY(change({A, B}, {})->isEmpty());
    apply({}, {B});
    QCOMPARE(text(), one);
    apply({}, {A});
    QCOMPARE(text(), Original);
    QVERIFY(QDir(stored()).isEmpty());
    QVERIFY(change({}, {A})->isEmpty());
}

void TestWrapStore::restoresEntriesOfAChangedFile()
{
    apply({A, B}, {});
    QByteArray changed = text();
    const QByteArray added = "]},\n  \"c\": {\"command\": \"z\"}\n}}"; // by the host
    changed.replace("]}\n}}", added);
    write(changed);
    apply({}, {A});
    apply({}, {B});
    QCOMPARE(text(), QByteArray(Original).replace("]}\n}}", added));
    QVERIFY(QDir(stored()).isEmpty());
}

/// As it is now, since the host may have changed it.
void TestWrapStore::readsWhatItHasWrapped()
{
    QVERIFY(WrapStore(stored()).wrapped().isEmpty());
    apply({A}, {});
    const QList<WrapStore::Configuration> wrapped = WrapStore(stored()).wrapped();
    QCOMPARE(wrapped.size(), 1);
    QCOMPARE(wrapped.constFirst().place.tool, u"Host"_s);
    QCOMPARE(wrapped.constFirst().text, text());
    QVERIFY(ServerWrapping::isWrapped(wrapped.constFirst().servers.constFirst().target));
    QCOMPARE(ServerWrapping::title(wrapped.constFirst().servers.constFirst().target), u"Host: a"_s);
    QVERIFY(QFile::remove(path()));
    QVERIFY(WrapStore(stored()).wrapped().isEmpty());
    write(Original);
}

void TestWrapStore::keepsWhatTheHostChangedInAnEntry()
{
    apply({A, B}, {});
    write(text().replace("very-secret", "new"));
    apply({}, {A, B});
    QCOMPARE(text(), QByteArray(Original).replace("very-secret", "new"));
}

/// The file can still be restored as it was.
void TestWrapStore::mendsAMovedProgram()
{
    apply({A, B}, {});
    QVERIFY(QFile::remove(m_program));
    m_program = install(u"pullcord-cli-2"_s);
    QVERIFY(!change({A, B}, {})->isEmpty());
    apply({A, B}, {});
    QCOMPARE(text().count(m_program.toUtf8()), 2);
    QVERIFY(change({A, B}, {})->isEmpty());
    apply({}, {A, B});
    QCOMPARE(text(), Original);
}

/// Between the difference and the write.
void TestWrapStore::noticesAChange()
{
    const auto made = change({A}, {});
    QVERIFY(made);
    write(Original + '\n');
    const Outcome written = WrapStore(stored()).write(*made);
    QVERIFY(!written);
    QVERIFY(written.error().detail.endsWith(u"has changed since it was read, so nothing was written"_s));
    QCOMPARE(text(), Original + '\n');
}

void TestWrapStore::keepsModeAndLink()
{
    const QString target = m_folder->filePath(u"dotfiles.json"_s);
    QVERIFY(QFile::rename(path(), target));
    QVERIFY(QFile::link(u"dotfiles.json"_s, path()));
    const auto mode = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup;
    QVERIFY(QFile::setPermissions(target, mode));
    apply({A}, {});
    QVERIFY(QFileInfo(path()).isSymLink());
    QVERIFY(text().contains("pullcord-cli"));
    QCOMPARE(QFileInfo(target).permissions() & ~(QFile::ReadUser | QFile::WriteUser), mode);
}

void TestWrapStore::keepsSecretsPrivate()
{
    write(QByteArray(Original)
              .replace("very-secret", "very-secret\\\\1")
              .replace("[\"1\"]", "[\"--token\", \"very-secret-2\"]"));
    const auto made = change({A}, {});
    QVERIFY(made);
    const QString difference = made->difference();
    QVERIFY(difference.contains("pullcord-cli"_L1));
    QVERIFY2(!difference.contains("very-secret"_L1), qPrintable(difference));
    apply({A}, {});
    const auto files = QDir(stored()).entryInfoList(QDir::Files);
    QCOMPARE(files.size(), 2);
    for (const QFileInfo &file : files)
        QCOMPARE(file.permissions() & (QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup | QFile::WriteOther),
                 QFile::Permissions());
}

void TestWrapStore::namesWhatCannotBeRead_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("why");
    QTest::addRow("fault") << QByteArray("{\"mcpServers\": {\n\"a\": }}") << u"line 2, column 6"_s;
    QTest::addRow("no servers") << QByteArray("{}") << u"it contains no servers"_s;
}

void TestWrapStore::namesWhatCannotBeRead()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QString, why);
    write(text);
    const auto read = WrapStore::read({u"Host"_s, path()});
    QVERIFY(!read);
    QVERIFY2(read.error().detail.startsWith(path() + u": "_s + why), qPrintable(read.error().detail));
}

QTEST_GUILESS_MAIN(TestWrapStore)
#include "tst_wrapstore.moc"
