// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/filter/filter.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;
using Node = Filter::Node;
using Operator = FilterTerm::Operator;

class TestFilterLanguage : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void parses_data();
    void parses();
    void numbers_data();
    void numbers();
    void reportsErrors_data();
    void reportsErrors();
    void includesWeakerFilters();
    void quotesAnything();
    void nestsWithinLimits();
};

namespace {

QString written(const FilterTerm &term)
{
    static const QHash<Operator, QString> operators{
        {Operator::Is, u":"_s},       {Operator::Equals, u"="_s},
        {Operator::Differs, u"!="_s}, {Operator::Matches, u"~"_s},
        {Operator::Less, u"<"_s},     {Operator::LessOrEqual, u"<="_s},
        {Operator::Greater, u">"_s},  {Operator::GreaterOrEqual, u">="_s},
    };
    const QString field = term.field == FilterField::Id::Pointer ? QString::fromUtf8(term.pointer)
                                                                 : QString(FilterField::of(term.field).name);
    if (term.op == Operator::Exists)
        return field;
    const QString value = term.quoted ? Filter::quoted(term.value) : term.value;
    return field + operators.value(term.op) + value;
}

/// Prints a filter with all brackets.
QString written(const Node &node)
{
    if (node.kind == Node::Kind::Term)
        return written(node.term);
    QStringList parts;
    for (const Node &part : node.parts)
        parts.append(written(part));
    if (node.kind == Node::Kind::Not)
        return u"not(%1)"_s.arg(parts.front());
    return u"(%1)"_s.arg(parts.join(node.kind == Node::Kind::And ? u" & "_s : u" | "_s));
}

} // namespace

void TestFilterLanguage::parses_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("meaning");
    const auto row = [](const QString &text, const QString &meaning) {
        QTest::newRow(qPrintable(text)) << text << meaning;
    };
    row(u"needle"_s, u"text:needle"_s);
    row(u"tools/call"_s, u"text:tools/call"_s);
    row(u"-32601"_s, u"text:-32601"_s);
    row(u"\"two words\""_s, u"text:\"two words\""_s);
    row(u"\"late\""_s, u"text:\"late\""_s);
    row(u"\"/params\""_s, u"text:\"/params\""_s);
    row(u"late"_s, u"late"_s);
    row(u"LATE"_s, u"late"_s);
    row(u"method"_s, u"text:method"_s);
    row(u"method:tools/call"_s, u"method:tools/call"_s);
    row(u"Method = tools/call"_s, u"method=tools/call"_s);
    row(u"name:file:///a?b=c"_s, u"name:file:///a?b=c"_s);
    row(u"name!=\"a b\""_s, u"name!=\"a b\""_s);
    row(u"reason~\"time ?out\""_s, u"reason~\"time ?out\""_s);
    row(u"state:Cancelled"_s, u"state:cancelled"_s);
    row(u"state:canceled"_s, u"state:cancelled"_s);
    row(u"state=Canceling"_s, u"state=cancelling"_s);
    row(u"state:timed-out"_s, u"state:timedout"_s);
    row(u"state:in_flight"_s, u"state:inflight"_s);
    row(u"state:\"in flight\""_s, u"state:\"inflight\""_s);
    row(u"time>=2s"_s, u"time>=2s"_s);
    row(u"/params/name = \"echo\""_s, u"/params/name=\"echo\""_s);
    row(u"/params/name"_s, u"/params/name"_s);
    row(u"\"/a b/c\" > 3"_s, u"/a b/c>3"_s);
    row(u"a b"_s, u"(text:a & text:b)"_s);
    row(u"a and b AND c"_s, u"(text:a & text:b & text:c)"_s);
    row(u"a or b c or d"_s, u"(text:a | (text:b & text:c) | text:d)"_s);
    row(u"(a or b) c"_s, u"((text:a | text:b) & text:c)"_s);
    row(u"not a b"_s, u"(not(text:a) & text:b)"_s);
    row(u"not not late"_s, u"not(not(late))"_s);
    row(u"not(a or late)"_s, u"not((text:a | late))"_s);
    row(u"((a))"_s, u"text:a"_s);
    row(u"text:\"say \\\"hi\\\" \\\\ \\n\""_s, u"text:\"say \\\"hi\\\" \\\\ \\\\n\""_s);
}

void TestFilterLanguage::parses()
{
    QFETCH(QString, text);
    QFETCH(QString, meaning);
    const auto result = Filter::parse(text);
    if (const auto *problem = std::get_if<Filter::Problem>(&result))
        QFAIL(qPrintable(problem->message));
    const Filter &filter = std::get<Filter>(result);
    QCOMPARE(written(*filter.root()), meaning);
    QCOMPARE(filter.text(), text);
    QVERIFY(!filter.isEmpty());
}

void TestFilterLanguage::numbers_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("number");
    QTest::newRow("ns") << u"time>7ns"_s << 7.0;
    QTest::newRow("us") << u"time>7us"_s << 7e3;
    QTest::newRow("ms") << u"time<1.5ms"_s << 1.5e6;
    QTest::newRow("s") << u"time>=2S"_s << 2e9;
    QTest::newRow("quoted, with a space") << u"at>\"2 min\""_s << 12e10;
    QTest::newRow("h") << u"at<=1h"_s << 3.6e12;
    QTest::newRow("bytes") << u"size=500"_s << 500.0;
    QTest::newRow("kB") << u"size>2kB"_s << 2000.0;
    QTest::newRow("KiB") << u"size>2KiB"_s << 2048.0;
    QTest::newRow("MB") << u"size>1MB"_s << 1e6;
    QTest::newRow("GiB") << u"size>1GiB"_s << 1073741824.0;
    QTest::newRow("negative") << u"code:-32601"_s << -32601.0;
    QTest::newRow("JSON") << u"/a<1e3"_s << 1000.0;
}

