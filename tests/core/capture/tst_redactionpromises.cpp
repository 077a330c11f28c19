// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/redaction/redaction.h"

#include <QFile>
#include <QHash>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// The promises of the guide about known secrets, example by example.
class TestRedactionPromises : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void examples_data();
    void examples();
    void tokens_data();
    void tokens();
    void keysAndHooks_data();
    void keysAndHooks();
    void names_data();
    void names();
    void stays_data();
    void stays();
    void eachLanguagePromisesTheSame();

private:
    static constexpr QLatin1StringView Secret{"S3cret"};

    static QStringList linesOf(const QString &page);
    /// Returns the code spans of the line of the guide that contains `part`.
    static QStringList spansOf(const QString &part, const QString &page = u"captures.md"_s);
    static QStringList spansIn(const QString &line);
    /// Returns the text without known secrets; checks that a second pass finds nothing.
    static QString left(const QString &text);
};

QStringList TestRedactionPromises::linesOf(const QString &page)
{
    QFile file(qEnvironmentVariable("PULLCORD_GUIDE") + u'/' + page);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()).split(u'\n') : QStringList();
}

QStringList TestRedactionPromises::spansIn(const QString &line)
{
    QStringList spans = line.split(u'`');
    QStringList inside;
    for (qsizetype i = 1; i < spans.size(); i += 2)
        inside << spans.at(i);
    return inside;
}

QStringList TestRedactionPromises::spansOf(const QString &part, const QString &page)
{
    const QStringList lines = linesOf(page).filter(part);
    return lines.size() == 1 ? spansIn(lines.constFirst()) : QStringList();
}

QString TestRedactionPromises::left(const QString &text)
{
    const auto known = Redaction::parse({u"known"_s});
    QList<Redaction::Hit> hits;
    const QString once = known->redactedText(text, hits);
    return known->redactedText(once, hits) == once ? once : u"not the same: "_s + once;
}

void TestRedactionPromises::examples_data()
{
    QTest::addColumn<QString>("text");
    QString block;
    const QStringList lines = linesOf(u"captures.md"_s);
    for (const QString &line : lines) {
        const bool isOfBlock = line.startsWith("    "_L1);
        if (isOfBlock)
            block += line.sliced(4) + u'\n';
        if (!isOfBlock && block.contains(Secret))
            QTest::newRow(qPrintable(block)) << block;
        if (!isOfBlock)
            block.clear();
        for (const QString &span : spansIn(line)) {
            if (span.contains(Secret) && span != Secret)
                QTest::newRow(qPrintable(span)) << span;
        }
    }
}

/// The whole secret is masked, and nothing around it.
void TestRedactionPromises::examples()
{
    QFETCH(const QString, text);
    static const QRegularExpression Around(u"[\"'\\[\\]]"_s);
    static const QRegularExpression Several(u"(?:- )?\\*{3}(?:\\s+(?:- )?\\*{3})*"_s); // may be masked as one
    const auto bare = [](QString from) { return from.remove(Around).replace(Several, u"***"_s); };
    QCOMPARE(bare(left(text)), bare(QString(text).replace(Secret, "***"_L1)));
}

void TestRedactionPromises::tokens_data()
{
    QTest::addColumn<QString>("begin");
    const QStringList begins = spansOf(u"`ghp_…`"_s);
    for (const QString &begin : begins)
        QTest::newRow(qPrintable(begin)) << begin.chopped(1);
    QVERIFY(begins.size() > 35);
}

void TestRedactionPromises::tokens()
{
    QFETCH(const QString, begin);
    static const QHash<QString, QString> Rests{{u"SG."_s, u"AbCdEf1234567890.AbCdEf1234567890-_x"_s},
                                               {u"xapp-"_s, u"1-A0123456789-0123-0123456789abcdef"_s},
                                               {u"AKIA"_s, u"IOSFODNN7EXAMPLE"_s},
                                               {u"dapi"_s, u"0123456789abcdef0123456789abcdef"_s},
                                               {u"key-"_s, u"0123456789abcdef0123456789abcdef"_s},
                                               {u"eyJ"_s, u"hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-def_12"_s}};
    const QString rest = Rests.value(begin, u"AbCdEf1234567890AbCdEf1234567890AbCd"_s);
    const QString scheme = begin.endsWith(u' ') ? begin : QString();
    QCOMPARE(left(u"the %1%2, it says"_s.arg(begin, rest)), u"the %1***, it says"_s.arg(scheme));
    QCOMPARE(left(u"[\"%1%2\"]"_s.arg(begin, rest)), u"[\"%1***\"]"_s.arg(scheme));
}

