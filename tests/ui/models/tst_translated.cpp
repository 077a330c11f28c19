// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/filter/filter.h"
#include "core/json/jsonschema.h"
#include "core/mcp/validation/messagecheck.h"
#include "core/rpc/tracecontext.h"
#include "ui/models/messages/eventtexts.h"
#include "ui/models/texts.h"

#include <QRegularExpression>
#include <QTest>
#include <QTranslator>

using namespace Pullcord;
using namespace Qt::StringLiterals;

namespace {

/// A second language: each sentence in brackets, with the last placeholder first.
class Brackets final : public QTranslator
{
public:
    using QTranslator::QTranslator;
    [[nodiscard]] bool isEmpty() const override { return false; }
    [[nodiscard]] QString translate(const char *context, const char *text, const char *, int) const override
    {
        return qstrcmp(context, TranslatableText::Context) == 0 ? u'[' + QString::fromUtf8(text) + u']' : QString();
    }
};

} // namespace

/// Texts of core in the language of the window: each part is translated, and nothing of a peer.
class TestTranslated : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(QCoreApplication::installTranslator(&m_language)); }
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void parts()
    {
        const TranslatableText inner = TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 item"), 1);
        QCOMPARE(
            Texts::translated(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 %2"), u"[a %1]"_s, inner)),
            u"[[a %1] [1 item]]"_s);
        QCOMPARE(Texts::translated(TranslatableText(u"a name"_s)), u"a name"_s);
    }

    void schemaErrors()
    {
        const auto schema = JsonSchema::compile(R"({"type":"string","$ref":"x"})");
        const QList<JsonSchemaError> errors = schema->validate(JsonValue("1"));
        QCOMPARE(errors.size(), 2);
        QCOMPARE(Texts::translated(errors.at(0).message), u"[must be [a string], not [a number]]"_s);
        QCOMPARE(
            Texts::translated(errors.at(1).message),
            u"[in the schema at /$ref: [$ref \"x\" points to another document, and documents are never fetched]]"_s);
        QCOMPARE(Texts::translated(schema->gaps()), QStringList{Texts::translated(errors.at(1).message)});
        const QString none = Texts::sentence(JsonSchema::compile("[").error());
        QVERIFY2(none.contains(u"[[the schema] is not valid JSON: [the text ends inside an array] (line"),
                 qPrintable(none));
    }

    void filters()
    {
        const auto parsed = Filter::parse(u"nothing:x"_s);
        QCOMPARE(Texts::translated(std::get<Filter::Problem>(parsed).message),
                 u"[There is no field “nothing”. To search for text, put it in quotes.]"_s);
    }

    void remarksOnMessages()
    {
        QCOMPARE(Texts::translated(MessageCheck::remarks(R"({"method":"ping"})", Revision::R2025_11_25)),
                 QStringList{u"[\"jsonrpc\" is missing or is not \"2.0\"]"_s});
        const QStringList broken = Texts::translated(MessageCheck::remarks("{", Revision::R2025_11_25));
        QCOMPARE(broken, QStringList{u"[not JSON, line 1, column 2: [the text ends inside an object]]"_s});
    }

    /// The reason of an event is recorded in English, and shown translated; quoted text stays.
    void reasonsOfEvents()
    {
        const Event failed =
            Event::ofKind(EventKind::Failed, {{u"reason"_s, u"sh ended with exit code 3. Its last output: no key"_s}});
        QCOMPARE(Texts::content(failed, 100), u"[[sh ended with exit code 3]. Its last output: no key]"_s);
        const Event refused = Event::ofKind(EventKind::Closed, {{u"reason"_s, u"Connection refused"_s}});
        QCOMPARE(Texts::content(refused, 100), u"Connection refused"_s);
        const Event cancel = Event::ofKind(EventKind::Cancel, {{u"reason"_s, u"the connection is closing"_s}});
        QCOMPARE(Texts::content(cancel, 100), u"the connection is closing"_s); // of the user
        const Event exchange = Event::ofKind(
            EventKind::Http,
            {{u"step"_s, u"end"_s}, {u"how"_s, u"broken"_s}, {u"reason"_s, u"no data was received for 50 ms"_s}});
        QVERIFY(Texts::content(exchange, 100).endsWith(u": [no data was received for 50 ms]"_s));
    }

    void traceContexts()
    {
        QCOMPARE(Texts::translated(TraceContext::parse("x").error().detail), u"[it has 1 characters instead of 55]"_s);
    }

private:
    Brackets m_language;
};

QTEST_GUILESS_MAIN(TestTranslated)
#include "tst_translated.moc"
