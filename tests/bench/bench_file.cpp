// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/probe.h"
#include "core/capture/export/exporter.h"
#include "core/capture/filter/filteredrows.h"
#include "core/capture/filter/filterpredicate.h"
#include "core/mcp/conversation.h"
#include "core/secrets/secrets.h"
#include "support/exchanges.h"

#include <QCoreApplication>
#include <QFile>

#include <algorithm>
#include <cstdio>
#include <ctime>

#include <fcntl.h>
#include <sys/resource.h>

/// A large capture: created, read, indexed, searched; and one with many connections, checked.
/// Usage: bench_file make FILE BYTES | bench_file read FILE | bench_file connections FILE COUNT

using namespace Qt::StringLiterals;
using namespace Pullcord;

namespace {

/// Returns lines, half of them requests and responses, half notifications. One in 10,000 contains a rare word.
QByteArray part(int from, int count)
{
    QByteArray lines = exchanges(from, count);
    for (int i = from; i < from + 2 * count; ++i) {
        lines += R"({"t":)" + QByteArray::number(from + count) +
                 R"(,"c":0,"d":"s2c","k":"message","m":{"jsonrpc":"2.0","method":"notifications/message","params":)"
                 R"({"level":"info","logger":"bench","data":")" +
                 (i % 10'000 == 0 ? "a needle in " : "") + "line " + QByteArray::number(i) + QByteArray(180, 'x') +
                 "\"}}}\n";
    }
    return lines;
}

bool make(const QString &path, qint64 bytes)
{
    constexpr int Exchanges = 2000;
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(headerLine()) < 0)
        return false;
    for (int id = 1; file.size() < bytes; id += Exchanges) {
        if (file.write(part(id, Exchanges)) < 0)
            return false;
    }
    return file.flush();
}

/// Drops the file from the page cache, so that it is read from the disk.
void forget(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return;
    fdatasync(file.handle());
    posix_fadvise(file.handle(), 0, 0, POSIX_FADV_DONTNEED);
}

double secondsToRead(const QString &path)
{
    QFile file(path);
    QElapsedTimer clock;
    clock.start();
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return 0;
    QByteArray buffer(1 << 20, Qt::Uninitialized);
    while (file.read(buffer.data(), buffer.size()) > 0) {
    }
    return double(clock.nsecsElapsed()) / 1e9;
}

/// Opens the events only, without a request log.
double secondsToOpen(const QString &path)
{
    QElapsedTimer clock;
    clock.start();
    const auto capture = Capture::open(path);
    return capture ? double(clock.nsecsElapsed()) / 1e9 : 0;
}

std::unique_ptr<Conversation> opened(const QString &path, double *seconds)
{
    QElapsedTimer clock;
    clock.start();
    auto conversation = Conversation::fromFile(path);
    *seconds = double(clock.nsecsElapsed()) / 1e9;
    return conversation ? *std::move(conversation) : nullptr;
}

/// Writes a report without known secrets to a null device; measures its duration and peak memory.
bool report(const Conversation &conversation)
{
    constexpr qint64 Slice = 1 << 20;
    constexpr int StepsBetween = 64;
    QFile nowhere(u"/dev/null"_s);
    const auto known = Redaction::parse({QString(Redaction::Known)});
    if (!known || !nowhere.open(QIODevice::WriteOnly))
        return false;
    const auto memory = [] { return Probe::memoryOf(QCoreApplication::applicationPid()).anonymous; };
    const qint64 before = memory();
    qint64 most = before;
    QElapsedTimer clock;
    clock.start();
    const Capture &capture = conversation.capture();
    const auto exporter =
        Exporter::create(ExportFormat::Html, capture, conversation.log(), ExportSelection::everything(capture), *known);
    Result<bool> more = true;
    for (int step = 0; more && *more; ++step) {
        more = exporter->step(nowhere, Slice);
        if (step % StepsBetween == 0)
            most = std::max(most, memory());
    }
    Probe::report("file.report.seconds", double(clock.nsecsElapsed()) / 1e9);
    Probe::report("file.report.memory", double(most - before) / 1e6);
    return bool(more);
}

/// Finds the secrets in the text of the file, part by part; measures the processor time of the search alone.
bool findSecrets(const QString &path)
{
    constexpr qsizetype Part = 1 << 20;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return false;
    qint64 bytes = 0;
    std::clock_t time = 0;
    while (!file.atEnd()) {
        const QByteArray part = file.read(Part);
        const QString text = QString::fromLatin1(part);
        const std::clock_t start = std::clock();
        static_cast<void>(Secrets::secretsIn(text));
        time += std::clock() - start;
        bytes += part.size();
    }
    const double seconds = double(time) / CLOCKS_PER_SEC;
    Probe::report("secrets.seconds", seconds);
    Probe::report("secrets.rate", double(bytes) / 1e6 / seconds);
    return bytes > 0;
}

