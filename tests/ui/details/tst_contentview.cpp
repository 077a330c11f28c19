// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "core/mcp/catalog/contentblock.h"
#include "core/mcp/validation/outputcheck.h"
#include "ui/models/messages/contenttexts.h"
#include "ui/models/texts.h"
#include "ui/views/content/boundedimage.h"
#include "ui/views/content/contentpiece.h"
#include "ui/views/content/contentview.h"
#include "ui/views/content/hexview.h"
#include "ui/views/content/servericons.h"
#include "ui/views/messages/textview.h"
#include "ui/views/widgets/peerlabel.h"

#include <QBuffer>
#include <QImageReader>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Every kind of content, valid and invalid, and the limits on content of a peer.
class TestContentView : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_view.reset(); }
    void textIsPlain();
    void jsonIsIndentedOrUnchanged();
    void longLineIsScrollable();
    void longTextIsTruncated();
    void hugeTextIsTruncated();
    void image();
    void invalidImage_data();
    void invalidImage();
    void imagesAreDecodedWhenVisible();
    void imageOfTooManyPixelsIsNotRead();
    void imageAsHex();
    void audio();
    void invalidAudioIsNotPlayed();
    void onlySamplesArePlayed_data();
    void onlySamplesArePlayed();
    void linkIsRead();
    void linkWithoutServer();
    void embeddedResources();
    void blobAsHex();
    void otherKindsAreShownRaw();
    void annotationsAreShown();
    void fileNames_data();
    void fileNames();
    void piecesAreCreatedOnDemand();
    void serverIcons_data();
    void serverIcons();
    void outputIsChecked_data();
    void outputIsChecked();

private:
    void add(const QByteArray &block) { m_view->addBlock(ContentBlock::from(JsonValue(block))); }
    template<typename T>
    [[nodiscard]] T *find(const QString &name) const
    {
        return m_view->findChild<T *>(name);
    }
    [[nodiscard]] QString text() const { return find<TextView>(u"pieceText"_s)->toPlainText(); }
    [[nodiscard]] QString facts() const { return find<PeerLabel>(u"pieceFacts"_s)->text(); }
    [[nodiscard]] QString problem() const { return find<PeerLabel>(u"pieceProblem"_s)->text(); }

    std::unique_ptr<ContentView> m_view;
};

namespace {

QByteArray picture(int width, int height, const char *format)
{
    QImage image(width, height, QImage::Format_RGB32);
    image.fill(Qt::darkCyan);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, format);
    return bytes;
}

QByteArray block(const QByteArray &type, const QByteArray &mime, const QByteArray &bytes)
{
    return R"({"type":")" + type + R"(","mimeType":")" + mime + R"(","data":")" + bytes.toBase64() + "\"}";
}

QByteArray textBlock(const QString &text)
{
    return R"({"type":"text","text":)" + JsonText::quoted(text) + '}';
}

/// Returns the head of a WAVE file and silence.
QByteArray sound()
{
    return QByteArray::fromBase64("UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQgAAACAgICAgICAgA==");
}

} // namespace

void TestContentView::init()
{
    QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support )"_s));
    m_view = std::make_unique<ContentView>();
    m_view->resize(500, 600);
    m_view->show();
}

void TestContentView::textIsPlain()
{
    const QString markup = u"# Title\n<b>bold</b> <img src='http://example.com/'> **strong**"_s;
    add(textBlock(markup));
    QCOMPARE(text(), markup);
    QVERIFY(!find<QToolButton>(u"asItWas"_s));
    QCOMPARE(find<PeerLabel>(u"pieceFacts"_s)->textFormat(), Qt::PlainText);
    QSignalSpy saved(m_view.get(), &ContentView::saveRequested);
    find<QToolButton>(u"savePiece"_s)->click();
    QCOMPARE(saved.count(), 1);
    QCOMPARE(saved.at(0).at(0).toString(), u"text.txt"_s);
    QCOMPARE(saved.at(0).at(1).toByteArray(), markup.toUtf8());
}

void TestContentView::jsonIsIndentedOrUnchanged()
{
    const QString json = u"{\"b\": 1.10,\"a\":[18446744073709551616]}"_s;
    add(textBlock(json));
    QCOMPARE(text(), u"{\n  \"b\": 1.10,\n  \"a\": [\n    18446744073709551616\n  ]\n}"_s);
    find<QToolButton>(u"asItWas"_s)->click();
    QCOMPARE(text(), json);
    find<QToolButton>(u"asItWas"_s)->click();
    QVERIFY(text().contains(u'\n'));
}

