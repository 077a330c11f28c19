// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/calls/callcommand.h"
#include "app/cli/calls/taskcommand.h"
#include "app/cli/calls/tasklistcommand.h"
#include "app/cli/clitext.h"
#include "app/cli/documentationcommand.h"
#include "app/cli/files/capturecommand.h"
#include "app/cli/files/checkfilescommand.h"
#include "app/cli/files/diffcommand.h"
#include "app/cli/files/exportcommand.h"
#include "app/cli/files/filtercommand.h"
#include "app/cli/files/followcommand.h"
#include "app/cli/files/loglistcommand.h"
#include "app/cli/files/statscommand.h"
#include "app/cli/hosts/hostscommand.h"
#include "app/cli/hosts/wrapcommand.h"
#include "app/cli/output.h"
#include "app/cli/servers/checkservercommand.h"
#include "app/cli/servers/controlcommand.h"
#include "app/cli/servers/democommand.h"
#include "app/cli/servers/doctorcommand.h"
#include "app/cli/servers/labcommand.h"
#include "app/cli/servers/listcommand.h"
#include "app/cli/servers/listencommand.h"
#include "app/cli/servers/proxiescommand.h"
#include "app/cli/servers/proxycommand.h"
#include "app/cli/servers/rawcommand.h"
#include "app/cli/servers/serverlistcommand.h"
#include "app/interrupt.h"
#include "core/logging.h"

#include <QCoreApplication>
#include <QTimer>

using namespace Pullcord;
using namespace Qt::StringLiterals;

namespace {

std::unique_ptr<Command> commandFor(const CliOptions &options)
{
    switch (options.command) {
    case CliOptions::Command::List:
        if (options.listsTasks)
            return std::make_unique<TaskListCommand>(options);
        if (options.listsServers)
            return std::make_unique<ServerListCommand>(options);
        if (options.listsLogs)
            return std::make_unique<LogListCommand>(options);
        return std::make_unique<ListCommand>(options);
    case CliOptions::Command::Call:
    case CliOptions::Command::Read:
    case CliOptions::Command::Prompt:
    case CliOptions::Command::Complete:
        return std::make_unique<CallCommand>(options);
    case CliOptions::Command::Listen:
        return std::make_unique<ListenCommand>(options);
    case CliOptions::Command::Raw:
        return std::make_unique<RawCommand>(options);
    case CliOptions::Command::Lab:
        return std::make_unique<LabCommand>(options);
    case CliOptions::Command::Doctor:
        return std::make_unique<DoctorCommand>(options);
    case CliOptions::Command::Tasks:
        if (options.taskVerb == CliOptions::TaskVerb::List)
            return std::make_unique<TaskListCommand>(options);
        return std::make_unique<TaskCommand>(options);
    case CliOptions::Command::Capture:
        return std::make_unique<CaptureCommand>(options);
    case CliOptions::Command::Proxy:
        return std::make_unique<ProxyCommand>(options);
    case CliOptions::Command::Proxies:
        return std::make_unique<ProxiesCommand>(options);
    case CliOptions::Command::Control:
        return std::make_unique<ControlCommand>(options);
    case CliOptions::Command::Export:
        return std::make_unique<ExportCommand>(options);
    case CliOptions::Command::Filter:
        return std::make_unique<FilterCommand>(options);
    case CliOptions::Command::Follow:
        return std::make_unique<FollowCommand>(options);
    case CliOptions::Command::Stats:
        return std::make_unique<StatsCommand>(options);
    case CliOptions::Command::Diff:
        return std::make_unique<DiffCommand>(options);
    case CliOptions::Command::Check:
        return std::make_unique<CheckFilesCommand>(options);
    case CliOptions::Command::CheckServer:
        return std::make_unique<CheckServerCommand>(options);
    case CliOptions::Command::Hosts:
        return std::make_unique<HostsCommand>(options);
    case CliOptions::Command::Wrap:
    case CliOptions::Command::Unwrap:
        return std::make_unique<WrapCommand>(options);
    case CliOptions::Command::Demo:
        return std::make_unique<DemoCommand>(options);
    case CliOptions::Command::Completion:
    case CliOptions::Command::Manual:
        return std::make_unique<DocumentationCommand>(options);
    case CliOptions::Command::Help:
    case CliOptions::Command::Version:
        break;
    }
    return nullptr;
}

/// Returns the exit code of the process. A failure to print a result overrides the code of the command.
int settled(int exitCode)
{
    const Outcome written = Output::written();
    if (written)
        return exitCode;
    Output::remark(u"pullcord-cli: %1"_s.arg(written.error().detail));
    return exitCode == ExitInterrupted ? exitCode : int(ExitFile);
}

} // namespace

int main(int argc, char **argv)
{
    Interrupt::install();
    Log::install();
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(u"pullcord-cli"_s);
    const auto options = CliOptions::parse(QCoreApplication::arguments().mid(1));
    if (!options) {
        Output::remark(u"pullcord-cli: %1\nTry pullcord-cli --help."_s.arg(options.error().detail));
        return ExitUsage;
    }
    QLoggingCategory::setFilterRules(options->logRules);
    for (const QString &note : options->notes)
        Output::remark(Output::printable(note));
    const std::unique_ptr<Command> command = commandFor(*options);
    if (!command) {
        Output::result(
            options->command == CliOptions::Command::Version
                ? Command::program()
                : (options->helpOf ? CliText::help(CliTable::of(*options->helpOf)) : CliText::help()).trimmed());
        return settled(ExitOk);
    }
    const Interrupt interrupt(command->canHurry() ? Interrupt::Second::Emits : Interrupt::Second::EndsProcess);
    QObject::connect(command.get(), &Command::finished, &application, [](int code) { QCoreApplication::exit(code); });
    QTimer::singleShot(0, command.get(), [&] {
        if (Interrupt::hasCome()) {
            Output::remark(u"Interrupted before anything was started"_s);
            QCoreApplication::exit(ExitInterrupted);
            return;
        }
        QObject::connect(&interrupt, &Interrupt::requested, command.get(), &Command::interrupt);
        QObject::connect(&interrupt, &Interrupt::again, command.get(), &Command::hurry);
        command->start();
    });
    return settled(QCoreApplication::exec());
}
