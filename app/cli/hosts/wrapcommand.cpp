// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/hosts/wrapcommand.h"

#include "app/cli/hosts/hostplaces.h"
#include "app/cli/optionvalues.h"
#include "app/cli/output.h"
#include "core/proxy/rules/proxyrules.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QSocketNotifier>

#include <unistd.h>

#include <array>

using namespace Qt::StringLiterals;

namespace Pullcord {

WrapCommand::WrapCommand(CliOptions options)
    : m_options(std::move(options))
    , m_store(WrapStore::ofUser())
{}

WrapCommand::~WrapCommand() = default;

void WrapCommand::start()
{
    Result<WrapStore::Change> change = prepare();
    if (!change)
        return fail(change.error());
    m_change = *std::move(change);
    for (const TranslatableText &problem : std::as_const(m_change.problems))
        Output::remark(Output::printable(u"pullcord-cli: "_s + problem));
    if (!m_change.problems.isEmpty() && (!m_options.chosen.isEmpty() || m_change.problems.size() == m_servers)) {
        emit finished(ExitUsage);
        return;
    }
    if (m_change.isEmpty()) {
        Output::remark(m_options.command == CliOptions::Command::Wrap ? u"nothing to do: watched already"_s
                                                                      : u"nothing to do: not watched"_s);
        emit finished(ExitOk);
        return;
    }
    Output::result(Output::printable(m_change.difference().trimmed()));
    for (const TranslatableText &caution : std::as_const(m_change.cautions))
        Output::remark(Output::printable(caution));
    if (m_options.isDryRun)
        emit finished(ExitOk);
    else if (m_options.isAgreed)
        write();
    else
        ask();
}

/// Without names, all servers are chosen.
Result<WrapStore::Change> WrapCommand::prepare()
{
    if (!m_options.rulesPath.isEmpty()) {
        if (const Result<ProxyRules> rules = ProxyRules::fromFile(m_options.rulesPath); !rules)
            return rules.error();
    }
    const Result<ConfigPlace> place = HostPlaces::find(m_options.host);
    if (!place)
        return place.error();
    const Result<WrapStore::Configuration> read = WrapStore::read(*place);
    if (!read)
        return read.error();
    QStringList pointers;
    QStringList names;
    for (const ImportedServer &server : read->servers) {
        names << server.target.name;
        if (m_options.chosen.contains(server.target.name) || m_options.chosen.isEmpty())
            pointers << server.pointer;
    }
    for (const QString &name : m_options.chosen) {
        if (!names.contains(name))
            return usage(u"%1 has no server \"%2\", but %3."_s.arg(place->path, name, names.join(u", "_s)) +
                         suggestion(name, names));
    }
    m_servers = pointers.size();
    const bool wraps = m_options.command == CliOptions::Command::Wrap;
    return m_store.change(
        *read, wraps ? pointers : QStringList(), wraps ? QStringList() : pointers,
        {.program = QCoreApplication::applicationFilePath(),
         .folder = WrapStore::captures(),
         .host = place->tool,
         .rules = m_options.rulesPath.isEmpty() ? QString() : QFileInfo(m_options.rulesPath).absoluteFilePath()});
}

void WrapCommand::ask()
{
    if (isatty(STDIN_FILENO) == 0 || isatty(STDERR_FILENO) == 0)
        return fail(usage(u"nothing was written: give --yes to write the file, or --dry-run"_s));
    Output::remark(u"Write %1? [y/N]"_s.arg(m_change.place.path));
    m_input = new QSocketNotifier(STDIN_FILENO, QSocketNotifier::Read, this);
    connect(m_input, &QSocketNotifier::activated, this, &WrapCommand::takeAnswer);
}

/// A terminal delivers whole lines.
void WrapCommand::takeAnswer()
{
    m_input->setEnabled(false);
    std::array<char, 64> line{};
    const ssize_t size = ::read(STDIN_FILENO, line.data(), line.size());
    const QByteArray answer = QByteArray(line.data(), std::max<ssize_t>(size, 0)).trimmed().toLower();
    if (answer == "y" || answer == "yes")
        return write();
    Output::remark(u"nothing was written"_s);
    emit finished(ExitCancelled);
}

void WrapCommand::write()
{
    if (const Outcome written = m_store.write(m_change); !written)
        return fail(written.error());
    const bool wraps = !m_change.wrapped.isEmpty();
    const QString servers = (wraps ? m_change.wrapped : m_change.unwrapped).join(u", "_s);
    Output::remark(Output::printable(
        wraps ? u"watched after a restart of the host: %1. Captures appear in %2"_s.arg(servers, WrapStore::captures())
              : u"not watched after a restart of the host: %1"_s.arg(servers)));
    emit finished(ExitOk);
}

void WrapCommand::fail(const Error &error)
{
    Output::remark(Output::printable(u"pullcord-cli: "_s + error.detail));
    emit finished(error.kind == ErrorKind::Io ? ExitFile : ExitUsage);
}

} // namespace Pullcord
