// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/markdowntext.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

class TestMarkdownText : public QObject
{
    Q_OBJECT

private slots:
    void code_data();
    void code();
    void block_data();
    void block();
};

void TestMarkdownText::code_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QByteArray>("code");
    QTest::newRow("empty") << u""_s << QByteArray();
    QTest::newRow("plain") << u"a *b* <i> @all #1"_s << QByteArray("`a *b* <i> @all #1`");
    QTest::newRow("lines") << u" a\n\n| b\t"_s << QByteArray("`a | b`");
    QTest::newRow("backtick") << u"a`b"_s << QByteArray("`` a`b ``");
    QTest::newRow("backticks") << u"``"_s << QByteArray("``` `` ```");
    QTest::newRow("control") << u"\x1b[0m"_s << QByteArray("`\xe2\x90\x9b[0m`");
}

void TestMarkdownText::code()
{
    QFETCH(QString, text);
    QFETCH(QByteArray, code);
    QCOMPARE(MarkdownText::code(text), code);
    QCOMPARE(MarkdownText::cell(text), code.replace('|', "\\|"));
}

void TestMarkdownText::block_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("block");
    QTest::newRow("plain") << QByteArray("a") << QByteArray("```x\na\n```\n");
    QTest::newRow("ends with a line") << QByteArray("a\n") << QByteArray("```x\na\n```\n");
    QTest::newRow("fence") << QByteArray("a\n```\nb") << QByteArray("````x\na\n```\nb\n````\n");
    QTest::newRow("long fence") << QByteArray(9, '`')
                                << QByteArray(10, '`') + "x\n" + QByteArray(9, '`') + '\n' + QByteArray(10, '`') + '\n';
    QTest::newRow("NUL and tab") << QByteArray("\0\t", 2) << QByteArray("```x\n\xe2\x90\x80\t\n```\n");
}

void TestMarkdownText::block()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, block);
    QCOMPARE(MarkdownText::block(text, "x"), block);
}

QTEST_GUILESS_MAIN(TestMarkdownText)

#include "tst_markdowntext.moc"
