// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/servers/democommand.h"

#include "app/cli/files/timeline.h"
#include "app/cli/output.h"
#include "core/capture/describe.h"
#include "core/capture/formatting.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>

#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Pullcord {

namespace {

constexpr auto CancelAfter = 700ms;
constexpr auto WaitForLate = 1500ms;

CliOptions prepared(CliOptions options)
{
    options.server.program = QDir(QCoreApplication::applicationDirPath()).filePath(u"pullcord-demo-server"_s);
    if (options.capturePath.isEmpty()) {
        const QString stamp = QDateTime::currentDateTime().toString(u"yyyyMMdd-HHmmss-zzz"_s);
        options.capturePath = QDir::current().filePath(u"pullcord-demo-%1.pullcord"_s.arg(stamp));
    }
    return options;
}

} // namespace

DemoCommand::DemoCommand(CliOptions options)
    : ServerCommand(prepared(std::move(options)))
{}

void DemoCommand::work()
{
    Output::result(u"Calling \"slow\", which reports progress and honors a cancellation …"_s);
    callAndCancel(u"slow"_s, R"({"ms":5000,"steps":20})", u"The demo has seen enough"_s, [this] {
        Output::result(u"Calling \"late\", which responds although it was cancelled …"_s);
        callAndCancel(u"late"_s, R"({"ms":1000})", u"Too slow for the demo"_s, [this] { conclude(); });
    });
}

void DemoCommand::callAndCancel(const QString &tool, const QByteArray &arguments, const QString &reason,
                                std::function<void()> then)
{
    OutgoingRequest *request = conversation().client()->callTool(tool, arguments);
    connect(request, &OutgoingRequest::progressed, this, [](const RequestRecord::Progress &progress) {
        Output::progress(u"  progress %1/%2"_s.arg(progress.value).arg(progress.total.value_or(0)));
    });
    connect(request, &OutgoingRequest::finished, this, [this, request, then = std::move(then)] {
        if (request->state() != RequestState::Cancelled) {
            Output::remark(u"pullcord-cli: %1"_s.arg(request->outcome()
                                                         ? u"the tool ended before it could be cancelled"_s
                                                         : sentenceOf(request->outcome().error())));
            leave(request->outcome() ? int(ExitPeerError) : exitCodeOf(request->outcome().error()));
            return;
        }
        Output::result(u"  cancelled: %1"_s.arg(request->outcome().error().detail));
        QTimer::singleShot(WaitForLate, this, then);
    });
    QTimer::singleShot(CancelAfter, request, [request, reason] { request->cancel(reason); });
}

void DemoCommand::conclude()
{
    Output::result(u"\nMessages on the wire:"_s);
    for (const QString &line : timelineOf(conversation().capture(), conversation().log()))
        Output::result(line);

    Output::result(u"\nOutcome of the cancelled requests:"_s);
    for (qsizetype row = 0; row < conversation().log().count(); ++row) {
        const RequestRecord record = conversation().log().record(row);
        if (!record.cancellation)
            continue;
        const QString after =
            record.late.answered()
                ? u"responded anyway, %1"_s.arg(Describe::latenessAt(record, record.late.responseTime, true))
                : u"silent: nothing more arrived"_s;
        Output::result(u"  #%1 %2: cancelled after %3 (\"%4\"), then %5"_s.arg(
            record.id.display(), record.target, Formatting::duration(record.cancellation->time - record.start),
            record.cancellation->reason, after));
    }
    Output::result(
        u"\nThe conversation is kept in %1"_s.arg(QDir::toNativeSeparators(conversation().capture().path())));
    leave(ExitOk);
}

} // namespace Pullcord
