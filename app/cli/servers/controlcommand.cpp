// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/servers/controlcommand.h"

#include "app/cli/output.h"
#include "core/capture/formatting.h"
#include "core/proxy/control/controlcall.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

QString lineOf(const ProxyInfo::OpenRequest &request, bool hasClients)
{
    QStringList parts{u"#%1"_s.arg(request.id.display()),
                      request.method,
                      request.target,
                      request.direction == Direction::ServerToClient ? u"from the server"_s : QString(),
                      hasClients ? u"connection %1"_s.arg(request.connection) : QString(),
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
    m_running.start();
}

void ControlCommand::call()
{
    m_running.disconnect(this);
    const Result<ProxyInfo> proxy = m_running.named(m_options.subject);
    if (!proxy)
        return fail({ErrorKind::Transport, proxy.error().detail});
    const ControlOptions &wanted = m_options.control;
    if (wanted.verb == ControlOptions::Verb::Describe) {
        describe(*proxy);
        emit finished(ExitOk);
        return;
    }
    const bool isAll = wanted.verb == ControlOptions::Verb::CancelAll;
    auto *call = new ControlCall(m_running.socketOf(*proxy), isAll ? "cancelAll"_ba : "cancel"_ba,
                                 wanted.cancel.toParams(), this);
    connect(call, &ControlCall::finished, this, &ControlCommand::onFinished);
}

void ControlCommand::describe(const ProxyInfo &proxy) const
{
    if (m_options.json)
        return Output::resultBytes(proxy.toJson());
    const QStringList lines{
        u"%1: %2 → %3, %4"_s.arg(proxy.name, proxy.downstream, proxy.upstream, proxy.address),
        u"process %1, since %2, recording in %3"_s.arg(
            QString::number(proxy.pid), proxy.since.toLocalTime().toString(u"yyyy-MM-dd HH:mm:ss"_s), proxy.capture),
        u"clients: %1; events: %2; requests: %3; cancelled by the operator: %4; open: %5"_s.arg(
            QString::number(proxy.clients), QString::number(proxy.counts.events),
            QString::number(proxy.counts.requests), QString::number(proxy.counts.cancelled),
            QString::number(proxy.open.size()))};
    for (const QString &line : lines + linesOf(proxy.open, proxy.downstream == "http"_L1))
        Output::result(Output::printable(line));
}

void ControlCommand::onFinished(const Result<QByteArray> &result)
{
    if (!result)
        return fail(result.error());
    const JsonValue ids = JsonValue(*result).member("ids");
    if (m_options.json) {
        Output::resultBytes(*result);
    } else if (ids.isArray()) {
        QStringList cancelled;
        for (const JsonMember &id : ids)
            cancelled << QString::fromUtf8(id.value.raw().toByteArray());
        Output::result(cancelled.isEmpty() ? u"no request is in flight"_s : u"cancelled: "_s + cancelled.join(u", "_s));
    } else {
        Output::result(u"cancelled: "_s + m_options.control.cancel.id.display());
    }
    emit finished(ExitOk);
}

void ControlCommand::fail(const Error &error)
{
    Output::remark(Output::printable(u"pullcord-cli: "_s + error.detail));
    if (error.code == OperatorCancel::NoSuchRequest) {
        const QStringList open = linesOf(ProxyInfo::openFromJson(JsonValue(error.data).member("open")),
                                         m_options.control.cancel.connection.has_value());
        Output::remark(open.isEmpty() ? u"no request is in flight"_s : u"in flight:\n"_s + open.join(u'\n'));
    }
    emit finished(error.kind == ErrorKind::Peer ? ExitPeerError : ExitNoConnection);
}

} // namespace Pullcord
