// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/probe.h"
#include "core/findings/findings.h"
#include "core/mcp/conversation.h"
#include "core/transport/stdiotransport.h"

#include <QCoreApplication>
#include <QTemporaryDir>

#include <cstdio>

/// A flood of notifications through core alone: framed, checked, tracked, captured to disk.
/// Usage: bench_ingest COUNT [NAME [rules]]. NAME is the prefix of the figures; with `rules`, finding rules test each
/// message.

using namespace Qt::StringLiterals;
using namespace Pullcord;

int main(int argc, char *argv[])
{
    const QCoreApplication app(argc, argv);
    const qint64 count = argc > 1 ? QByteArray(argv[1]).toLongLong() : 1'000'000;
    const QByteArray name = argc > 2 ? argv[2] : "ingest";
    const QString emitter = Probe::program(u"bench_emitter"_s);
    Probe::report("drained.rate", double(count) / Probe::drained(emitter, {u"flood"_s, QString::number(count)}));

    const QTemporaryDir folder;
    StdioCommand command;
    command.program = emitter;
    command.arguments = {u"serve"_s, u"4"_s};
    ClientOptions options;
    options.revision = LatestLegacy;
    auto made = Conversation::withTransport(std::make_unique<StdioTransport>(command), options,
                                            {.path = folder.filePath(u"flood.pullcord"_s), .title = {}, .program = {}});
    if (!made)
        return std::fprintf(stderr, "bench_ingest: %s\n", qPrintable(made.error().detail)), 1;
    const std::unique_ptr<Conversation> conversation = *std::move(made);
    std::optional<Findings> findings;
    if (argc > 3)
        findings.emplace(conversation->capture(), conversation->log());
    conversation->client()->connectToServer();
    if (!Probe::waitUntil([&] { return conversation->client()->state() == Client::State::Ready; }))
        return std::fputs("bench_ingest: the emitter does not answer\n", stderr), 1;

    const Probe::Memory before = Probe::memoryOf(QCoreApplication::applicationPid());
    QElapsedTimer clock;
    clock.start();
    const QPointer<OutgoingRequest> request =
        conversation->client()->callTool(u"flood"_s, R"({"count":)" + QByteArray::number(count) + '}');
    bool ended = false;
    QObject::connect(request, &OutgoingRequest::finished, request, [&] { ended = true; });
    if (!Probe::waitUntil([&] { return ended; }) || conversation->capture().count() < count)
        return std::fputs("bench_ingest: not all messages came\n", stderr), 1;
    Probe::report((name + ".rate").constData(), double(count) / (double(clock.nsecsElapsed()) / 1e9));
    const Probe::Memory after = Probe::memoryOf(QCoreApplication::applicationPid());
    Probe::report((name + ".bytesEach").constData(), double(after.anonymous - before.anonymous) / double(count));
    return 0;
}
