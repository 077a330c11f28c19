// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// Names of secrets, and similar names that are not secret.

#include "core/secrets/secretnames.h"

#include <QRegularExpression>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

class TestSecretNames : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void names_data();
    void names();
    void lists();
    void ofOneWord();
    void lastWords();
    void settings_data();
    void settings();
    void tokens_data();
    void tokens();
};

void TestSecretNames::names_data()
{
    QTest::addColumn<bool>("secret");
    for (const char *name : {"token",
                             "--token",
                             "--api-key",
                             "apiKey",
                             "APIKEY",
                             "GITHUB_TOKEN",
                             "clientSecret",
                             "password",
                             "Authorization",
                             "Proxy-Authorization",
                             "Cookie",
                             "DB_PASSWORD",
                             "dbpassword",
                             "Mcp-Session-Id",
                             "accessToken",
                             "refresh_token",
                             "AWS_SECRET_ACCESS_KEY",
                             "private-key",
                             "auth",
                             "app.api-key"})
        QTest::newRow(name) << true;
    for (const char *name :
         {"", "--port", "author", "--keyboard", "monkey", "tokenizer", "bypass", "path", "Content-Type", "--verbose",
          "patch", "keyword", "TOKEN_URL", "tokenType", "password-file", "AUTH_MODE", "auth-method", "keyAlgorithm"})
        QTest::newRow(name) << false;
}

void TestSecretNames::names()
{
    QTEST(Secrets::isSecretName(QString::fromLatin1(QTest::currentDataTag())), "secret");
}

void TestSecretNames::lists()
{
    for (const char *name : {"api_keys", "apiKeys", "apikeys", "access_tokens", "clientSecrets", "private-keys"})
        QVERIFY2(Secrets::namesSecrets(QString::fromLatin1(name)), name);
    for (const char *name :
         {"", "tokens", "keys", "primary_keys", "key_features", "auth_methods", "boarding_pass", "monkeys", "apiKey"})
        QVERIFY2(!Secrets::namesSecrets(QString::fromLatin1(name)), name);
}

void TestSecretNames::ofOneWord()
{
    for (const char *name : {"password", "secret", "pin", "api_key", "accessToken", "app.api-key", "OTP"})
        QVERIFY2(Secrets::namesOneSecret(QString::fromLatin1(name)), name);
    for (const char *name : {"", "token", "auth", "max_tokens", "maxTokens", "sort_key", "author_name", "apiKeyFile"})
        QVERIFY2(!Secrets::namesOneSecret(QString::fromLatin1(name)), name);
}

void TestSecretNames::lastWords()
{
    for (const char *name : {"api-key", "token", "X-Auth-Token", "clientSecret"})
        QVERIFY2(Secrets::endsWithSecretName(QString::fromLatin1(name)), name);
    for (const char *name : {"", "key-value", "tokenizer", "password-less"})
        QVERIFY2(!Secrets::endsWithSecretName(QString::fromLatin1(name)), name);
}

void TestSecretNames::settings_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("value");
    QTest::addColumn<bool>("isOne");
    const auto rows = [](bool isOne, const QStringList &all) {
        for (const QString &text : all) {
            const qsizetype equals = text.indexOf(u'=');
            QTest::newRow(qPrintable(text)) << text.first(equals) << text.sliced(equals + 1) << isOne;
        }
    };
    rows(true, {u"token_count=5"_s,
                u"TOKEN_LIMIT=\"4096\""_s,
                u"max_tokens=100"_s,
                u"maxTokens='1_000'"_s,
                u"max-token=8k"_s,
                u"prompt_tokens=12."_s,
                u"tokens_per_second=12.5"_s,
                u"num_keys=3"_s,
                u"total_keys=3"_s,
                u"min_keys=1)"_s,
                u"session_timeout=30m"_s,
                u"session_timeout=1h30m"_s,
                u"token_expires_in=3600"_s,
                u"jwt_ttl=-1"_s,
                u"key_size=2048"_s,
                u"x-ratelimit-reset-tokens=6m0s"_s,
                u"x-ratelimit-reset-tokens=12ms"_s,
                u"password_max_age=90"_s,
                u"auth=none"_s,
                u"auth=Basic"_s,
                u"--auth=oauth2"_s,
                u"use_token=yes"_s,
                u"session=off"_s,
                u"password=None"_s,
                u"pin_memory=True"_s,
                u"credentials=include"_s,
                u"credentials=same-origin"_s,
                u"persist-credentials=false # of the job"_s,
                u"id-token=write"_s,
                u"idToken=read"_s});
    rows(false, {u"=5"_s, u"token_count=a1b2c3d4"_s, u"token_count="_s, u"max_tokens=123456789012345678901"_s,
                 u"token=12345678"_s, u"access_tokens=12345678"_s, u"api_key=12345678"_s, u"key_max_value=5"_s,
                 u"max_pin=1234"_s, u"password_total_x=1234"_s, u"otp=123456"_s, u"token_id=30m"_s, u"password=basic"_s,
                 u"password=yes"_s, u"secret=on"_s, u"auth=hunter2"_s, u"auth=none#1"_s, u"auth=none of them"_s});
}

void TestSecretNames::settings()
{
    QFETCH(const QString, name);
    QFETCH(const QString, value);
    QTEST(Secrets::isSetting(name, value), "isOne");
}

void TestSecretNames::tokens_data()
{
    QTest::addColumn<bool>("isOne");
    for (const char *text :
         {"a1b2c3d4", "\"a1b2c3d4\"", "(a1b2c3d4)", "a1b2c3d4**", "`a1b2c3d4`,", "A-B_1234", "YWJjZA12==", "1234567a"})
        QTest::newRow(text) << true;
    for (const char *text : {"", "a1b2c3d", "12345678", "abcdefgh", "a1b2 c3d4", "a1b2(c3d4)"})
        QTest::newRow(text) << false;
}

void TestSecretNames::tokens()
{
    QTEST(Secrets::looksLikeToken(QString::fromLatin1(QTest::currentDataTag())), "isOne");
}

QTEST_GUILESS_MAIN(TestSecretNames)
#include "tst_secretnames.moc"
