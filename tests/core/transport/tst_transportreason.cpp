// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/transportfailure.h"
#include "core/transport/transportreason.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QSslError>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

class TestTransportReason : public QObject
{
    Q_OBJECT

private slots:
    void recognized_data()
    {
        QTest::addColumn<TranslatableText>("made");
        const auto row = [](const char *name, const TranslatableText &made) { QTest::newRow(name) << made; };
        using T = TranslatableText;
        const T early = T::of(TransportReason::ExitedEarly, u"sh"_s, 3);
        row("no argument", T::of(TransportReason::Closing));
        row("one argument", T::of(TransportReason::Silence, 50));
        row("two arguments", T::of(TransportReason::IsLoopback, u"h"_s, u"::1"_s));
        row("an end", early);
        row("an end with its output", T::of(TransportReason::LastOutput, early, u"no\nsuch (key)"_s));
        row("both outputs",
            T::of(TransportReason::LastOutput, T::of(TransportReason::FirstOutput, early, u"usage"_s), u"x"_s));
        row("a program", T::of(TransportReason::NotStarted, u"/x"_s, T::of(TransportReason::NoSuchFile)));
        row("with a hint", T::of(TransportReason::WithHint, T::of(TransportReason::NotFound, u"cmd"_s),
                                 T::of(TransportReason::HintWindows)));
        row("may expect TLS", T::of(TransportReason::MayExpectTls, T::of(TransportReason::NoResponse)));
        row("with bytes", T::of(TransportReason::AtBytes, T::of(TransportReason::CutBody), u"\"{\""_s));
        row("invalid HTTP", T::of(TransportReason::AtBytes, T::of(TransportReason::InvalidHttp, u"bad"_s), u"x"_s));
        row("of a proxy", T::of(TransportReason::ClientEndedSession));
    }

    /// A recorded reason becomes the sentence that it was made of.
    void recognized()
    {
        QFETCH(const TranslatableText, made);
        const TranslatableText found = TransportReason::recognized(QString(made));
        compare(found, made);
    }

    void identified_data() { recognized_data(); }
    /// A recorded reason with its identifier does not depend on its wording.
    void identified()
    {
        QFETCH(const TranslatableText, made);
        QJsonObject details{{u"reason"_s, QString(made)}, {u"other"_s, 1}};
        TransportReason::addId(EventKind::Closed, details);
        QVERIFY(details.value("reasonId"_L1).isArray());
        details.insert(u"reason"_s, u"in the words of another version"_s);
        TransportReason::takeId(EventKind::Closed, details);
        QCOMPARE(details, (QJsonObject{{u"reason"_s, QString(made)}, {u"other"_s, 1}}));
    }

    void records_data()
    {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QString>("reason");
        const QString recorded = u"as recorded"_s;
        QTest::newRow("no argument") << R"(["closing"])"_ba << u"the connection is closing"_s;
        QTest::newRow("arguments") << R"(["exited","sh","1"])"_ba << u"sh ended with exit code 1"_s;
        QTest::newRow("another reason") << R"(["lastOutput",["exited","sh","1"],"x"])"_ba
                                        << u"sh ended with exit code 1. Its last output: x"_s;
        QTest::newRow("unknown") << R"(["ofALaterVersion","sh"])"_ba << recorded;
        QTest::newRow("unknown within") << R"(["lastOutput",["ofALaterVersion"],"x"])"_ba << recorded;
        QTest::newRow("too few arguments") << R"(["exited","sh"])"_ba << recorded;
        QTest::newRow("too many arguments") << R"(["closing","sh"])"_ba << recorded;
        QTest::newRow("a number") << R"(["exited","sh",1])"_ba << recorded;
        QTest::newRow("empty") << "[]"_ba << recorded;
        QTest::newRow("a string") << R"("closing")"_ba << recorded;
        QTest::newRow("deep") << R"(["withHint",)"_ba.repeated(9) + "[]" + R"(,"x"])"_ba.repeated(9) << recorded;
    }
    void records()
    {
        QFETCH(const QByteArray, id);
        QFETCH(const QString, reason);
        QJsonObject details{{u"reason"_s, u"as recorded"_s}};
        const QJsonDocument parsed = QJsonDocument::fromJson('[' + id + ']');
        QVERIFY(!parsed.isNull());
        details.insert(u"reasonId"_s, parsed.array().first());
        TransportReason::takeId(EventKind::Closed, details);
        QCOMPARE(details, (QJsonObject{{u"reason"_s, reason}}));
    }

