// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/servers/controlcommand.h"

#include "app/cli/output.h"
#include "core/capture/formatting.h"
#include "core/proxy/control/controlcall.h"

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

QString lineOf(const ProxyInfo::OpenRequest &request, bool hasClients)
{
    const QString place =
        u"connection %1, request %2"_s.arg(QString::number(request.connection), QString::number(request.serial));
    QStringList parts{u"#%1"_s.arg(request.id.display()),
                      request.method,
                      request.target,
                      request.direction == Direction::ServerToClient ? u"from the server"_s : QString(),
                      hasClients ? place : QString(),
                      hasClients ? request.client : QString(),
                      request.clientId.isLegal() ? u"#%1 of the client"_s.arg(request.clientId.display()) : QString(),
                      Formatting::duration(request.milliseconds * 1'000'000),
                      request.cancelled ? u"cancelled, but still awaited"_s : QString()};
    parts.removeAll(QString());
    return Output::printable(parts.join(u"  "_s));
}

QStringList linesOf(const QList<ProxyInfo::OpenRequest> &open, bool hasClients)
{
    QStringList lines;
    for (const ProxyInfo::OpenRequest &request : open)
        lines << lineOf(request, hasClients);
    return lines;
}

QString lineOfRule(const JsonValue &rule)
{
    const JsonValue left = rule.member("left");
    QStringList parts{rule.member("name").toString(),
                      rule.member("action").toString(),
                      rule.member("enabled").toBool() == true ? u"on"_s : u"off"_s,
                      u"matches: %1"_s.arg(rule.member("matches").toInteger().value_or(0)),
                      left.isValid() ? u"left: %1"_s.arg(left.toInteger().value_or(0)) : QString(),
                      rule.member("match").toString()};
    parts.removeAll(QString());
    return Output::printable(parts.join(u"  "_s));
}

/// Returns one line per message that a rule holds.
QStringList linesOfHeld(const JsonValue &result)
{
    QStringList lines;
    for (const JsonMember &each : result.member("held")) {
        const JsonValue &held = each.value;
        const QByteArrayView id = held.member("id").raw();
        QStringList parts{held.member("number").isValid() ? QString::fromUtf8(held.member("number").raw()) : QString(),
                          id.isEmpty() ? QString() : u"#%1"_s.arg(QString::fromUtf8(id)),
                          held.member("method").toString(),
                          held.member("from").toUtf8() == "server" ? u"from the server"_s : u"from the client"_s,
                          Formatting::byteCount(held.member("size").toInteger().value_or(0)),
                          Formatting::duration(held.member("milliseconds").toInteger().value_or(0) * 1'000'000),
                          u"%1: %2"_s.arg(held.member("action").toString(), held.member("rule").toString())};
        parts.removeAll(QString());
        lines << Output::printable(parts.join(u"  "_s));
    }
    return lines;
}

/// Prints the text of a held message.
void printText(const JsonValue &held)
{
    Output::resultBytes(held.member("text").toUtf8());
    if (held.member("cut").toBool() == true)
        Output::remark(u"pullcord-cli: this is only the beginning of %1"_s.arg(
            Formatting::byteCount(held.member("size").toInteger().value_or(0))));
}

} // namespace

ControlCommand::ControlCommand(CliOptions options)
    : m_options(std::move(options))
    , m_running(RunningProxies::usualFolder())
{
    connect(&m_running, &RunningProxies::updated, this, &ControlCommand::call);
}

ControlCommand::~ControlCommand() = default;

void ControlCommand::start()
{
    if (m_options.control.message == "-")
        readMessage();
    else
        m_running.start();
}

/// Reads the message from standard input; a longer one than the proxy takes is refused by the proxy.
void ControlCommand::readMessage()
{
    m_options.control.message.clear();
    m_input = std::make_unique<PipeReader>(dup(STDIN_FILENO));
    connect(m_input.get(), &PipeReader::arrived, this, [this](const QByteArray &bytes) {
        if (m_options.control.message.size() <= HeldMessage::LongestText)
            m_options.control.message += bytes;
    });
    connect(m_input.get(), &PipeReader::ended, this, [this] {
        if (!m_options.control.message.trimmed().isEmpty())
            return m_running.start();
        Output::remark(u"pullcord-cli: --message -: standard input is empty"_s);
        emit finished(ExitUsage);
    });
    m_input->setReading(true);
}

