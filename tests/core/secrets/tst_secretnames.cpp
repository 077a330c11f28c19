// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/secrets/secretnames.h"

#include <QRegularExpression>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// Names of secrets, and similar names and values that are not secret.
class TestSecretNames : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void names_data();
    void names();
    void settings_data();
    void settings();
    void tokens();

private:
    using Test = bool (*)(QStringView);
};

void TestSecretNames::names_data()
{
    QTest::addColumn<Test>("test");
    QTest::addColumn<QString>("are");
    QTest::addColumn<QString>("areNot");
    QTest::newRow("a secret")
        << Test(Secrets::isSecretName)
        << u"token --token --api-key apiKey APIKEY GITHUB_TOKEN clientSecret password Authorization Cookie "
           "Proxy-Authorization DB_PASSWORD dbpassword Mcp-Session-Id accessToken refresh_token AWS_SECRET_ACCESS_KEY "
           "private-key auth app.api-key ConnectionString"_s
        << u" --port author --keyboard monkey tokenizer bypass path Content-Type --verbose patch keyword TOKEN_URL "
           "tokenType password-file AUTH_MODE auth-method keyAlgorithm AWS_ACCESS_KEY_ID"_s;
    QTest::newRow("a secret member") << Test(Secrets::isSecretMember) << u"apiKey token auth sessionToken"_s
                                     << u"key keys session progressToken nextPageToken sort_key publicKey"_s;
    QTest::newRow("a secret of any type")
        << Test(Secrets::isPasswordMember) << u"password secret credentials pin"_s << u"token apiKey auth"_s;
    QTest::newRow("secrets") << Test(Secrets::namesSecrets)
                             << u"api_keys apiKeys apikeys access_tokens clientSecrets private-keys"_s
                             << u" tokens keys primary_keys key_features auth_methods boarding_pass monkeys apiKey"_s;
    QTest::newRow("one secret") << Test(Secrets::namesOneSecret)
                                << u"password secret pin api_key accessToken app.api-key OTP"_s
                                << u" token auth max_tokens maxTokens sort_key author_name apiKeyFile"_s;
    QTest::newRow("last word") << Test(Secrets::endsWithSecretName) << u"api-key token X-Auth-Token clientSecret"_s
                               << u" key-value tokenizer password-less"_s;
}

void TestSecretNames::names()
{
    QFETCH(const Test, test);
    QFETCH(const QString, are);
    QFETCH(const QString, areNot);
    const QStringList all = are.split(u' ') + areNot.split(u' ');
    for (qsizetype i = 0; i < all.size(); ++i)
        QVERIFY2(test(all.at(i)) == (i <= are.count(u' ')), qPrintable(all.at(i)));
}

void TestSecretNames::settings_data()
{
    QTest::addColumn<QString>("assignments");
    QTest::addColumn<bool>("areSettings");
    QTest::newRow("settings")
        << u"token_count=5|TOKEN_LIMIT=\"4096\"|max_tokens=100|maxTokens='1_000'|max-token=8k|prompt_tokens=12."
           "|tokens_per_second=12.5|num_keys=3|min_keys=1)|session_timeout=1h30m|token_expires_in=3600|jwt_ttl=-1"
           "|key_size=2048|x-ratelimit-reset-tokens=12ms|password_max_age=90|auth=none|auth=Basic|--auth=oauth2"
           "|use_token=yes|session=off|password=None|pin_memory=True|credentials=include|id-token=write"
           "|persist-credentials=false # of the job|token=$TOKEN|key=~/.ssh/id_rsa|token=<your token>"_s
        << true;
    QTest::newRow("secrets")
        << u"=5|token_count=a1b2c3d4|token_count=|max_tokens=123456789012345678901|token=12345678"
           "|access_tokens=12345678|api_key=12345678|key_max_value=5|max_pin=1234|password_total_x=1234|otp=123456"
           "|token_id=30m|password=basic|password=yes|secret=on|auth=hunter2|auth=none#1|auth=none of them"_s
        << false;
}

void TestSecretNames::settings()
{
    QFETCH(const QString, assignments);
    QFETCH(const bool, areSettings);
    const QStringList all = assignments.split(u'|');
    for (const QString &text : all)
        QVERIFY2(Secrets::isSetting(text.section(u'=', 0, 0), text.section(u'=', 1)) == areSettings, qPrintable(text));
}

void TestSecretNames::tokens()
{
    for (const char *text :
         {"a1b2c3d4", "\"a1b2c3d4\"", "(a1b2c3d4)", "a1b2c3d4**", "`a1b2c3d4`,", "A-B_1234", "YWJjZA12==", "1234567a"})
        QVERIFY2(Secrets::looksLikeToken(QString::fromLatin1(text)), text);
    for (const char *text : {"", "a1b2c3d", "12345678", "abcdefgh", "a1b2 c3d4", "a1b2(c3d4)"})
        QVERIFY2(!Secrets::looksLikeToken(QString::fromLatin1(text)), text);
}

QTEST_GUILESS_MAIN(TestSecretNames)
#include "tst_secretnames.moc"