/// One row for each kind that the guide names.
void TestRedactionPromises::keysAndHooks_data()
{
    QTest::addColumn<QString>("text");
    const auto row = [](const char *kind, const QString &text) { QTest::newRow(kind) << text; };
    const QString armoured = u"-----BEGIN %1-----\nAAAA\n-----END %1-----"_s;
    row("PEM", armoured.arg(u"RSA PRIVATE KEY"_s));
    row("OpenSSH", armoured.arg(u"OPENSSH PRIVATE KEY"_s));
    row("PGP", armoured.arg(u"PGP PRIVATE KEY BLOCK"_s));
    row("SSH2", u"---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nAAAA\n---- END SSH2 ENCRYPTED PRIVATE KEY ----"_s);
    row("PuTTY", u"PuTTY-User-Key-File-2: ssh-rsa\nPrivate-Lines: 1\nAAAA\nPrivate-MAC: 0a1b"_s);
    row("Slack", u"https://hooks.slack.com/services/AAAA/B"_s);
    row("Discord", u"https://discord.com/api/webhooks/12/AAAA"_s);
    row("Teams", u"https://x.webhook.office.com/webhookb2/AAAA@b/C"_s);
}

void TestRedactionPromises::keysAndHooks()
{
    QFETCH(const QString, text);
    const QString found = left(u"x %1 y"_s.arg(text));
    QVERIFY2(found.startsWith(u"x "_s) && found.endsWith(u"*** y"_s) && !found.contains(u"AAAA"_s), qPrintable(found));
    const QString kind = QString::fromLatin1(QTest::currentDataTag());
    QVERIFY(!linesOf(u"captures.md"_s).filter(QRegularExpression(u"^\\|.*\\b%1\\b"_s.arg(kind))).isEmpty());
}

void TestRedactionPromises::names_data()
{
    QTest::addColumn<QString>("name");
    const QStringList names = spansOf(u"`passphrase`"_s);
    for (const QString &name : names)
        QTest::newRow(qPrintable(name)) << (name == name.toLower() ? u"my_"_s + name : name);
    QVERIFY(names.size() > 20);
}

void TestRedactionPromises::names()
{
    QFETCH(const QString, name);
    QCOMPARE(left(u"{\"%1\":\"x\",\"my_name\":\"x\"}"_s.arg(name)), u"{\"%1\":\"***\",\"my_name\":\"x\"}"_s.arg(name));
    QCOMPARE(left(u"%1=x my_name=x"_s.arg(name)), u"%1=*** my_name=x"_s.arg(name));
    QCOMPARE(left(u"say %1: a1b2c3d4 x"_s.arg(name)), u"say %1: *** x"_s.arg(name));
    QCOMPARE(left(u"say token: x and auth = x"_s), u"say token: x and auth = x"_s);
}

void TestRedactionPromises::stays_data()
{
    QTest::addColumn<QString>("text");
    const QStringList texts = spansOf(u"`max_tokens: 100`"_s);
    for (const QString &text : texts)
        QTest::newRow(qPrintable(text)) << text;
    QVERIFY(texts.size() > 8);
}

void TestRedactionPromises::stays()
{
    QFETCH(const QString, text);
    QCOMPARE(left(text), text);
}

void TestRedactionPromises::eachLanguagePromisesTheSame()
{
    const auto promised = [](const QString &page) {
        QStringList all;
        const QStringList lines = linesOf(page);
        for (const QString &line : lines) {
            if (line.contains(Secret) || line.startsWith("    "_L1))
                all << (line.startsWith("    "_L1) ? QStringList{line} : spansIn(line));
        }
        for (const auto &part : {u"`ghp_…`"_s, u"`passphrase`"_s, u"`max_tokens: 100`"_s})
            all << spansOf(part, page);
        return all;
    };
    const QStringList english = promised(u"captures.md"_s);
    QVERIFY(english.size() > 100);
    QCOMPARE(promised(u"zh_CN/captures.md"_s), english);
}

QTEST_GUILESS_MAIN(TestRedactionPromises)
#include "tst_redactionpromises.moc"
