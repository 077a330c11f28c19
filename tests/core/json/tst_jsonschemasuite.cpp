// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
//
// The official JSON-Schema-Test-Suite, from the Debian package libtest-json-schema-acceptance-perl (the package
// json-schema-test-suite ends at draft-07). PULLCORD_JSON_SCHEMA_SUITE names another folder with tests/ and remotes/.
#include "core/json/jsonschema.h"

#include <QDir>
#include <QDirIterator>
#include <QRegularExpression>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

namespace {

const auto DefaultFolder = u"/usr/share/perl5/auto/share/dist/Test-JSON-Schema-Acceptance"_s;

/// Folders in which every test must pass.
const QStringList RequiredFolders = {u"draft2020-12"_s, u"draft7"_s};

/// Failing tests as "folder/file: group: test", each with the reason why that is right.
const QHash<QString, QString> ExpectedFailures = {};

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

struct Figures
{
    bool isEmptied =
        false; ///< the file has no list of groups: tests for a dialect that a later release of the suite dropped
    int total = 0;
    QStringList failed;   ///< "folder/file: group: test"
    QStringList problems; ///< problem of each failed test
};

/// Returns the fault in the result of a test; empty if it is correct.
QString problemWith(const JsonValue &test, const Result<JsonSchema> &schema)
{
    if (!schema)
        return schema.error().detail;
    const QList<JsonSchemaError> errors = schema->validate(test.member("data"));
    if (!errors.isEmpty() && errors.last().kind == JsonSchemaError::Kind::Undecided)
        return errors.last().message;
    for (const JsonSchemaError &error : errors) {
        if (error.message.isEmpty() || (!error.instanceLocation.isEmpty() && !error.instanceLocation.startsWith(u'/')))
            return u"an error without a message or place"_s;
    }
    if (errors.isEmpty() == test.member("valid").toBool().value_or(false))
        return {};
    return errors.isEmpty() ? u"found nothing wrong"_s : u"found wrong: "_s + errors.first().message;
}

} // namespace

class TestJsonSchemaSuite : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void passesRequiredTests_data();
    void passesRequiredTests();
    void passesNearlyAllTests_data();
    void passesNearlyAllTests();
    void reportsChangedFigures_data();
    void reportsChangedFigures();

private:
    [[nodiscard]] QStringList files(const QString &folder) const;
    [[nodiscard]] JsonSchemaOptions optionsFor(const QString &draft) const;
    [[nodiscard]] Figures run(const QString &file, const JsonSchemaOptions &options) const;
    [[nodiscard]] std::pair<qsizetype, qsizetype> count(const QString &folder, const JsonSchemaOptions &options) const;

    QString m_folder;
    JsonSchemaOptions m_options;
};

void TestJsonSchemaSuite::initTestCase()
{
    m_folder = qEnvironmentVariable("PULLCORD_JSON_SCHEMA_SUITE", DefaultFolder);
    QVERIFY2(QDir(m_folder + u"/tests/draft2020-12"_s).exists(),
             qPrintable(u"The JSON-Schema-Test-Suite is not in %1: install the Debian package "
                        "libtest-json-schema-acceptance-perl, or set PULLCORD_JSON_SCHEMA_SUITE"_s.arg(m_folder)));
    const QString remotes = m_folder + u"/remotes/"_s;
    for (QDirIterator it(remotes, {u"*.json"_s}, QDir::Files, QDirIterator::Subdirectories); it.hasNext();) {
        const QString path = it.next();
        m_options.documents.insert("http://localhost:1234/" + path.sliced(remotes.size()).toUtf8(), contentOf(path));
    }
    QVERIFY(!m_options.documents.isEmpty());
}

void TestJsonSchemaSuite::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
}

QStringList TestJsonSchemaSuite::files(const QString &folder) const
{
    QStringList files;
    for (const QString &name : QDir(m_folder + u"/tests/"_s + folder).entryList({u"*.json"_s}, QDir::Files, QDir::Name))
        files.append(folder + u'/' + name);
    return files;
}

/// The dialect is set, because not every schema of an older draft names it.
JsonSchemaOptions TestJsonSchemaSuite::optionsFor(const QString &draft) const
{
    const QHash<QString, QByteArray> dialects = {
        {u"draft2020-12"_s, "https://json-schema.org/draft/2020-12/schema"},
        {u"draft2019-09"_s, "https://json-schema.org/draft/2019-09/schema"},
        {u"draft7"_s, "http://json-schema.org/draft-07/schema"},
        {u"draft6"_s, "http://json-schema.org/draft-06/schema"},
        {u"draft4"_s, "http://json-schema.org/draft-04/schema"},
    };
    JsonSchemaOptions options = m_options;
    options.defaultDialect = dialects.value(draft);
    return options;
}

