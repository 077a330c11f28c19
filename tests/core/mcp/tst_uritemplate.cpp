// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/catalog/uritemplate.h"

#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// URI templates: the examples of RFC 6570, section 3.2, and templates of real servers outside the grammar.
class TestUriTemplate : public QObject
{
    Q_OBJECT

private:
    /// Returns the variables of the examples.
    static UriTemplate::Values values()
    {
        UriTemplate::Values values{
            {u"count"_s, QStringList{u"one"_s, u"two"_s, u"three"_s}},
            {u"dom"_s, QStringList{u"example"_s, u"com"_s}},
            {u"dub"_s, u"me/too"_s},
            {u"hello"_s, u"Hello World!"_s},
            {u"half"_s, u"50%"_s},
            {u"var"_s, u"value"_s},
            {u"who"_s, u"fred"_s},
            {u"base"_s, u"http:\x2f/example.com/home/"_s},
            {u"path"_s, u"/foo/bar"_s},
            {u"list"_s, QStringList{u"red"_s, u"green"_s, u"blue"_s}},
            {u"v"_s, u"6"_s},
            {u"x"_s, u"1024"_s},
            {u"y"_s, u"768"_s},
            {u"empty"_s, u""_s},
            {u"empty_keys"_s, UriTemplate::Pairs()},
            {u"no_items"_s, QStringList()},
            {u"year"_s, QStringList{u"1965"_s, u"2000"_s, u"2012"_s}},
            {u"umlaut"_s, u"Füße"_s},
            {u"faces"_s, u"😀😁😂"_s},
            {u"triplet"_s, u"a%20b%2"_s},
            {u"user-id"_s, u"me"_s},
        };
        values.insert(u"keys"_s, UriTemplate::Pairs{{u"semi"_s, u";"_s}, {u"dot"_s, u"."_s}, {u"comma"_s, u","_s}});
        return values;
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void expands_data()
    {
        QTest::addColumn<QString>("uri");
        const auto row = [](const char *uriTemplate, const char *uri) {
            QTest::newRow(uriTemplate) << QString::fromUtf8(uri);
        };
        // 3.2.1
        row("{count}", "one,two,three");
        row("{count*}", "one,two,three");
        row("{/count}", "/one,two,three");
        row("{/count*}", "/one/two/three");
        row("{;count}", ";count=one,two,three");
        row("{;count*}", ";count=one;count=two;count=three");
        row("{?count}", "?count=one,two,three");
        row("{?count*}", "?count=one&count=two&count=three");
        row("{&count*}", "&count=one&count=two&count=three");
        // 3.2.2
        row("{var}", "value");
        row("{hello}", "Hello%20World%21");
        row("{half}", "50%25");
        row("O{empty}X", "OX");
        row("O{undef}X", "OX");
        row("{x,y}", "1024,768");
        row("{x,hello,y}", "1024,Hello%20World%21,768");
        row("?{x,empty}", "?1024,");
        row("?{x,undef}", "?1024");
        row("?{undef,y}", "?768");
        row("{var:3}", "val");
        row("{var:30}", "value");
        row("{list}", "red,green,blue");
        row("{list*}", "red,green,blue");
        row("{keys}", "semi,%3B,dot,.,comma,%2C");
        row("{keys*}", "semi=%3B,dot=.,comma=%2C");
        // 3.2.3
        row("{+var}", "value");
        row("{+hello}", "Hello%20World!");
        row("{+half}", "50%25");
        row("{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex");
        row("{+base}index", "http:\x2f/example.com/home/index");
        row("O{+empty}X", "OX");
        row("O{+undef}X", "OX");
        row("{+path}/here", "/foo/bar/here");
        row("here?ref={+path}", "here?ref=/foo/bar");
        row("up{+path}{var}/here", "up/foo/barvalue/here");
        row("{+x,hello,y}", "1024,Hello%20World!,768");
        row("{+path,x}/here", "/foo/bar,1024/here");
        row("{+path:6}/here", "/foo/b/here");
        row("{+list}", "red,green,blue");
        row("{+keys}", "semi,;,dot,.,comma,,");
        row("{+keys*}", "semi=;,dot=.,comma=,");
        // 3.2.4
        row("{#var}", "#value");
        row("{#hello}", "#Hello%20World!");
        row("{#half}", "#50%25");
        row("foo{#empty}", "foo#");
        row("foo{#undef}", "foo");
        row("{#x,hello,y}", "#1024,Hello%20World!,768");
        row("{#path:6}/here", "#/foo/b/here");
        row("{#list*}", "#red,green,blue");
        row("{#keys*}", "#semi=;,dot=.,comma=,");
        // 3.2.5
        row("{.who}", ".fred");
        row("{.who,who}", ".fred.fred");
        row("{.half,who}", ".50%25.fred");
        row("www{.dom*}", "www.example.com");
        row("X{.var}", "X.value");
        row("X{.empty}", "X.");
        row("X{.undef}", "X");
        row("X{.var:3}", "X.val");
        row("X{.list}", "X.red,green,blue");
        row("X{.list*}", "X.red.green.blue");
        row("X{.keys}", "X.semi,%3B,dot,.,comma,%2C");
        row("X{.keys*}", "X.semi=%3B.dot=..comma=%2C");
        row("X{.empty_keys}", "X");
        row("X{.empty_keys*}", "X");
        // 3.2.6
        row("{/who}", "/fred");
        row("{/half,who}", "/50%25/fred");
        row("{/who,dub}", "/fred/me%2Ftoo");
        row("{/var}", "/value");
        row("{/var,empty}", "/value/");
        row("{/var,undef}", "/value");
        row("{/var,x}/here", "/value/1024/here");
        row("{/var:1,var}", "/v/value");
        row("{/list}", "/red,green,blue");
        row("{/list*}", "/red/green/blue");
        row("{/list*,path:4}", "/red/green/blue/%2Ffoo");
        row("{/keys}", "/semi,%3B,dot,.,comma,%2C");
        row("{/keys*}", "/semi=%3B/dot=./comma=%2C");
        // 3.2.7
        row("{;who}", ";who=fred");
        row("{;half}", ";half=50%25");
        row("{;empty}", ";empty");
        row("{;v,empty,who}", ";v=6;empty;who=fred");
        row("{;v,bar,who}", ";v=6;who=fred");
        row("{;x,y}", ";x=1024;y=768");
        row("{;x,y,empty}", ";x=1024;y=768;empty");
        row("{;x,y,undef}", ";x=1024;y=768");
        row("{;hello:5}", ";hello=Hello");
        row("{;list}", ";list=red,green,blue");
        row("{;list*}", ";list=red;list=green;list=blue");
        row("{;keys}", ";keys=semi,%3B,dot,.,comma,%2C");
        row("{;keys*}", ";semi=%3B;dot=.;comma=%2C");
        // 3.2.8
        row("{?who}", "?who=fred");
        row("{?half}", "?half=50%25");
        row("{?x,y}", "?x=1024&y=768");
        row("{?x,y,empty}", "?x=1024&y=768&empty=");
        row("{?x,y,undef}", "?x=1024&y=768");
        row("{?var:3}", "?var=val");
        row("{?list}", "?list=red,green,blue");
        row("{?list*}", "?list=red&list=green&list=blue");
        row("{?keys}", "?keys=semi,%3B,dot,.,comma,%2C");
        row("{?keys*}", "?semi=%3B&dot=.&comma=%2C");
        // 3.2.9
        row("{&who}", "&who=fred");
        row("{&half}", "&half=50%25");
        row("?fixed=yes{&x}", "?fixed=yes&x=1024");
        row("{&x,y,empty}", "&x=1024&y=768&empty=");
        row("{&var:3}", "&var=val");
        row("{&list*}", "&list=red&list=green&list=blue");
        row("{&keys}", "&keys=semi,%3B,dot,.,comma,%2C");
        row("{&keys*}", "&semi=%3B&dot=.&comma=%2C");
        // More
        row("find{?year*}", "find?year=1965&year=2000&year=2012");
        row("", "");
        row("demo:x/ü %41%4", "demo:x/%C3%BC%20%41%254");
        row("{umlaut}", "F%C3%BC%C3%9Fe");
        row("{faces:2}", "%F0%9F%98%80%F0%9F%98%81");
        row("{triplet}", "a%2520b%252");
        row("{+triplet}", "a%20b%252");
        row("{?no_items*}", "");
        row("{undef,x}", "1024");
        row("{user-id}", "me");
    }
    void expands()
    {
        const auto uriTemplate = UriTemplate::parse(QString::fromUtf8(QTest::currentDataTag()));
        QVERIFY(uriTemplate);
        QTEST(uriTemplate->expand(values()), "uri");
    }

    void names()
    {
        const auto uriTemplate = UriTemplate::parse(u"a/{x}{?y*,x:3,long_name}{#z}"_s);
        QVERIFY(uriTemplate);
        QCOMPARE(uriTemplate->variables(), (QStringList{u"x"_s, u"y"_s, u"long_name"_s, u"z"_s}));
        QVERIFY(UriTemplate::parse(u"plain"_s)->variables().isEmpty());
    }

    void invalidTemplates_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("open") << u"a{x"_s << u"without its } (character 2)"_s;
        QTest::newRow("stray") << u"ab}"_s << u"without its { (character 3)"_s;
        QTest::newRow("stray behind one") << u"{a}b}"_s << u"(character 5)"_s;
        QTest::newRow("empty") << u"{}"_s << u"name is missing"_s;
        QTest::newRow("operator alone") << u"{?}"_s << u"name is missing"_s;
        QTest::newRow("comma at the end") << u"{a,}"_s << u"name is missing"_s;
        QTest::newRow("reserved operator") << u"{|a}"_s << u"operator | is reserved"_s;
        QTest::newRow("nested") << u"{a{b}}"_s << u"is not a name"_s;
        QTest::newRow("space") << u"{a b}"_s << u"\"a b\" is not a name"_s;
        QTest::newRow("no number") << u"{a:x}"_s << u"from 1 to 9999"_s;
        QTest::newRow("nothing") << u"{a:}"_s << u"from 1 to 9999"_s;
        QTest::newRow("zero") << u"{a:0}"_s << u"from 1 to 9999"_s;
        QTest::newRow("too long") << u"{a:10000}"_s << u"from 1 to 9999"_s;
        QTest::newRow("both modifiers") << u"{a:3*}"_s << u"from 1 to 9999"_s;
    }
    void invalidTemplates()
    {
        QFETCH(const QString, text);
        QFETCH(const QString, says);
        const auto uriTemplate = UriTemplate::parse(text);
        QVERIFY(!uriTemplate);
        QCOMPARE(uriTemplate.error().kind, ErrorKind::Usage);
        QVERIFY2(uriTemplate.error().detail.contains(says), qPrintable(uriTemplate.error().detail));
    }
};

QTEST_GUILESS_MAIN(TestUriTemplate)
#include "tst_uritemplate.moc"
