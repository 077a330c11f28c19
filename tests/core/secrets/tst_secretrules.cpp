// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/secrets/secretrules.h"
#include "core/secrets/secrets.h"

#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <limits>

#include <ctime>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// The table of rules: each finds its example and leaves its counter-example, in linear time.
class TestSecretRules : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void rows_data() { eachRule(); }
    void rows();
    void idsAreUnique();
    void longTexts_data();
    void longTexts();

private:
    static void eachRule()
    {
        QTest::addColumn<int>("row");
        for (int row = 0; row < Secrets::rules().size(); ++row)
            QTest::newRow(Secrets::rules().at(row).id.data()) << row;
    }
};

void TestSecretRules::rows()
{
    QFETCH(const int, row);
    static const QRegularExpression Secret(u"«[^»]*»"_s);
    const Secrets::Rule &rule = Secrets::rules().at(row);
    const QString example = rule.example.toString();
    const QString text = QString(example).remove(u'«').remove(u'»');
    const QString masked = QString(example).replace(Secret, u"***"_s);
    QVERIFY(QRegularExpression(rule.pattern.toString()).isValid() && QRegularExpression(rule.end.toString()).isValid());
    QVERIFY(std::any_of(rule.keywords.begin(), rule.keywords.end(),
                        [&](QLatin1StringView keyword) { return text.contains(keyword, Qt::CaseInsensitive); }));
    for (const QLatin1StringView keyword : rule.keywords)
        QVERIFY(keyword.size() >= 2 && QString(keyword) == QString(keyword).toLower());
    QVERIFY(masked != text);
    QCOMPARE(Secrets::maskedProse(text), masked);
    QCOMPARE(Secrets::maskedProse(masked), masked); // a second pass finds nothing
    QCOMPARE(Secrets::maskedProse(u"x\n"_s + text + u"\ny"_s), u"x\n"_s + masked + u"\ny"_s);
    QCOMPARE(Secrets::maskedText(text),
             rule.kind == Secrets::Rule::Kind::Value && rule.id != "query"_L1 ? text : masked);
    QCOMPARE(Secrets::maskedProse(rule.counterExample.toString()), rule.counterExample.toString());
}

void TestSecretRules::idsAreUnique()
{
    QSet<QString> ids;
    for (const Secrets::Rule &rule : Secrets::rules())
        ids.insert(rule.id);
    QCOMPARE(ids.size(), Secrets::rules().size());
    QVERIFY(ids.size() > 50);
}

void TestSecretRules::longTexts_data()
{
    QTest::addColumn<QString>("part");
    QSet<QString> keywords;
    for (const Secrets::Rule &rule : Secrets::rules()) {
        const QString keyword = rule.keywords.constLast();
        if (!keywords.contains(keyword))
            QTest::newRow(qPrintable(keyword)) << keyword;
        keywords.insert(keyword);
    }
    for (const char *part : {"eyJ-",
                             "eyJaaaaaaaa.",
                             "curl -u ",
                             "curl -",
                             "-----BEGIN PRIVATE KEY-----",
                             "://a:b@",
                             "://a:",
                             "password=\"",
                             "password='b",
                             "\\\"token\\\":\\\"",
                             "token: \"",
                             "token:",
                             "password:",
                             "auth='",
                             "\"token:'",
                             "token=a,",
                             "token=a&b",
                             "a=\"token: ",
                             "\"Authorization: a",
                             "token ",
                             "--token ",
                             "-token-",
                             "\\",
                             "token\\\\"})
        QTest::newRow(part) << QString::fromLatin1(part);
}

/// Processor time, as a ratio between a long and a short text; unlike the time of the clock, it does not grow while
/// other programs run.
void TestSecretRules::longTexts()
{
    QFETCH(const QString, part);
    constexpr qint64 Never = std::numeric_limits<qint64>::max();
    const auto now = [] {
        timespec time = {};
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return qint64(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
    };
    // The best of two, until it is good enough.
    const auto timeOf = [&](qsizetype count, qint64 enough) {
        const QString text = part.repeated(count) + u"u"_s.repeated(count);
        qint64 best = Never;
        for (int round = 0; round < 2 && best >= enough; ++round) {
            const qint64 start = now();
            static_cast<void>(Secrets::maskedProse(text));
            best = std::min(best, now() - start);
        }
        return best;
    };
    constexpr int Few = 600;
    constexpr int Factor = 8;
    const qint64 most = 4 * Factor * timeOf(Few, 0);
    QCOMPARE_LT(timeOf(Few * Factor, most), most);
}

QTEST_GUILESS_MAIN(TestSecretRules)
#include "tst_secretrules.moc"