void ControlCommand::call()
{
    m_running.disconnect(this);
    const Result<ProxyInfo> proxy = m_running.named(m_options.subject);
    if (!proxy)
        return fail({ErrorKind::Transport, proxy.error().detail});
    m_hasClients = proxy->downstream == "http"_L1;
    const ControlOptions &wanted = m_options.control;
    if (wanted.verb == ControlOptions::Verb::Describe) {
        describe(*proxy);
        emit finished(ExitOk);
        return;
    }
    auto *call = new ControlCall(m_running.socketOf(*proxy), wanted.method(), wanted.params(), this);
    connect(call, &ControlCall::finished, this, &ControlCommand::onFinished);
}

void ControlCommand::describe(const ProxyInfo &proxy) const
{
    if (m_options.json)
        return Output::resultBytes(proxy.toJson());
    const QStringList lines{
        u"%1: %2 → %3, %4"_s.arg(proxy.name, proxy.downstream, proxy.upstream, proxy.address),
        u"process %1, since %2, recording in %3"_s.arg(QString::number(proxy.pid),
                                                       proxy.since.toLocalTime().toString(u"yyyy-MM-dd HH:mm:ss"_s),
                                                       proxy.capture.isEmpty() ? u"standard output"_s : proxy.capture),
        u"clients: %1; events: %2; requests: %3; cancelled by the operator: %4; open: %5"_s.arg(
            QString::number(proxy.clients), QString::number(proxy.counts.events),
            QString::number(proxy.counts.requests), QString::number(proxy.counts.cancelled),
            QString::number(proxy.open.size()))};
    const QStringList rules =
        proxy.rules + proxy.held == 0
            ? QStringList()
            : QStringList{u"active rules: %1; held messages: %2"_s.arg(proxy.rules).arg(proxy.held)};
    for (const QString &line : lines + rules + linesOf(proxy.open, m_hasClients))
        Output::result(Output::printable(line));
}

void ControlCommand::onFinished(const Result<QByteArray> &result)
{
    if (!result)
        return fail(result.error());
    if (m_options.json)
        Output::resultBytes(*result);
    else
        print(JsonValue(*result));
    emit finished(ExitOk);
}

void ControlCommand::print(const JsonValue &result) const
{
    using Verb = ControlOptions::Verb;
    const auto joined = [&result](QByteArrayView name) {
        QStringList all;
        for (const JsonMember &each : result.member(name))
            all << QString::fromUtf8(each.value.raw());
        return all.join(u", "_s);
    };
    const auto listed = [](const QString &what, const QString &all, const QString &none) {
        Output::result(all.isEmpty() ? none : what + all);
    };
    switch (m_options.control.verb) {
    case Verb::Describe:
    case Verb::Cancel:
        return Output::result(u"cancelled: "_s + m_options.control.cancel.id.display());
    case Verb::CancelAfter:
        return Output::result(u"will be cancelled in %1 ms, unless it ends before: %2"_s.arg(
            QString::number(m_options.control.after), m_options.control.cancel.id.display()));
    case Verb::CancelAll:
        return listed(u"cancelled: "_s, joined("ids"), u"no request is in flight"_s);
    case Verb::Release:
        return listed(u"released: "_s, joined("numbers"), u"no message is held"_s);
    case Verb::Drop:
        return listed(u"dropped: "_s, joined("numbers"), u"no message is held"_s);
    case Verb::Rules:
    case Verb::Enable:
    case Verb::Disable:
        for (const JsonMember &each : result.member("rules"))
            Output::result(lineOfRule(each.value));
        return;
    case Verb::Held:
        if (m_options.control.number)
            return printText(result.member("held").element(0));
        return listed({}, linesOfHeld(result).join(u'\n'), u"no message is held"_s);
    }
}

void ControlCommand::fail(const Error &error)
{
    Output::remark(Output::printable(u"pullcord-cli: "_s + error.detail));
    const JsonValue held(error.data);
    if (held.member("held").isValid()) {
        const QStringList lines = linesOfHeld(held);
        Output::remark(lines.isEmpty() ? u"no message is held"_s : u"held:\n"_s + lines.join(u'\n'));
    } else if (error.code == OperatorCancel::NoSuchRequest || error.code == OperatorCancel::Ambiguous) {
        const QStringList open = linesOf(ProxyInfo::openFromJson(JsonValue(error.data).member("open")), m_hasClients);
        Output::remark(open.isEmpty() ? u"no request is in flight"_s : u"in flight:\n"_s + open.join(u'\n'));
    }
    emit finished(error.kind == ErrorKind::Peer ? ExitPeerError : ExitNoConnection);
}

} // namespace Pullcord
