// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/figures.h"
#include "bench/probe.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

#include <array>
#include <cstdio>

/// Runs every benchmark several times, each in its own process, and prints a table of medians. Usage: bench_all --help

using namespace Qt::StringLiterals;
using namespace Pullcord;

namespace {

/// Sizes of the loads.
struct Loads
{
    int runs;
    qint64 messages;
    qint64 fileBytes;
    qint64 resultBytes;
    int cancelled;
    int steadySeconds;
    std::array<qint64, 3> growth; ///< messages
    int requests;
    int tools;
    int exchanges;
    int connections;
};
constexpr Loads Full{5,       2'000'000, 1'000'000'000, 50'000'000, 10'000, 20, {10'000, 1'000'000, 10'000'000},
                     100'000, 5'000,     20'000,        100'000};
constexpr Loads Quick{1, 2'000, 8'000'000, 1'000'000, 100, 1, {200, 400, 800}, 200, 100, 200, 200};
constexpr std::array<const char *, 3> GrowthNames{"growth.small", "growth.medium", "growth.large"};

/// Runs a program; prints an error and returns false if it fails.
bool run(const QString &program, const QStringList &arguments, Figures *figures)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(Probe::program(program), arguments);
    process.waitForFinished(600'000);
    const QByteArrayList lines = process.readAllStandardOutput().split('\n');
    for (const QByteArray &line : lines) {
        const qsizetype space = line.indexOf(' ');
        if (space > 0)
            figures->add(QString::fromLatin1(line.first(space)), line.sliced(space + 1).toDouble());
    }
    if (process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0)
        return true;
    std::fprintf(stderr, "bench_all: %s %s has failed\n", qPrintable(program), qPrintable(arguments.join(u' ')));
    return false;
}

bool measure(const Loads &loads, Figures *figures)
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(u"large.pullcord"_s);
    bool good = run(u"bench_file"_s, {u"make"_s, file, QString::number(loads.fileBytes)}, figures);
    for (int i = 0; i < loads.runs; ++i) {
        std::fprintf(stderr, "run %d of %d\n", i + 1, loads.runs);
        good = run(u"bench_ingest"_s, {QString::number(loads.messages)}, figures) && good;
        good = run(u"bench_ingest"_s, {QString::number(loads.messages), u"rules"_s, u"rules"_s}, figures) && good;
        good = run(u"bench_window"_s, {u"flood"_s, QString::number(loads.messages)}, figures) && good;
        good = run(u"bench_window"_s, {u"steady"_s, QString::number(loads.steadySeconds)}, figures) && good;
        good = run(u"bench_window"_s, {u"result"_s, QString::number(loads.resultBytes)}, figures) && good;
        good = run(u"bench_window"_s, {u"cancel"_s, QString::number(loads.cancelled)}, figures) && good;
        good = run(u"bench_file"_s, {u"read"_s, file}, figures) && good;
        good = run(u"bench_window"_s, {u"open"_s, file}, figures) && good;
        good =
            run(u"bench_file"_s,
                {u"connections"_s, folder.filePath(u"many.pullcord"_s), QString::number(loads.connections)}, figures) &&
            good;
        for (size_t size = 0; size < loads.growth.size(); ++size)
            good = run(u"bench_ingest"_s, {QString::number(loads.growth[size]), QString::fromLatin1(GrowthNames[size])},
                       figures) &&
                   good;
        good = run(u"bench_growth"_s, {u"requests"_s, QString::number(loads.requests)}, figures) && good;
        good = run(u"bench_growth"_s, {u"tools"_s, QString::number(loads.tools)}, figures) && good;
        good = run(u"bench_growth"_s, {u"file"_s, file}, figures) && good;
        good = run(u"bench_start"_s, {}, figures) && good;
        good = run(u"bench_proxy"_s, {QString::number(loads.exchanges)}, figures) && good;
        good = run(u"bench_httpproxy"_s, {QString::number(loads.exchanges), QString::number(loads.resultBytes)},
                   figures) &&
               good;
    }
    return good;
}

bool write(const QString &path, const Figures &figures)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(QJsonDocument(figures.toJson()).toJson()) > 0;
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication app(argc, argv);
    QCommandLineParser parser;
    parser.setApplicationDescription(
        u"Measures Pullcord, and compares it with limits and with references in the same run."_s);
    parser.addHelpOption();
    parser.addOption({u"quick"_s, u"Small loads, once: shows that the benchmarks work; nothing is judged."_s});
    parser.addOption({u"json"_s, u"Write the figures to this file too."_s, u"FILE"_s});
    parser.process(app);
    const bool quick = parser.isSet(u"quick"_s);

    Figures figures;
    const bool good = measure(quick ? Quick : Full, &figures);
    std::fputs(figures.table().toUtf8().constData(), stdout);
    if (parser.isSet(u"json"_s) && !write(parser.value(u"json"_s), figures))
        return std::fputs("bench_all: cannot write the file of --json\n", stderr), 1;
    if (!good)
        return 1;
    return quick || figures.allReached() ? 0 : 3;
}
