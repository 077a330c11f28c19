// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/secrets/secrets.h"

#include <QRegularExpression>
#include <QTest>

#include <limits>

#include <ctime>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// Processor time that this thread has used, in ns: unlike the time of the clock, it does not grow while other programs run.
static qint64 processorTime()
{
    timespec time = {};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return qint64(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

/// Time that it takes to find secrets, as a ratio between a long and a short text.
class TestSecretTimes : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void veryLongTexts_data();
    void veryLongTexts();
    void veryManyBackslashes_data();
    void veryManyBackslashes();
};

void TestSecretTimes::veryLongTexts_data()
{
    QTest::addColumn<QString>("part");
    for (const char *part : {"curl -u ",
                             "curl",
                             "curl -",
                             "a=",
                             "a=\"b=",
                             "token=a1 ",
                             "<token ",
                             "<token>",
                             "x: ",
                             "**a",
                             "\"a\":\"",
                             "name: x\n",
                             "ENV A \n",
                             "password=,a",
                             "password='",
                             "password=b\"a ",
                             "password: key ",
                             "a: |\n x\n",
                             "a:\n - x\n",
                             "api_keys=[\"x\",",
                             "\\\"a\\\":\\\"",
                             "://a:b@",
                             "| a ",
                             "<a key=\"b\" ",
                             "\"Authorization: Digest a",
                             "-----BEGIN ",
                             "eyJaaaaaaaa.",
                             "a=\"a\"",
                             "password=\"a\"b",
                             "\"a=b",
                             ";a=b c ",
                             "\"a: b",
                             "`a: `b",
                             "password=\"a\n",
                             "password='a ",
                             "token=a(\"",
                             "token=a('b\",",
                             "token=a(b(",
                             "token=\"a\" + ",
                             "token=\"a\"+\n",
                             "\"token\":\"a\" ",
                             "token=a b ",
                             "token=a b\n",
                             "token: a = b ",
                             "curl -u a:'b ",
                             "token=a&",
                             "credentials:\n a: b\n",
                             "a:\n",
                             "a: b: c = \"",
                             "token=\n\"a\"",
                             "token=(\"a\"\n",
                             "set('token', '",
                             "api_keys: [a, ",
                             "password=\"\"\"",
                             "password=\"\n",
                             "password: # a\n\n",
                             "password = input(",
                             "token = \"a\" \\\n",
                             "$a: "})
        QTest::newRow(part) << QString::fromLatin1(part);
}

/// The time must be linear in the text, not quadratic.
void TestSecretTimes::veryLongTexts()
{
    QFETCH(const QString, part);
    constexpr qint64 Never = std::numeric_limits<qint64>::max();
    // The best of three, until it is good enough.
    const auto timeOf = [&part](qsizetype count, qint64 enough) {
        const QString text = part.repeated(count) + u"u"_s.repeated(count);
        qint64 best = Never;
        for (int round = 0; round < 3 && best >= enough; ++round) {
            const qint64 start = processorTime();
            static_cast<void>(Secrets::maskedProse(text));
            best = std::min(best, processorTime() - start);
        }
        return best;
    };
    constexpr int Few = 2000;
    constexpr int Factor = 8;
    const qint64 most = 4 * Factor * timeOf(Few, 0);
    QCOMPARE_LT(timeOf(Few * Factor, most), most);
}

/// Each backslash may begin an escaped quote. With that many, the regular expression engine skips its check for the
/// presence of a quote.
void TestSecretTimes::veryManyBackslashes_data()
{
    QTest::addColumn<QString>("begin");
    for (const char *begin :
         {"password=\"", "password='", "{\\\"password\\\":\\\"", "\"password\":\"", "X-Api-Key: \""})
        QTest::newRow(begin) << QString::fromLatin1(begin);
}
void TestSecretTimes::veryManyBackslashes()
{
    QFETCH(const QString, begin);
    const auto timeOf = [&begin](qsizetype count) {
        const QString text = begin + QString(count, u'\\');
        const qint64 start = processorTime();
        static_cast<void>(Secrets::maskedProse(text));
        return processorTime() - start;
    };
    constexpr int Few = 75'000;
    constexpr int Factor = 8;
    timeOf(Few); // compiles the expressions first
    QCOMPARE_LT(timeOf(Few * Factor), 4 * Factor * timeOf(Few));
}

QTEST_GUILESS_MAIN(TestSecretTimes)
#include "tst_secrettimes.moc"
