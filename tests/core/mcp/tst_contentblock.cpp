// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsonvalue.h"
#include "core/mcp/catalog/contentblock.h"

#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

using Type = ContentBlock::Type;

/// Content blocks, resource contents, and messages of prompts.
class TestContentBlock : public QObject
{
    Q_OBJECT

private:
    static ContentBlock block(const QByteArray &json) { return ContentBlock::from(JsonValue(json)); }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void blocks_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<Type>("type");
        QTest::addColumn<QString>("mimeType");
        QTest::addColumn<QString>("summary");
        QTest::newRow("text") << R"({"type":"text","text":"a\nb"})"_ba << Type::Text << QString() << u"a\nb"_s;
        QTest::newRow("image") << R"({"type":"image","data":"AP8K","mimeType":"image/png"})"_ba << Type::Image
                               << u"image/png"_s << u"[image image/png, 3 B]"_s;
        QTest::newRow("audio") << R"({"type":"audio","data":"","mimeType":"audio/wav"})"_ba << Type::Audio
                               << u"audio/wav"_s << u"[audio audio/wav, 0 B]"_s;
        QTest::newRow("bad data") << R"({"type":"image","data":"A*","mimeType":"image/png"})"_ba << Type::Image
                                  << u"image/png"_s << u"[image image/png, the data of the image is not base64]"_s;
        QTest::newRow("link") << R"({"type":"resource_link","uri":"x:y","name":"n","mimeType":"text/css"})"_ba
                              << Type::ResourceLink << u"text/css"_s << u"[resource_link x:y]"_s;
        QTest::newRow("embedded text")
            << R"({"type":"resource","resource":{"uri":"x:y","mimeType":"text/plain","text":"t"}})"_ba << Type::Resource
            << u"text/plain"_s << u"t"_s;
        QTest::newRow("embedded bytes") << R"({"type":"resource","resource":{"uri":"x:y","blob":"AP8K"}})"_ba
                                        << Type::Resource << QString() << u"[resource x:y, 3 B]"_s;
        QTest::newRow("unknown") << R"({"type":"tool_use","id":"1"})"_ba << Type::Other << QString() << u"[tool_use]"_s;
        QTest::newRow("not an object") << "7"_ba << Type::Other << QString() << u"[not an object: 7]"_s;
    }
    void blocks()
    {
        QFETCH(const QByteArray, json);
        const ContentBlock read = block(json);
        QTEST(read.type, "type");
        QTEST(read.mimeType, "mimeType");
        QTEST(read.summary(), "summary");
        QCOMPARE(read.raw, json);
    }

    void parts()
    {
        const ContentBlock image = block(R"({"type":"image","data":"AP8K","annotations":{"priority":1.0}})");
        QCOMPARE(*image.data(), QByteArray("\0\xff\n", 3));
        QCOMPARE(image.annotations, R"({"priority":1.0})");
        QVERIFY(image.text().isNull());
        QVERIFY(image.link().key().isEmpty());
        const ContentBlock text = block(R"({"type":"text","text":"t","data":"AP8K"})");
        QVERIFY(!text.data());
        QCOMPARE(text.text(), u"t"_s);
        const ContentBlock link = block(R"({"type":"resource_link","uri":"x:y","name":"n","title":"T","size":7})");
        QCOMPARE(link.link().key(), u"x:y"_s);
        QCOMPARE(link.link().title, u"T"_s);
        QCOMPARE(link.link().size, 7);
    }

    void lists()
    {
        const auto count = [](const QByteArray &json) { return ContentBlock::in(JsonValue(json)).size(); };
        QCOMPARE(count(R"([{"type":"text"},{"type":"x"}])"), 2);
        QCOMPARE(count(R"({"type":"text"})"), 1); // sampling has one block without a list
        QCOMPARE(count("[]"), 0);
        QCOMPARE(count("7"), 0);
        QCOMPARE(count(""), 0);
    }

    void contents()
    {
        const auto all = ResourceContents::in(
            R"({"contents":[{"uri":"a:1","mimeType":"text/plain","text":"\u00e9\u0000"},{"uri":"a:2","blob":"AP8K"},)"
            R"({"uri":"a:3"},{"uri":"a:4","blob":"A"},{"uri":"a:5","blob":7}]})");
        QVERIFY(all);
        QCOMPARE(all->size(), 5);
        const ResourceContents &text = all->at(0);
        QVERIFY(!text.isBlob);
        QCOMPARE(*text.bytes(), QByteArray("\xc3\xa9\0", 3));
        QCOMPARE(text.text(), QString(u"é"_s + QChar(u'\0')));
        QCOMPARE(text.summary(), u"a:1, text/plain, 3 B"_s);
        QVERIFY(all->at(1).isBlob);
        QCOMPARE(*all->at(1).bytes(), QByteArray("\0\xff\n", 3));
        QVERIFY(all->at(1).text().isNull());
        for (const qsizetype bad : {2, 3, 4}) {
            const Result<QByteArray> bytes = all->at(bad).bytes();
            QVERIFY(!bytes);
            QCOMPARE(bytes.error().kind, ErrorKind::Protocol);
            QVERIFY(bytes.error().detail.contains(all->at(bad).uri));
        }
    }

    void notAList_data()
    {
        QTest::addColumn<QByteArray>("result");
        QTest::newRow("nothing") << "{}"_ba;
        QTest::newRow("no list") << R"({"contents":{"uri":"x"},"messages":7})"_ba;
        QTest::newRow("no object") << "[]"_ba;
    }
    void notAList()
    {
        QFETCH(const QByteArray, result);
        QCOMPARE(ResourceContents::in(result).error().kind, ErrorKind::Protocol);
        QCOMPARE(PromptMessage::in(result).error().kind, ErrorKind::Protocol);
    }

    void messages()
    {
        const auto messages = PromptMessage::in(
            R"({"messages":[{"role":"user","content":{"type":"text","text":"a"}},{"role":"assistant","content":[)"
            R"({"type":"text","text":"b"},{"type":"text","text":"c"}]}]})");
        QVERIFY(messages);
        QCOMPARE(messages->size(), 2);
        QCOMPARE(messages->at(0).role, u"user"_s);
        QCOMPARE(messages->at(0).content.size(), 1);
        QCOMPARE(messages->at(0).raw, R"({"role":"user","content":{"type":"text","text":"a"}})");
        QCOMPARE(messages->at(1).content.at(1).text(), u"c"_s);
    }
};

QTEST_GUILESS_MAIN(TestContentBlock)
#include "tst_contentblock.moc"