void TestContentView::longLineIsScrollable()
{
    const auto lines = [this] {
        const auto *view = find<TextView>(u"pieceText"_s);
        return view->height() / view->fontMetrics().lineSpacing();
    };
    add(textBlock(u"many words "_s.repeated(50)));
    QTRY_VERIFY_WITH_TIMEOUT(find<TextView>(u"pieceText"_s)->width() > 400 && lines() >= 8, 5000);
    const int before = lines();
    m_view->resize(250, 10000);
    QTRY_VERIFY_WITH_TIMEOUT(lines() >= before * 3 / 2, 5000);
    m_view->resize(500, 10000);
    QTRY_COMPARE_WITH_TIMEOUT(lines(), before, 5000);
}

void TestContentView::longTextIsTruncated()
{
    const QString line = u"All “work” and no play.\n"_s;
    add(textBlock(line.repeated(3000)));
    QVERIFY(text().toUtf8().size() <= TextPiece::FirstShown);
    QVERIFY(text().toUtf8().size() > TextPiece::FirstShown * 9 / 10);
    QVERIFY(!text().contains(QChar::ReplacementCharacter));
    auto *more = find<QPushButton>(u"showMore"_s);
    QVERIFY(!more->isHidden());
    more->click();
    QCOMPARE(text(), line.repeated(3000));
    QVERIFY(more->isHidden());
}

void TestContentView::hugeTextIsTruncated()
{
    const QByteArray huge = R"({"type":"text","text":")" + QByteArray("a\\u00e9\\n").repeated(6'000'000) + "\"}";
    add(huge);
    QVERIFY(text().startsWith(u"aé\naé\n"_s));
    QVERIFY(text().size() <= TextPiece::FirstShown);
    auto *more = find<QPushButton>(u"showMore"_s);
    more->click();
    QVERIFY(text().size() <= TextPiece::MostShown);
    QVERIFY(!more->isHidden()); // and mentions that saving writes everything
    QVERIFY(!more->isEnabled());
    QSignalSpy saved(m_view.get(), &ContentView::saveRequested);
    find<QToolButton>(u"savePiece"_s)->click();
    QCOMPARE(saved.at(0).at(1).toByteArray().size(), 24'000'000);
}

void TestContentView::image()
{
    const QByteArray bytes = picture(20, 10, "png");
    add(block("image", "image/png", bytes));
    QVERIFY(!find<QWidget>(u"pieceImage"_s)->isHidden());
    QVERIFY2(facts().startsWith(u"image/png · "_s) && facts().endsWith(u"20 × 10 px"_s), qPrintable(facts()));
    QVERIFY(problem().isEmpty());
    QSignalSpy saved(m_view.get(), &ContentView::saveRequested);
    find<QToolButton>(u"savePiece"_s)->click();
    QCOMPARE(saved.at(0).at(0).toString(), u"image.png"_s);
    QCOMPARE(saved.at(0).at(1).toByteArray(), bytes);
}

void TestContentView::invalidImage_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("says");
    QTest::addColumn<bool>("isShown");
    const QByteArray png = picture(4, 4, "png");
    QTest::newRow("no base64") << R"({"type":"image","mimeType":"image/png","data":"no!"})"_ba << u"base64"_s << false;
    QTest::newRow("no data") << R"({"type":"image","mimeType":"image/png"})"_ba << u"base64"_s << false;
    QTest::newRow("empty") << block("image", "image/png", {}) << u"empty"_s << false;
    QTest::newRow("no image") << block("image", "image/png", "just words") << u"not an image"_s << false;
    QTest::newRow("cut off") << block("image", "image/png", png.left(40)) << u"broken"_s << false;
    QTest::newRow("another format") << block("image", "image/jpeg", png) << u"is png"_s << true;
    // If Qt can read SVG, it is distinguished from unknown formats.
    const QString says =
        QImageReader::supportedImageFormats().contains("svg") ? u"cannot be shown here"_s : u"not an image of"_s;
    QTest::newRow("drawing") << block("image", "image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'/>") << says
                             << false;
}

void TestContentView::invalidImage()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, says);
    QFETCH(bool, isShown);
    add(json);
    QTRY_VERIFY2_WITH_TIMEOUT(problem().contains(says), qPrintable(problem()), 5000); // maybe only when it is painted
    const auto *image = find<QWidget>(u"pieceImage"_s);
    QCOMPARE(image && !image->isHidden(), isShown);
}

