// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsonschema.h"
#include "core/translatabletext.h"

#include <QRegularExpression>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// Words in English, and the parts from which a translation is made.
class TestWords : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void verbatim()
    {
        const TranslatableText words = u"50 %1"_s;
        QCOMPARE(QString(words), u"50 %1"_s);
        QVERIFY(!words.sentence() && words.arguments().isEmpty());
        QVERIFY(TranslatableText().isEmpty());
    }

    void sentences()
    {
        const TranslatableText inner = TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 item"), 1);
        const TranslatableText words = TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%2 of %1, %3"),
                                                            u"%2"_s, QStringView(u"x"), inner);
        QCOMPARE(QString(words), u"x of %2, 1 item"_s); // a placeholder inside an argument is not replaced
        QCOMPARE(words.sentence(), "%2 of %1, %3");
        QCOMPARE(words.arguments().size(), 3);
        QCOMPARE(words.arguments().at(2).sentence(), "%1 item");
    }

    void filled_data()
    {
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("text");
        QTest::newRow("none") << u"plain"_s << QStringList() << u"plain"_s;
        QTest::newRow("twice") << u"%1%1"_s << QStringList{u"a"_s} << u"aa"_s;
        QTest::newRow("no such argument") << u"%1 %2"_s << QStringList{u"a"_s} << u"a %2"_s;
        QTest::newRow("no place") << u"100 % %0 %"_s << QStringList{u"a"_s} << u"100 % %0 %"_s;
        QTest::newRow("one digit") << u"%10"_s << QStringList{u"a"_s} << u"a0"_s;
    }

    void filled()
    {
        QFETCH(const QString, sentence);
        QFETCH(const QStringList, arguments);
        QTEST(TranslatableText::filled(sentence, arguments), "text");
    }

    void joined()
    {
        QCOMPARE(QString(TranslatableText::joined({}, "%1, %2")), QString());
        QCOMPARE(QString(TranslatableText::joined({u"a"_s}, "%1, %2")), u"a"_s);
        QCOMPARE(QString(TranslatableText::joined({u"a"_s, u"%2"_s, u"c"_s}, "%1, %2")), u"a, %2, c"_s);
    }

    /// The parts of an error are kept, so that it can be translated.
    void errorsKeepTheirParts()
    {
        const auto schema = JsonSchema::compile(R"({"type":["string","null"]})");
        const QList<JsonSchemaError> errors = schema->validate(JsonValue("1"));
        QCOMPARE(errors.size(), 1);
        const TranslatableText &message = errors.first().message;
        QCOMPARE(message.sentence(), "must be %1, not %2");
        QCOMPARE(message.arguments().at(0).sentence(), "%1 or %2");
        QCOMPARE(message.arguments().at(1).sentence(), "a number");
        const TranslatableText none = JsonSchema::compile("[").error().detail;
        QVERIFY(none.sentence());
        QCOMPARE(none.arguments().at(0).sentence(), "the schema");
    }
};

QTEST_GUILESS_MAIN(TestWords)
#include "tst_translatabletext.moc"
