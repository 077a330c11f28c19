// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/filter/fuzzymatch.h"
#include "ui/models/filter/palettemodel.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;
using Kind = PaletteEntry::Kind;

class TestPaletteModel : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void matches_data();
    void matches();
    void prefers_data();
    void prefers();
    void everythingWithoutText();
    void bestFirst();
    void contiguousMatchBeforeScatteredLetters();
    void nameBeforeTexts();
    void usedBeforeOthers();
    void everyWordMustMatch();
    void availableEntriesAreFirst();
    void describesTheWholeRow();
    void manyEntries();
};

void TestPaletteModel::matches_data()
{
    QTest::addColumn<QString>("letters");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("upper"); ///< the text with the matched letters in upper case; empty: no match
    QTest::newRow("nothing") << u""_s << u"abc"_s << u"abc"_s;
    QTest::newRow("nothing in nothing") << u""_s << u""_s << u""_s;
    QTest::newRow("in nothing") << u"a"_s << u""_s << QString();
    QTest::newRow("whole") << u"abc"_s << u"abc"_s << u"ABC"_s;
    QTest::newRow("begin") << u"ab"_s << u"abc"_s << u"ABc"_s;
    QTest::newRow("too long") << u"abcd"_s << u"abc"_s << QString();
    QTest::newRow("wrong order") << u"ba"_s << u"abc"_s << QString();
    QTest::newRow("words") << u"cts"_s << u"connect to server"_s << u"Connect To Server"_s;
    QTest::newRow("side by side") << u"serv"_s << u"save server"_s << u"save SERVer"_s;
    QTest::newRow("beginnings of words") << u"cac"_s << u"copy as cancel"_s << u"Copy As Cancel"_s;
    QTest::newRow("what is typed before beginnings") << u"ca"_s << u"copy as cancel"_s << u"copy as CAncel"_s;
    QTest::newRow("a later beginning would leave nothing") << u"xab"_s << u"xa b a"_s << u"XA B a"_s;
    QTest::newRow("underscores part words") << u"pac"_s << u"progress_after_cancel"_s << u"Progress_After_Cancel"_s;
}

void TestPaletteModel::matches()
{
    QFETCH(QString, letters);
    QFETCH(QString, text);
    QFETCH(QString, upper);
    const auto match = FuzzyMatch::of(letters, text);
    QCOMPARE(match.has_value(), !upper.isNull());
    if (!match)
        return;
    QString shown = text;
    for (const qsizetype place : match->places)
        shown[place] = shown[place].toUpper();
    QCOMPARE(shown, upper);
}

void TestPaletteModel::prefers_data()
{
    QTest::addColumn<QString>("letters");
    QTest::addColumn<QString>("better");
    QTest::addColumn<QString>("worse");
    QTest::newRow("whole") << u"echo"_s << u"echo"_s << u"echoes"_s;
    QTest::newRow("side by side, whatever else") << u"curl"_s << u"a long text ends in xcurl"_s << u"c u r l"_s;
    QTest::newRow("begin of a word, however long") << u"raw"_s << u"look at all of it raw"_s << u"draw"_s;
    QTest::newRow("begin") << u"can"_s << u"cancel all"_s << u"all cancel"_s;
    QTest::newRow("begin of a word") << u"all"_s << u"cancel all"_s << u"wallet now"_s;
    QTest::newRow("side by side") << u"slow"_s << u"call slow"_s << u"sort log rows wide"_s;
    QTest::newRow("a word of many letters") << u"curl"_s << u"copy as curl command"_s << u"call ask_url…"_s;
    QTest::newRow("short") << u"call"_s << u"call x"_s << u"call a very long name of a tool"_s;
}

void TestPaletteModel::prefers()
{
    QFETCH(QString, letters);
    QFETCH(QString, better);
    QFETCH(QString, worse);
    const auto good = FuzzyMatch::of(letters, better);
    const auto bad = FuzzyMatch::of(letters, worse);
    QVERIFY(good->fit > bad->fit || (good->fit == bad->fit && good->score > bad->score));
}

namespace {

QStringList rowsOf(const PaletteModel &model)
{
    QStringList rows;
    for (int row = 0; row < model.rowCount(); ++row)
        rows << model.index(row).data().toString();
    return rows;
}

QList<PaletteEntry> entries()
{
    return {{.text = u"Cancel"_s, .where = u"Request"_s, .shortcut = u"Del"_s, .key = u"cancel"_s},
            {.text = u"Cancel All"_s,
             .where = u"Request"_s,
             .enabled = false,
             .whyNot = u"nothing is in flight"_s,
             .key = u"all"_s},
            {.text = u"Copy JSON"_s, .where = u"Request"_s, .key = u"json"_s},
            {.kind = Kind::Tool, .text = u"Call cancel_all…"_s, .key = u"tool"_s},
            {.kind = Kind::Page, .text = u"Cancelling a request"_s, .where = u"User Guide"_s}};
}

} // namespace

void TestPaletteModel::everythingWithoutText()
{
    PaletteModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QCOMPARE(model.rowCount(), 0);
    model.setEntries(entries(), {});
    // In their order, disabled entries last.
    QCOMPARE(rowsOf(model), QStringList({u"Cancel"_s, u"Copy JSON"_s, u"Call cancel_all…"_s, u"Cancelling a request"_s,
                                         u"Cancel All"_s}));
}