/// Returns the numbers of passed and of all tests, and prints failures.
std::pair<qsizetype, qsizetype> TestJsonSchemaSuite::count(const QString &folder,
                                                           const JsonSchemaOptions &options) const
{
    qsizetype total = 0;
    qsizetype failed = 0;
    for (const QString &file : files(folder)) {
        const Figures figures = run(file, options);
        total += figures.total;
        failed += figures.failed.size();
    }
    qInfo("%s: %lld of %lld", qPrintable(folder), qlonglong(total - failed), qlonglong(total));
    return {total - failed, total};
}

Figures TestJsonSchemaSuite::run(const QString &file, const JsonSchemaOptions &options) const
{
    Figures figures;
    const QByteArray text = contentOf(m_folder + u"/tests/"_s + file);
    figures.isEmptied = text.trimmed() == "[]";
    for (const JsonMember &group : JsonValue(text)) {
        const Result<JsonSchema> schema =
            JsonSchema::compile(group.value.member("schema").raw().toByteArray(), options);
        for (const JsonMember &test : group.value.member("tests")) {
            ++figures.total;
            const QString problem = problemWith(test.value, schema);
            if (problem.isEmpty())
                continue;
            figures.failed.append(u"%1: %2: %3"_s.arg(file, group.value.member("description").toString(),
                                                      test.value.member("description").toString()));
            figures.problems.append(problem);
        }
    }
    return figures;
}

void TestJsonSchemaSuite::passesRequiredTests_data()
{
    QTest::addColumn<QString>("file");
    for (const QString &folder : RequiredFolders) {
        for (const QString &file : files(folder))
            QTest::newRow(qPrintable(file)) << file;
    }
}

void TestJsonSchemaSuite::passesRequiredTests()
{
    QFETCH(const QString, file);
    const Figures figures = run(file, optionsFor(file.section(u'/', 0, 0)));
    QVERIFY(figures.total > 0 || figures.isEmptied);
    QStringList unexpected;
    for (qsizetype i = 0; i < figures.failed.size(); ++i) {
        if (!ExpectedFailures.contains(figures.failed[i]))
            unexpected.append(figures.failed[i] + u" -> "_s + figures.problems[i]);
    }
    QVERIFY2(unexpected.isEmpty(), qPrintable(unexpected.join(u'\n')));
    const QStringList expected = ExpectedFailures.keys().filter(file + u':');
    QVERIFY2(figures.failed.size() == expected.size(), "a test that is listed as failing passes now");
}

void TestJsonSchemaSuite::passesNearlyAllTests_data()
{
    QTest::addColumn<QString>("folder");
    for (const QString &folder : RequiredFolders)
        QTest::newRow(qPrintable(folder)) << folder;
}

void TestJsonSchemaSuite::passesNearlyAllTests()
{
    QFETCH(const QString, folder);
    const auto [passed, total] = count(folder, optionsFor(folder));
    QVERIFY(total > 800);
    QVERIFY(passed * 100 >= total * 98);
}

void TestJsonSchemaSuite::reportsChangedFigures_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<bool>("assertFormats");
    QTest::newRow("optional") << u"draft2020-12/optional"_s << true;
    QTest::newRow("formats") << u"draft2020-12/optional/format"_s << true;
    QTest::newRow("2019-09") << u"draft2019-09"_s << false;
    QTest::newRow("draft-06") << u"draft6"_s << false;
    QTest::newRow("draft-04") << u"draft4"_s << false;
}

/// Informative only: some parts are not supported, see core/json/README.md.
void TestJsonSchemaSuite::reportsChangedFigures()
{
    QFETCH(const QString, folder);
    QFETCH(const bool, assertFormats);
    JsonSchemaOptions options = optionsFor(folder.section(u'/', 0, 0));
    options.assertFormats = assertFormats;
    const auto [passed, total] = count(folder, options);
    QVERIFY(passed * 100 >= total * 90);
}

QTEST_GUILESS_MAIN(TestJsonSchemaSuite)
#include "tst_jsonschemasuite.moc"