    void earlierWordings_data()
    {
        QTest::addColumn<QString>("recorded");
        QTest::addColumn<TranslatableText>("made");
        using T = TranslatableText;
        QTest::newRow("no argument") << u"the server has ended its stream of events"_s
                                     << T::of(TransportReason::EventsEnded);
        QTest::newRow("arguments") << u"h is this machine (::1), where nothing from elsewhere may lead"_s
                                   << T::of(TransportReason::IsLoopback, u"h"_s, u"::1"_s);
        QTest::newRow("within another") << u"the server closed the connection in the middle of its answer, at \"{\""_s
                                        << T::of(TransportReason::AtBytes, T::of(TransportReason::CutBody), u"\"{\""_s);
    }
    /// A capture from before a rewording, without identifiers.
    void earlierWordings()
    {
        QFETCH(const QString, recorded);
        QFETCH(const TranslatableText, made);
        compare(TransportReason::recognized(recorded), made);
    }

    void othersText_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("nothing") << QString();
        QTest::newRow("system") << u"Connection refused"_s;
        QTest::newRow("status") << u"HTTP 404 Not Found: there is no connection"_s;
        QTest::newRow("more before it") << u"so the connection is closing"_s;
        QTest::newRow("more after it") << u"the connection is closing now"_s;
    }
    void othersText()
    {
        QFETCH(const QString, text);
        const TranslatableText found = TransportReason::recognized(text);
        QVERIFY(!found.sentence());
        QCOMPARE(found, text);
        QJsonObject details{{u"reason"_s, text}};
        TransportReason::addId(EventKind::Closed, details);
        QCOMPARE(details, (QJsonObject{{u"reason"_s, text}}));
    }

    /// Quoted text stays as it came, even if it equals a sentence.
    void quotedText()
    {
        const TranslatableText made =
            TranslatableText::of(TransportReason::LastOutput, TranslatableText::of(TransportReason::Exited, u"sh"_s, 1),
                                 TranslatableText::of(TransportReason::Closing));
        const TranslatableText found = TransportReason::recognized(QString(made));
        QCOMPARE(found, made);
        QVERIFY(!found.arguments().at(1).sentence());
    }

    void kinds()
    {
        using Kind = TransportFailure::Kind;
        QJsonObject details;
        TransportFailure::addKind(details, Kind::None);
        QVERIFY(details.isEmpty());
        TransportFailure::addKind(details, Kind::TlsExpected);
        QCOMPARE(TransportFailure::kindIn(details), Kind::TlsExpected);
        QCOMPARE(TransportFailure::kindIn({}), Kind::None);
        QCOMPARE(TransportFailure::kindIn({{u"failure"_s, u"of a later version"_s}}), Kind::None);
        QCOMPARE(TransportFailure::kindOf({QSslError(QSslError::SelfSignedCertificate)}), Kind::TlsUntrusted);
        QCOMPARE(TransportFailure::kindOf(
                     {QSslError(QSslError::SelfSignedCertificate), QSslError(QSslError::HostNameMismatch)}),
                 Kind::TlsHostName);
        QCOMPARE(TransportFailure::kindOf(QAbstractSocket::ConnectionRefusedError), Kind::Refused);
    }

private:
    static void compare(const TranslatableText &found, const TranslatableText &made)
    {
        QCOMPARE(QString(found), QString(made));
        QCOMPARE(found.sentence() != nullptr, made.sentence() != nullptr);
        QCOMPARE(QByteArray(found.sentence()), QByteArray(made.sentence()));
        QCOMPARE(found.arguments().size(), made.arguments().size());
        for (qsizetype i = 0; i < made.arguments().size(); ++i)
            compare(found.arguments().at(i), made.arguments().at(i));
    }
};

QTEST_GUILESS_MAIN(TestTransportReason)
#include "tst_transportreason.moc"
