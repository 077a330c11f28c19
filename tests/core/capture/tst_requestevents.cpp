// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "captureevents.h"
#include "core/capture/capture.h"
#include "core/capture/requestevents.h"
#include "core/capture/requestlog.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Pullcord;
using namespace Pullcord::CaptureEvents;
using namespace Qt::StringLiterals;

class TestRequestEvents : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void findsAllEvents();
    void costDependsOnNewEvents();
    void late();
    void forgets();

private:
    void happen(Event event);
    void call(int id);
    void answer(int id);
    void progress(int id);
    void cancel(int id);
    /// Computes the same by reading every event.
    [[nodiscard]] QList<qsizetype> expected(const QSet<qsizetype> &rows) const;
    [[nodiscard]] static QList<qsizetype> sorted(QList<qsizetype> list);

    QTemporaryDir m_folder;
    std::unique_ptr<Capture> m_capture;
    std::unique_ptr<RequestLog> m_log;
};

void TestRequestEvents::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    const QString path = m_folder.filePath(u"test.pullcord"_s);
    m_log.reset();
    m_capture.reset();
    QFile::remove(path);
    m_capture = *Capture::create(path, {});
    m_log = std::make_unique<RequestLog>(*m_capture);
}

void TestRequestEvents::happen(Event event)
{
    const qsizetype index = m_capture->append(event);
    event.time = m_capture->relative(event.time);
    m_log->feed(event, index);
}

void TestRequestEvents::call(int id)
{
    const QByteArray number = QByteArray::number(id);
    happen(message(R"({"jsonrpc":"2.0","id":)" + number +
                   R"(,"method":"tools/call","params":{"name":"x","_meta":{"progressToken":)" + number + "}}}"));
}

void TestRequestEvents::answer(int id)
{
    happen(fromServer(R"({"jsonrpc":"2.0","id":)" + QByteArray::number(id) + R"(,"result":{}})"));
}

void TestRequestEvents::progress(int id)
{
    happen(fromServer(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":)" +
                      QByteArray::number(id) + R"(,"progress":1}})"));
}

void TestRequestEvents::cancel(int id)
{
    happen(message(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" +
                   QByteArray::number(id) + "}}"));
}

QList<qsizetype> TestRequestEvents::expected(const QSet<qsizetype> &rows) const
{
    QList<qsizetype> found;
    for (qsizetype index = 0; index < m_capture->count(); ++index) {
        if (rows.contains(m_capture->entry(index).row))
            found.append(index);
    }
    return found;
}

QList<qsizetype> TestRequestEvents::sorted(QList<qsizetype> list)
{
    std::sort(list.begin(), list.end());
    return list;
}

void TestRequestEvents::findsAllEvents()
{
    RequestEvents events(*m_capture, *m_log);
    for (int id = 0; id < 20; ++id) {
        call(id);
        progress(id);
        if (id % 3 == 0)
            answer(id);
        if (id % 5 == 0)
            progress(id / 2);
        const QList<qsizetype> open = m_log->openRows();
        const QSet<qsizetype> rows = QSet<qsizetype>(open.begin(), open.end()) + QSet<qsizetype>{id, id / 3};
        QCOMPARE(sorted(events.of(rows)), expected(rows));
    }
    QCOMPARE(m_log->openRows().size(), m_log->openCount());
    QVERIFY(m_log->openCount() > 0);
}

/// Repeated queries about open requests must not read the whole capture again.
void TestRequestEvents::costDependsOnNewEvents()
{
    constexpr int Many = 2000;
    constexpr int Times = 50;
    call(0);
    for (int i = 0; i < Many; ++i)
        happen(fromServer(R"({"jsonrpc":"2.0","method":"notifications/message"})"));
    RequestEvents events(*m_capture, *m_log);
    for (int i = 0; i < Times; ++i) {
        progress(0);
        QCOMPARE(events.of({0}).size(), i + 2);
    }
    QVERIFY2(events.looked() < Many + 2 * Times, qPrintable(QString::number(events.looked())));
}

void TestRequestEvents::late()
{
    constexpr int Many = 2000;
    call(0);
    cancel(0);
    for (int i = 0; i < Many; ++i)
        happen(fromServer(R"({"jsonrpc":"2.0","method":"notifications/message"})"));
    RequestEvents events(*m_capture, *m_log);
    for (int i = 0; i < 10; ++i) {
        progress(0);
        QCOMPARE(events.of({0}).size(), i + 3);
    }
    QVERIFY2(events.looked() < Many + 50, qPrintable(QString::number(events.looked())));
}

void TestRequestEvents::forgets()
{
    RequestEvents events(*m_capture, *m_log);
    const int many = int(RequestEvents::MostEnded) + 10;
    for (int id = 0; id < many; ++id) {
        call(id);
        cancel(id);
        progress(id);
        QCOMPARE(events.of({id}).size(), 3);
    }
    QCOMPARE(sorted(events.of({0, many - 1})), expected({0, many - 1}));
}

QTEST_GUILESS_MAIN(TestRequestEvents)
#include "tst_requestevents.moc"