/// Only visible images are decoded, because all of them would take gigabytes and minutes.
void TestContentView::imagesAreDecodedWhenVisible()
{
    const ContentBlock large = ContentBlock::from(JsonValue(block("image", "image/png", picture(3000, 3000, "png"))));
    for (int i = 0; i < ContentView::PiecesAtOnce; ++i)
        m_view->addBlock(large);
    auto *image = find<QWidget>(u"pieceImage"_s);
    QCOMPARE(image->grab().toImage().pixelColor(image->width() / 4, image->height() / 2), QColor(Qt::darkCyan));
}

void TestContentView::imageOfTooManyPixelsIsNotRead()
{
    const QByteArray bytes = picture(100, 100, "png");
    QVERIFY(BoundedImage::read(bytes, {.bytes = 100'000, .pixels = 10'000}));
    const auto pixels = BoundedImage::read(bytes, {.bytes = 100'000, .pixels = 9'999});
    QVERIFY(!pixels && pixels.error().detail.contains(u"100 × 100"_s));
    const auto size = BoundedImage::read(bytes, {.bytes = bytes.size() - 1, .pixels = 10'000});
    QVERIFY(!size && size.error().detail.contains(u"too large"_s));
    for (const Error &error : {pixels.error(), size.error()}) // these are our limits, not errors of the image
        QCOMPARE(error.kind, ErrorKind::Usage);
}

void TestContentView::imageAsHex()
{
    add(block("image", "image/png", picture(4, 4, "png")));
    find<QToolButton>(u"pieceHex"_s)->click();
    QVERIFY(find<QWidget>(u"pieceImage"_s)->isHidden());
    const QString digits = find<TextView>(u"hexText"_s)->toPlainText();
    QVERIFY2(digits.startsWith(u"00000000  89 50 4e 47 0d 0a 1a 0a"_s), qPrintable(digits));
    find<QToolButton>(u"pieceHex"_s)->click();
    QVERIFY(!find<QWidget>(u"pieceImage"_s)->isHidden());
    QVERIFY(!find<TextView>(u"hexText"_s)->isVisible());
}

void TestContentView::audio()
{
    add(block("audio", "audio/wav", sound()));
    QVERIFY2(problem().isEmpty(), qPrintable(problem()));
    QSignalSpy played(m_view.get(), &ContentView::playRequested);
    find<QToolButton>(u"playPiece"_s)->click();
    QCOMPARE(played.count(), 1);
    QCOMPARE(played.at(0).at(0).toString(), u"sound.wav"_s);
    QCOMPARE(played.at(0).at(1).toByteArray(), sound());
}

/// Only audio samples are played, because a player would fetch the URLs of a playlist.
void TestContentView::onlySamplesArePlayed_data()
{
    QTest::addColumn<QString>("mimeType");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("isPlayable");
    const QByteArray rest(20, '\0');
    QTest::newRow("scpls") << u"audio/x-scpls"_s << "[playlist]\nFile1=http://127.0.0.1/x\n"_ba << false;
    QTest::newRow("m3u") << u"audio/x-mpegurl"_s << "#EXTM3U\nhttp://127.0.0.1/x\n"_ba << false;
    QTest::newRow("m3u, said to be mp3") << u"audio/mpeg"_s << "#EXTM3U\nhttp://127.0.0.1/x\n"_ba << false;
    QTest::newRow("another family") << u"audio/mpeg"_s << sound() << false;
    QTest::newRow("wav") << u"audio/x-wav"_s << sound() << true;
    QTest::newRow("parameters") << u"Audio/WAV; rate=8000"_s << sound() << true;
    QTest::newRow("mp3") << u"audio/mpeg"_s << "\xff\xfb\x90"_ba + rest << true;
    QTest::newRow("mp3, tagged") << u"audio/mpeg"_s << "ID3"_ba + rest << true;
    QTest::newRow("ogg") << u"audio/ogg"_s << "OggS"_ba + rest << true;
    QTest::newRow("flac") << u"audio/flac"_s << "fLaC"_ba + rest << true;
    QTest::newRow("mp4") << u"audio/mp4"_s
                         << QByteArray("\0\0\0\x20"
                                       "ftyp",
                                       8) +
                                rest
                         << true;
    QTest::newRow("aac") << u"audio/aac"_s << "\xff\xf1\x50"_ba + rest << true;
    QTest::newRow("too short") << u"audio/ogg"_s << "OggS"_ba << false;
}

void TestContentView::onlySamplesArePlayed()
{
    QFETCH(QString, mimeType);
    QFETCH(QByteArray, bytes);
    QTEST(ContentTexts::isPlayable(mimeType, bytes), "isPlayable");
}

void TestContentView::invalidAudioIsNotPlayed()
{
    add(block("audio", "audio/wav", "[Desktop Entry]\nExec=sh"));
    QVERIFY(!find<QToolButton>(u"playPiece"_s)->isEnabled());
    QVERIFY(!problem().isEmpty());
    m_view->clear();
    add(block("audio", "application/x-desktop", sound()));
    QVERIFY(!find<QToolButton>(u"playPiece"_s)->isEnabled());
    m_view->clear(); // nor may the name of a resource select the program
    m_view->addResource(ResourceContents::from(
        JsonValue(R"({"uri":"demo:///run.desktop","mimeType":"audio/wav","blob":")" + sound().toBase64() + "\"}")));
    QSignalSpy played(m_view.get(), &ContentView::playRequested);
    find<QToolButton>(u"playPiece"_s)->click();
    QCOMPARE(played.at(0).at(0).toString(), u"sound.wav"_s);
}

void TestContentView::linkIsRead()
{
    m_view->setCanRead(true);
    add(R"({"type":"resource_link","uri":"demo:///a","name":"a","title":"The A","description":"<i>first</i>","size":7})");
    QCOMPARE(find<PeerLabel>(u"pieceUri"_s)->text(), u"demo:///a"_s);
    QCOMPARE(find<PeerLabel>(u"linkText"_s)->text(), u"The A\na\n<i>first</i>"_s);
    QCOMPARE(find<PeerLabel>(u"linkText"_s)->textFormat(), Qt::PlainText);
    QCOMPARE(facts(), u"7 B"_s);
    QSignalSpy read(m_view.get(), &ContentView::readRequested);
    find<QToolButton>(u"readLink"_s)->click();
    QCOMPARE(read.count(), 1);
    QCOMPARE(read.at(0).at(0).toString(), u"demo:///a"_s);
}

void TestContentView::linkWithoutServer()
{
    add(R"({"type":"resource_link","uri":"demo:///a","name":"a"})");
    QVERIFY(!find<QToolButton>(u"readLink"_s));
    m_view->clear();
    m_view->setCanRead(true);
    add(R"({"type":"resource_link","name":"a"})");
    QVERIFY(!find<QToolButton>(u"readLink"_s));
    QVERIFY(!problem().isEmpty());
}

void TestContentView::embeddedResources()
{
    add(R"({"type":"resource","resource":{"uri":"demo:///a.json","mimeType":"application/json","text":"[1,2]"}})");
    QCOMPARE(text(), u"[\n  1,\n  2\n]"_s);
    QSignalSpy saved(m_view.get(), &ContentView::saveRequested);
    find<QToolButton>(u"savePiece"_s)->click();
    QCOMPARE(saved.at(0).at(0).toString(), u"a.json"_s);
    QCOMPARE(saved.at(0).at(1).toByteArray(), "[1,2]");
    m_view->clear();
    add(R"({"type":"resource","resource":{"uri":"demo:///p","mimeType":"image/png","blob":")" +
        picture(3, 2, "png").toBase64() + "\"}}");
    QVERIFY(find<QWidget>(u"pieceImage"_s));
    m_view->clear();
    add(R"({"type":"resource","resource":{"uri":"demo:///n"}})");
    QVERIFY2(problem().contains(u"neither a text nor a blob"_s), qPrintable(problem()));
}

void TestContentView::blobAsHex()
{
    const QByteArray bytes = QByteArray("\0Pullcord\xff", 10).repeated(20'000);
    m_view->addResource({.uri = u"demo:///b"_s,
                         .mimeType = u"application/octet-stream"_s,
                         .isBlob = true,
                         .raw = R"({"blob":")" + bytes.toBase64() + "\"}"});
    const QString digits = find<TextView>(u"hexText"_s)->toPlainText();
    QVERIFY2(digits.contains(u".Pullcor"_s), qPrintable(digits.left(200)));
    QVERIFY(digits.contains(u"0000fff8 "_s) || digits.contains(u"0000fff0 "_s));
    QVERIFY(!digits.contains(u"00010000 "_s));
    QVERIFY(find<QLabel>(u"hexNote"_s));
    m_view->resize(1200, 600); // more per line in a wider view
    QTRY_VERIFY_WITH_TIMEOUT(find<TextView>(u"hexText"_s)->toPlainText().contains(u"\n00000010 "_s) &&
                                 !find<TextView>(u"hexText"_s)->toPlainText().contains(u"\n00000008 "_s),
                             5000);
}

void TestContentView::otherKindsAreShownRaw()
{
    add(R"({"type":"hologram","depth":3})");
    QCOMPARE(find<PeerLabel>(u"pieceTitle"_s)->text(), u"Other content: hologram"_s);
    QCOMPARE(text(), u"{\n  \"type\": \"hologram\",\n  \"depth\": 3\n}"_s);
    m_view->clear();
    add(R"({"type":"text","text":7})");
    QVERIFY(text().contains(u"\"text\": 7"_s));
    m_view->clear();
    add("7");
    QCOMPARE(text(), u"7"_s);
}

void TestContentView::annotationsAreShown()
{
    add(R"({"type":"text","text":"hello","annotations":{"audience":["user","assistant"],"priority":0.5}})");
    QCOMPARE(facts(), u"5 B · For: user, assistant · Priority: 0.5"_s);
}

void TestContentView::fileNames_data()
{
    QTest::addColumn<QString>("uri");
    QTest::addColumn<QString>("mimeType");
    QTest::addColumn<QString>("name");
    QTest::newRow("from the type") << u""_s << u"image/png"_s << u"base.png"_s;
    QTest::newRow("from the URI") << u"file:///a/b.csv"_s << u"text/plain"_s << u"b.csv"_s;
    QTest::newRow("from both") << u"file:///a/b"_s << u"application/json; charset=utf-8"_s << u"b.json"_s;
    QTest::newRow("of nothing") << u"demo:"_s << u"no such type"_s << u"base"_s;
    QTest::newRow("out of the folder") << u"file:///a/..%2F..%2Fetc%2Fpasswd"_s << u""_s << u"passwd"_s;
    QTest::newRow("hidden") << u"file:///a/.bashrc"_s << u""_s << u"bashrc"_s;
    QTest::newRow("dots") << u"file:///a/%2E%2E"_s << u"text/html"_s << u"base.html"_s;
    QTest::newRow("control characters") << u"file:///a/x%0A%00y"_s << u""_s << u"xy"_s;
}

void TestContentView::fileNames()
{
    QFETCH(QString, uri);
    QFETCH(QString, mimeType);
    QFETCH(QString, name);
    QCOMPARE(ContentTexts::fileName(uri, mimeType, u"base"_s), name);
}

void TestContentView::piecesAreCreatedOnDemand()
{
    constexpr int Count = 2 * ContentView::PiecesAtOnce + 20;
    const auto shown = [this] { return m_view->findChildren<TextView *>(u"pieceText"_s).size(); };
    for (int i = 0; i < Count; ++i)
        add(textBlock(QString::number(i)));
    QCOMPARE(shown(), ContentView::PiecesAtOnce);
    auto *more = find<QPushButton>(u"morePieces"_s);
    QVERIFY(more->isVisible());
    more->click();
    QCOMPARE(shown(), 2 * ContentView::PiecesAtOnce);
    more->click();
    QCOMPARE(shown(), Count);
    QVERIFY(more->isHidden());
    QCOMPARE(m_view->findChildren<TextView *>(u"pieceText"_s).constLast()->toPlainText(), QString::number(Count - 1));
}

void TestContentView::serverIcons_data()
{
    QTest::addColumn<QString>("src");
    QTest::addColumn<bool>("isShown");
    const auto uri = [](const QByteArray &bytes) {
        return u"data:image/png;base64,"_s + QString::fromLatin1(bytes.toBase64());
    };
    QTest::newRow("png") << uri(picture(16, 16, "png")) << true;
    QTest::newRow("jpeg") << uri(picture(16, 16, "jpeg")) << true;
    QTest::newRow("large") << uri(picture(500, 200, "png")) << true;
    QTest::newRow("another format") << uri(picture(16, 16, "bmp")) << false;
    QTest::newRow("too many pixels") << uri(picture(600, 600, "png")) << false;
    QTest::newRow("broken") << uri("what?") << false;
    QTest::newRow("no base64") << u"data:image/png,abc"_s << false;
    QTest::newRow("to be fetched") << u"https://example.com/icon.png"_s << false;
    QTest::newRow("a file") << u"file:///usr/share/pixmaps/debian-logo.png"_s << false;
    QTest::newRow("nothing") << QString() << false;
}

void TestContentView::serverIcons()
{
    QFETCH(QString, src);
    QFETCH(bool, isShown);
    ServerIcons icons;
    const Icon icon{.src = src, .mimeType = {}, .sizes = {}, .theme = {}};
    QSignalSpy arrived(&icons, &ServerIcons::arrived);
    QVERIFY(icons.icon({icon}, m_view->palette()).isNull()); // painting never waits
    QTRY_COMPARE_WITH_TIMEOUT(arrived.count(), src.startsWith(u"data:"_s) ? 1 : 0, 5000);
    QCOMPARE(!icons.icon({icon}, m_view->palette()).isNull(), isShown);
    QCOMPARE(!icons.icon({icon}, m_view->palette()).isNull(), isShown); // from memory
    QCoreApplication::processEvents();
    QVERIFY(arrived.count() <= 1);
    const QList<Icon> many = QList<Icon>(ServerIcons::MostIcons, Icon{}) << icon;
    QVERIFY(icons.icon(many, m_view->palette()).isNull());
    for (const QSize &size : icons.icon({icon}, m_view->palette()).availableSizes())
        QVERIFY(qMax(size.width(), size.height()) <= ServerIcons::MostShown);
}

void TestContentView::outputIsChecked_data()
{
    using Verdict = OutputCheck::Verdict;
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("structured");
    QTest::addColumn<bool>("isError");
    QTest::addColumn<Verdict>("verdict");
    QTest::addColumn<QStringList>("places");
    const QByteArray schema =
        R"({"type":"object","required":["a"],"properties":{"b":{"type":"array","items":{"minimum":5}}}})";
    QTest::newRow("no schema") << ""_ba
                               << "{}"_ba << false << Verdict::Nothing << QStringList();
    QTest::newRow("matches") << schema << R"({"a":1})"_ba << false << Verdict::Matches << QStringList();
    QTest::newRow("violated") << schema << R"({"b":[7,1]})"_ba << false << Verdict::Violated
                              << QStringList{u"/a is required"_s, u"/b/1 must be at least 5"_s};
    QTest::newRow("any JSON value") << R"({"type":"array"})"_ba
                                    << "[]"_ba << false << Verdict::Matches << QStringList();
    QTest::newRow("the whole") << schema << "7"_ba << false << Verdict::Violated
                               << QStringList{u"the whole value must be an object, not a number"_s};
    QTest::newRow("missing") << schema << ""_ba << false << Verdict::Violated << QStringList();
    QTest::newRow("failed, without") << schema << ""_ba << true << Verdict::Nothing << QStringList();
    QTest::newRow("failed, with") << schema << "{}"_ba << true << Verdict::Violated << QStringList{u"/a is required"_s};
    QTest::newRow("no schema at all") << R"({"type":7})"_ba
                                      << "{}"_ba << false << Verdict::Undecided << QStringList();
    QTest::newRow("no JSON") << "{"_ba
                             << "{}"_ba << false << Verdict::Undecided << QStringList();
    QTest::newRow("in part elsewhere, violated")
        << R"({"properties":{"a":{"$ref":"https://example.com/s.json"}},"required":["b"]})"_ba
        << R"({"a":1})"_ba << false << Verdict::Violated << QStringList{u"/b is required"_s};
    QTest::newRow("in part elsewhere, not used") << R"({"properties":{"a":{"$ref":"https://example.com/s.json"}}})"_ba
                                                 << "{}"_ba << false << Verdict::Matches << QStringList();
    QTest::newRow("elsewhere") << R"({"$ref":"https://example.com/s.json"})"_ba
                               << "{}"_ba << false << Verdict::Undecided << QStringList();
}

void TestContentView::outputIsChecked()
{
    QFETCH(QByteArray, schema);
    QFETCH(QByteArray, structured);
    QFETCH(bool, isError);
    QFETCH(QStringList, places);
    QFETCH(OutputCheck::Verdict, verdict);
    OutputCheck check = OutputCheck::of(schema, structured, isError);
    QStringList found = Texts::translated(check.places);
    found.sort();
    QVERIFY2(check.verdict == verdict, qPrintable(check.sentence));
    QCOMPARE(found, places);
    QCOMPARE(Texts::translated(check.lines()).join(u'\n').contains(u"documents are never fetched"_s),
             schema.contains("$ref") && verdict != OutputCheck::Verdict::Matches);
    QCOMPARE(check.sentence.isEmpty(), verdict == OutputCheck::Verdict::Nothing);
}

QTEST_MAIN(TestContentView)
#include "tst_contentview.moc"