void TestFilterLanguage::numbers()
{
    QFETCH(QString, text);
    QFETCH(double, number);
    const auto result = Filter::parse(text);
    QVERIFY(std::holds_alternative<Filter>(result));
    const FilterTerm &term = std::get<Filter>(result).root()->term;
    QVERIFY(term.isNumber);
    QCOMPARE(term.number, number);
}

void TestFilterLanguage::reportsErrors_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("says");
    QTest::addColumn<QString>("where");
    const auto row = [](const QString &text, const QString &says, const QString &where) {
        QTest::newRow(qPrintable(text)) << text << says << where;
    };
    row(u"colour:red"_s, u"no field “colour”"_s, u"colour"_s);
    row(u"http://x"_s, u"put it in quotes"_s, u"http"_s);
    row(u"state:dead"_s, u"“state” must be one of: open, ended"_s, u"dead"_s);
    row(u"state>open"_s, u"“state” does not support “>”"_s, u">"_s);
    row(u"late:yes"_s, u"“late” takes no value"_s, u":"_s);
    row(u"text=a"_s, u"“text” does not support “=”"_s, u"="_s);
    row(u"time>2"_s, u"A time is required here"_s, u"2"_s);
    row(u"time>-2s"_s, u"A time is required here"_s, u"-2s"_s);
    row(u"size>big"_s, u"A size is required here"_s, u"big"_s);
    row(u"code:x"_s, u"A number is required here"_s, u"x"_s);
    row(u"code:nan"_s, u"A number is required here"_s, u"nan"_s);
    row(u"/a < b"_s, u"A number is required here"_s, u"b"_s);
    row(u"/a < \"1\""_s, u"A number is required here"_s, u"\"1\""_s);
    row(u"reason~\"(\""_s, u"Not a regular expression"_s, u"\"(\""_s);
    row(u"\"open"_s, u"quote is not closed"_s, u"\"open"_s);
    row(u"name:\"open"_s, u"quote is not closed"_s, u"\"open"_s);
    row(u"(a or b"_s, u"“(” is not closed"_s, u"("_s);
    row(u"a) b"_s, u"no “(” that this closes"_s, u")"_s);
    row(u"a or"_s, u"A search term is required"_s, u""_s);
    row(u"or a"_s, u"A search term is required"_s, u"or"_s);
    row(u"()"_s, u"A search term is required"_s, u")"_s);
    row(u"not"_s, u"A search term is required"_s, u""_s);
    row(u"method:"_s, u"A value must follow “method:”"_s, u""_s);
    row(u"method: )"_s, u"A value must follow “method:”"_s, u")"_s);
    row(u">2s"_s, u"A field is required before “>”"_s, u">"_s);
}

void TestFilterLanguage::reportsErrors()
{
    QFETCH(QString, text);
    QFETCH(QString, says);
    QFETCH(QString, where);
    const auto result = Filter::parse(text);
    QVERIFY(std::holds_alternative<Filter::Problem>(result));
    const auto &problem = std::get<Filter::Problem>(result);
    QVERIFY2(problem.message.contains(says), qPrintable(problem.message));
    QVERIFY(problem.message.endsWith(u'.'));
    QCOMPARE(text.mid(problem.position, problem.length), where);
}

void TestFilterLanguage::includesWeakerFilters()
{
    const auto filter = [](const QString &text) { return std::get<Filter>(Filter::parse(text)); };
    QVERIFY(filter(u"late"_s).includes(filter(u"LATE"_s)));
    QVERIFY(filter(u"late dir:in"_s).includes(filter(u"dir:in"_s)));
    QVERIFY(filter(u"late dir:in a"_s).includes(filter(u"a late"_s)));
    QVERIFY(filter(u"late (a or b)"_s).includes(filter(u"a or b"_s)));
    QVERIFY(filter(u"late"_s).includes(filter(u""_s)));
    QVERIFY(!filter(u""_s).includes(filter(u"late"_s)));
    QVERIFY(!filter(u"not late"_s).includes(filter(u"late"_s)));
    QVERIFY(!filter(u"late or a"_s).includes(filter(u"late"_s)));
    QVERIFY(!filter(u"name:translate"_s).includes(filter(u"late"_s)));
}

void TestFilterLanguage::quotesAnything()
{
    for (const QString &text : {u"plain"_s, u"a \"b\" \\ c"_s, u"late) or ("_s, u""_s, u"\\"_s, u"line\nbreak"_s}) {
        const auto result = Filter::parse(Filter::quoted(text));
        QVERIFY2(std::holds_alternative<Filter>(result), qPrintable(text));
        QCOMPARE(std::get<Filter>(result).root()->term.value, text);
        QVERIFY(std::get<Filter>(result).root()->term.field == FilterField::Id::Text);
    }
    QVERIFY(std::get<Filter>(Filter::parse(u" \t"_s)).isEmpty());
}

void TestFilterLanguage::nestsWithinLimits()
{
    const auto nested = [](int depth) { return QString(depth, u'(') + u"a"_s + QString(depth, u')'); };
    QVERIFY(std::holds_alternative<Filter>(Filter::parse(nested(Filter::MaxDepth))));
    const auto deep = Filter::parse(nested(100'000));
    QVERIFY(std::holds_alternative<Filter::Problem>(deep));
    QVERIFY(std::get<Filter::Problem>(deep).message.contains(u"too deeply"_s));
    QVERIFY(std::holds_alternative<Filter::Problem>(Filter::parse(u"not "_s.repeated(100'000))));
}

QTEST_GUILESS_MAIN(TestFilterLanguage)

#include "tst_filterlanguage.moc"
