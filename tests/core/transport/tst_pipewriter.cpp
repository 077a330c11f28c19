// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// Writes to a pipe: at once, later for a slow reader, and the signals about them.

#include "core/transport/pipewriter.h"

#include <QSignalSpy>
#include <QTest>

#include <array>
#include <cerrno>
#include <memory>

#include <fcntl.h>
#include <unistd.h>

using namespace Pullcord;
using namespace Qt::StringLiterals;

namespace {

constexpr int Limit = 20'000;

/// A pipe with a writer at one end and the test at the other.
struct Pipe
{
    Pipe()
    {
        std::array<int, 2> ends{};
        if (pipe2(ends.data(), O_CLOEXEC) != 0)
            return;
        reader = ends[0];
        fcntl(reader, F_SETFL, O_NONBLOCK);
        writer = std::make_unique<PipeWriter>(ends[1]);
    }
    ~Pipe() { hangUp(); }
    Q_DISABLE_COPY_MOVE(Pipe)

    QByteArray read() const
    {
        QByteArray got(1 << 20, '\0');
        const ssize_t size = ::read(reader, got.data(), size_t(got.size()));
        atEnd = size == 0;
        return got.first(std::max<ssize_t>(size, 0));
    }
    void hangUp()
    {
        if (reader >= 0)
            ::close(reader);
        reader = -1;
    }

    int reader = -1;
    mutable bool atEnd = false;
    std::unique_ptr<PipeWriter> writer;
};

} // namespace

class TestPipeWriter : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void writesAtOnce();
    void keepsWhatDoesNotFit();
    void closesWhenWritten();
    void readerCloses();
    void restoresTheFlagsOfTheDescriptor();
    void keepsTheFlagsOfASharedDescriptor();
};

void TestPipeWriter::writesAtOnce()
{
    const Pipe pipe;
    const QSignalSpy left(pipe.writer.get(), &PipeWriter::left);
    pipe.writer->write("one");
    pipe.writer->write("two");
    QCOMPARE(pipe.read(), "onetwo"_ba);
    QCOMPARE(left.size(), 2);
    QCOMPARE(left.at(0).at(0).toLongLong(), 3);
    QCOMPARE(pipe.writer->pendingBytes(), 0);
}

// Order is kept with a slow reader, large pieces, and more small pieces than one write takes.
void TestPipeWriter::keepsWhatDoesNotFit()
{
    const Pipe pipe;
    qint64 left = 0;
    connect(pipe.writer.get(), &PipeWriter::left, this, [&](qint64 count) { left += count; });
    QByteArray given;
    for (int i = 0; i < 400; ++i) {
        const QByteArray piece(i % 100 == 50 ? 300'000 : i % 7, char('a' + i % 26));
        given += piece;
        pipe.writer->write(piece);
    }
    QCOMPARE(left + pipe.writer->pendingBytes(), given.size());
    QVERIFY(left > 0 && pipe.writer->pendingBytes() > 0);
    QByteArray got;
    QTRY_VERIFY_WITH_TIMEOUT((got += pipe.read()).size() >= given.size(), Limit);
    QVERIFY(got == given);
    QCOMPARE(left, given.size());
    QCOMPARE(pipe.writer->pendingBytes(), 0);
}

void TestPipeWriter::closesWhenWritten()
{
    const Pipe empty;
    empty.writer->closeWhenWritten();
    QCOMPARE(empty.read(), ""_ba);
    QVERIFY(empty.atEnd);

    const Pipe pipe;
    const QSignalSpy failed(pipe.writer.get(), &PipeWriter::failed);
    const QByteArray given(300'000, 'x');
    pipe.writer->write(given);
    pipe.writer->closeWhenWritten();
    pipe.writer->write("too late");
    QByteArray got;
    QTRY_VERIFY_WITH_TIMEOUT((got += pipe.read(), pipe.atEnd), Limit);
    QVERIFY(got == given);
    QVERIFY(failed.isEmpty());
}

void TestPipeWriter::readerCloses()
{
    Pipe pipe;
    const QSignalSpy left(pipe.writer.get(), &PipeWriter::left);
    const QSignalSpy failed(pipe.writer.get(), &PipeWriter::failed);
    pipe.writer->write(QByteArray(300'000, 'x'));
    QCOMPARE(left.size(), 1);
    pipe.hangUp(); // with bytes in the pipe and bytes waiting
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, Limit);
    QCOMPARE(failed.at(0).at(0).toInt(), EPIPE);
    pipe.writer->write("more");
    QCoreApplication::processEvents();
    QCOMPARE(failed.size(), 1);
    QCOMPARE(left.size(), 1);

    Pipe other;
    QSignalSpy otherFailed(other.writer.get(), &PipeWriter::failed);
    other.hangUp();
    other.writer->write("1");
    QVERIFY(otherFailed.isEmpty()); // never emitted from inside write()
    QTRY_COMPARE_WITH_TIMEOUT(otherFailed.size(), 1, Limit);
}

/// Other descriptors may share the file, as a shell shares its terminal.
void TestPipeWriter::restoresTheFlagsOfTheDescriptor()
{
    std::array<int, 2> ends{-1, -1};
    QCOMPARE(pipe2(ends.data(), O_CLOEXEC), 0);
    const int shared = dup(ends[1]);
    const auto blocks = [&] { return (fcntl(shared, F_GETFL) & O_NONBLOCK) == 0; };
    {
        const PipeWriter writer(ends[1]);
        QVERIFY(!blocks());
    }
    QVERIFY(blocks());
    fcntl(shared, F_SETFL, O_NONBLOCK); // set by another process
    {
        const PipeWriter writer(dup(shared));
        QVERIFY(!blocks());
    }
    QVERIFY(!blocks());
    ::close(shared);
    ::close(ends[0]);
}

/// The flags of a shared descriptor never change, and writing still does not block.
void TestPipeWriter::keepsTheFlagsOfASharedDescriptor()
{
    std::array<int, 2> ends{-1, -1};
    QCOMPARE(pipe2(ends.data(), O_CLOEXEC), 0);
    PipeWriter writer(ends[1], PipeWriter::Shared::WithOthers);
    QByteArray given;
    for (int line = 0; line < 50'000; ++line)
        given += QByteArray::number(line) + '\n';
    writer.write(given);
    QVERIFY(writer.pendingBytes() > 0);
    QCOMPARE(fcntl(ends[1], F_GETFL) & O_NONBLOCK, 0);
    // Until the pipe is full.
    QTRY_VERIFY_WITH_TIMEOUT(given.size() - writer.pendingBytes() >= 60'000, Limit);
    QCoreApplication::processEvents();
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    QByteArray got;
    const auto readMore = [&] {
        QByteArray some(1 << 16, '\0');
        const ssize_t size = ::read(ends[0], some.data(), size_t(some.size()));
        got += some.first(std::max<ssize_t>(size, 0));
        return got.size();
    };
    QTRY_COMPARE_WITH_TIMEOUT(readMore(), given.size(), Limit);
    QVERIFY(got == given);
    QCOMPARE(writer.pendingBytes(), 0);
    ::close(ends[0]);
}

QTEST_GUILESS_MAIN(TestPipeWriter)
#include "tst_pipewriter.moc"