bool read(const QString &path)
{
    double seconds = 0;
    forget(path);
    Probe::report("file.coldRead", secondsToRead(path));
    forget(path);
    Probe::report("file.coldEvents", secondsToOpen(path));
    forget(path);
    const Probe::Memory before = Probe::memoryOf(QCoreApplication::applicationPid());
    std::unique_ptr<Conversation> conversation = opened(path, &seconds);
    if (!conversation)
        return false;
    Probe::report("file.coldIndex", seconds);
    const qsizetype count = conversation->capture().count();
    const qint64 grown = Probe::memoryOf(QCoreApplication::applicationPid()).anonymous - before.anonymous;
    Probe::report("file.bytesEach", double(grown) / double(count));
    conversation.reset();
    Probe::report("file.warmRead", secondsToRead(path));
    conversation = opened(path, &seconds);
    Probe::report("file.warmIndex", seconds);

    Probe::report("grep.seconds", Probe::drained(u"grep"_s, {u"-c"_s, u"-F"_s, u"needle"_s, path}));
    QElapsedTimer clock;
    clock.start();
    const FilterPredicate test(std::get<Filter>(Filter::parse(u"text:needle"_s)), conversation->capture(),
                               conversation->log());
    FilteredRows rows([&](qsizetype index) { return test.passesEvent(index); });
    rows.advance(count);
    Probe::report("filter.seconds", double(clock.nsecsElapsed()) / 1e9);
    return !rows.rows().empty() && findSecrets(path) && report(*conversation);
}

/// Returns a connection with a handshake and a call, and its end.
QByteArray connection(int number, bool isClosed)
{
    const QByteArray begin = R"({"t":)" + QByteArray::number(number) + R"(,"c":)" + QByteArray::number(number);
    QByteArray lines = begin + R"(,"k":"opening","transport":"stdio","program":"bench"})" + '\n';
    const QByteArrayList messages = {
        R"(,"d":"c2s","k":"message","m":{"jsonrpc":"2.0","id":1,"method":"initialize","params":{)"
        R"("protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}})",
        R"(,"d":"s2c","k":"message","m":{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18",)"
        R"("capabilities":{"tools":{}},"serverInfo":{"name":"bench","version":"1"}}}})",
        R"(,"d":"c2s","k":"message","m":{"jsonrpc":"2.0","method":"notifications/initialized"}})",
        R"(,"d":"c2s","k":"message","m":{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo"}}})",
        R"(,"d":"s2c","k":"message","m":{"jsonrpc":"2.0","id":2,"result":{"content":[]}}})"};
    for (const QByteArray &message : messages)
        lines += begin + message + '\n';
    if (!isClosed)
        return lines;
    return lines + begin + R"(,"k":"closing","reason":"user"})" + '\n' + begin + R"(,"k":"closed"})" + '\n';
}

/// Returns the peak memory, in MB, of the largest child process so far.
double mostMemory()
{
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    return double(usage.ru_maxrss) / 1024;
}

bool writeConnections(const QString &path, int count, bool areClosed)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(headerLine()) < 0)
        return false;
    for (int number = 0; number < count; ++number) {
        if (file.write(connection(number, areClosed)) < 0)
            return false;
    }
    return file.flush();
}

/// The open connections last, since they take more memory, so that their peak is not hidden.
bool checkConnections(const QString &path, int count)
{
    if (!writeConnections(path, count, true))
        return false;
    const QString program = Probe::program(u"pullcord-cli"_s);
    Probe::report("connections.stats.seconds", Probe::drained(program, {u"stats"_s, path}));
    const double reading = mostMemory();
    Probe::report("connections.stats.memory", reading);
    Probe::report("connections.check.seconds", Probe::drained(program, {u"check"_s, path}));
    Probe::report("connections.check.memory", mostMemory()); // it does more than stats, so its peak is not hidden
    if (!writeConnections(path, count, false))
        return false;
    static_cast<void>(Probe::drained(program, {u"check"_s, path}));
    Probe::report("connections.open.memory", mostMemory());
    return reading > 0;
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication app(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    const QString what = words.value(1);
    if (what == u"make" && words.size() == 4)
        return make(words[2], words[3].toLongLong()) ? 0 : 1;
    if (what == u"read" && words.size() == 3)
        return read(words[2]) ? 0 : 1;
    if (what == u"connections" && words.size() == 4)
        return checkConnections(words[2], words[3].toInt()) ? 0 : 1;
    std::fputs("Usage: bench_file make FILE BYTES | read FILE | connections FILE COUNT\n", stderr);
    return 2;
}