void TestPaletteModel::bestFirst()
{
    PaletteModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setEntries(entries(), {});
    model.setWanted(u"  CANCEL "_s);
    QCOMPARE(rowsOf(model).constFirst(), u"Cancel"_s);
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(model.index(0).data(PaletteModel::PlacesRole).value<QList<qsizetype>>(),
             QList<qsizetype>({0, 1, 2, 3, 4, 5}));
    model.setWanted(u"xyz"_s);
    QCOMPARE(model.rowCount(), 0);
    model.setWanted(QString());
    QCOMPARE(model.rowCount(), 5);
}

/// Whole words come before scattered letters, even if the latter entry was used recently and the former is disabled.
void TestPaletteModel::contiguousMatchBeforeScatteredLetters()
{
    PaletteModel model;
    model.setEntries({{.kind = Kind::Tool, .text = u"Call ask_url…"_s, .key = u"tool"_s},
                      {.text = u"Copy Command or URL"_s},
                      {.text = u"Copy as cURL Command"_s, .enabled = false}},
                     {u"tool"_s});
    model.setWanted(u"curl"_s);
    QCOMPARE(rowsOf(model), QStringList({u"Copy as cURL Command"_s, u"Call ask_url…"_s, u"Copy Command or URL"_s}));
}

void TestPaletteModel::nameBeforeTexts()
{
    PaletteModel model;
    model.setEntries({{.kind = Kind::Page, .text = u"Late answers"_s, .key = u"page"_s},
                      {.text = u"Later"_s},
                      {.kind = Kind::Tool, .text = u"Call late…"_s, .name = u"late"_s}},
                     {u"page"_s});
    model.setWanted(u"late"_s);
    QCOMPARE(rowsOf(model).constFirst(), u"Call late…"_s);
    model.setWanted(u"LATER"_s);
    QCOMPARE(rowsOf(model).constFirst(), u"Later"_s);
}

void TestPaletteModel::usedBeforeOthers()
{
    PaletteModel model;
    model.setEntries(entries(), {u"tool"_s, u"json"_s, u"gone"_s});
    QCOMPARE(rowsOf(model).first(3), QStringList({u"Call cancel_all…"_s, u"Copy JSON"_s, u"Cancel"_s}));
    model.setWanted(u"c"_s);
    QCOMPARE(rowsOf(model).constFirst(), u"Call cancel_all…"_s);
}

void TestPaletteModel::everyWordMustMatch()
{
    PaletteModel model;
    model.setEntries(entries(), {});
    model.setWanted(u"request json"_s); // one word is in the name of the menu
    QCOMPARE(rowsOf(model), QStringList{u"Copy JSON"_s});
    model.setWanted(u"all call"_s);
    QCOMPARE(rowsOf(model).constFirst(), u"Call cancel_all…"_s);
    model.setWanted(u"rqst"_s); // scattered letters match in the text only
    QVERIFY(!rowsOf(model).contains(u"Copy JSON"_s));
}

void TestPaletteModel::availableEntriesAreFirst()
{
    PaletteModel model;
    model.setEntries(
        {{.text = u"Save"_s, .enabled = false}, {.text = u"Look at what is saved"_s}, {.text = u"Save As"_s}}, {});
    model.setWanted(u"sav"_s);
    QCOMPARE(rowsOf(model).constFirst(), u"Save As"_s);
    model.setEntries({{.text = u"Save"_s, .enabled = false}, {.text = u"Look at what is saved"_s}}, {});
    model.setWanted(u"sa"_s);
    QCOMPARE(rowsOf(model), QStringList({u"Look at what is saved"_s, u"Save"_s}));
    model.setWanted(u"save"_s); // the only match
    QCOMPARE(rowsOf(model).constFirst(), u"Save"_s);
}

void TestPaletteModel::describesTheWholeRow()
{
    PaletteModel model;
    model.setEntries(entries(), {});
    const auto said = [&model](int row) { return model.index(row).data(Qt::AccessibleTextRole).toString(); };
    QCOMPARE(said(0), u"Cancel, Request, Del"_s);
    QCOMPARE(said(4), u"Cancel All, Request, not possible now: nothing is in flight"_s);
    QCOMPARE(model.index(4).data(PaletteModel::EnabledRole).toBool(), false);
    QCOMPARE(model.index(4).data(PaletteModel::EntryRole).value<qsizetype>(), qsizetype(1));
}

/// The cost per letter with thousands of tools, compared with reading all names once.
void TestPaletteModel::manyEntries()
{
    QList<PaletteEntry> many;
    for (int i = 0; i < 20'000; ++i)
        many.append({.kind = Kind::Tool, .text = u"Call some_tool_that_does_things_%1…"_s.arg(i)});
    many.append({.text = u"Somewhat else"_s});
    PaletteModel model;
    model.setEntries(many, {});
    QCOMPARE(model.rowCount(), int(PaletteModel::MostRows));
    model.setWanted(u"tool 19999"_s);
    QCOMPARE(model.index(0).data().toString(), u"Call some_tool_that_does_things_19999…"_s);
    QBENCHMARK
    {
        model.setWanted(u"stdt1"_s);
        model.setWanted(u"stdt12"_s);
    }
    QVERIFY(model.rowCount() > 0);
}

QTEST_GUILESS_MAIN(TestPaletteModel)
#include "tst_palettemodel.moc"
