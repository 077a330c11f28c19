// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/messages/textview.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/windowfixture.h"

#include <QScrollBar>
#include <QTest>
#include <QTextBlock>

using namespace Qt::StringLiterals;
using namespace Pullcord;

class TestTextView : public QObject
{
    Q_OBJECT

private slots:
    void init() { WindowFixture::failOnWarnings(); }
    void wrappedLinesKeepTheirIndent_data();
    void wrappedLinesKeepTheirIndent();
    void itsEndIsReached();
    void longWordIsBrokenAnywhere();
};

namespace {

constexpr int Characters = 40; ///< columns of the view

void showNarrow(TextView &view)
{
    view.resize(Characters * letterWidth(view.fontMetrics()), 300);
    view.show();
}

/// Lays out the whole document, as scrolling through it does.
void lookThrough(const TextView &view)
{
    for (QTextBlock block = view.document()->begin(); block.isValid(); block = block.next())
        (void)view.document()->documentLayout()->blockBoundingRect(block);
}

} // namespace

void TestTextView::wrappedLinesKeepTheirIndent_data()
{
    QTest::addColumn<QString>("indent");
    QTest::addColumn<bool>("isWhole");
    QTest::newRow("none") << QString() << true;
    QTest::newRow("four") << u"    "_s << true;
    QTest::newRow("more than there is room for") << QString(Characters - 4, u' ') << false;
}

void TestTextView::wrappedLinesKeepTheirIndent()
{
    QFETCH(QString, indent);
    QFETCH(bool, isWhole);
    const QString text = u"{\n"_s + indent + u"\"key\": \"%1\"\n}"_s.arg(u"many words "_s.repeated(20));
    TextView view;
    view.showText(text);
    showNarrow(view);
    for (const int wider : {0, 60}) { // one width at a time
        view.resize(view.width() + wider, view.height());
        lookThrough(view);
        const QTextBlock block = view.document()->findBlockByNumber(1);
        const QTextLayout &lines = *block.layout();
        QVERIFY(lines.lineCount() > 4);
        QCOMPARE(block.lineCount(), lines.lineCount());
        const qreal edge = lines.lineAt(0).x();
        const qreal begin = lines.lineAt(0).cursorToX(int(indent.size()));
        for (int i = 1; i < lines.lineCount(); ++i) {
            const QTextLine line = lines.lineAt(i);
            QCOMPARE(line.x(), isWhole ? begin : edge + lines.lineAt(0).width() / 2);
            QVERIFY(line.x() + line.naturalTextWidth() <= view.viewport()->width());
            QVERIFY(line.y() > lines.lineAt(i - 1).y());
        }
    }
    QCOMPARE(view.toPlainText(), text);
}

/// Qt searches for the end of a word again in each line, which is very slow for a long word.
void TestTextView::longWordIsBrokenAnywhere()
{
    const QString words = u"several words "_s.repeated(20);
    TextView view;
    showNarrow(view);
    const auto firstLine = [&view](const QString &text) {
        view.showText(text);
        lookThrough(view);
        const QTextLine line = view.document()->firstBlock().layout()->lineAt(0);
        return text.left(line.textLength());
    };
    const QString whole = firstLine(words);
    QVERIFY2(whole.endsWith(u' '), qPrintable(whole));
    const QString broken = firstLine(words + QString(2000, u'x'));
    QVERIFY2(broken.size() > whole.trimmed().size(), qPrintable(broken));
    QVERIFY2(!words.at(broken.size() - 1).isSpace() && !words.at(broken.size()).isSpace(), qPrintable(broken));
    QCOMPARE(firstLine(words), whole);
}

void TestTextView::itsEndIsReached()
{
    QByteArrayList items;
    for (int i = 0; i < 50; ++i)
        items << "\"" + QByteArray("many words ").repeated(30) + '"';
    TextView view;
    view.showJson("{\"a\":{\"b\":{\"c\":[" + items.join(',') + "]}}}");
    showNarrow(view);
    lookThrough(view);
    QScrollBar *bar = view.verticalScrollBar();
    QTRY_COMPARE_WITH_TIMEOUT(bar->maximum() + bar->pageStep(), view.document()->lineCount(), 5000);
    bar->setValue(bar->maximum());
    QTextCursor end(view.document());
    end.movePosition(QTextCursor::End);
    QVERIFY(view.viewport()->rect().intersects(view.cursorRect(end)));
}

QTEST_MAIN(TestTextView)
#include "tst_textview.moc"
