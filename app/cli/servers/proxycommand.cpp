// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/servers/proxycommand.h"

#include "app/cli/output.h"
#include "app/interrupt.h"
#include "core/capture/file/capturestore.h"
#include "core/proxy/control/runningproxies.h"
#include "core/proxy/httpproxy.h"
#include "core/proxy/httpstdioproxy.h"
#include "core/proxy/stdiohttpproxy.h"
#include "core/proxy/stdioproxy.h"
#include "core/transport/shellwords.h"

#include <QDir>
#include <QFileInfo>
#include <QThreadPool>

#include <array>
#include <csignal>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Pullcord {

namespace {

/// Time to process the last events, and time for standard error to be read.
constexpr auto LastLook = 500ms;
constexpr auto LastWords = 2000ms;

constexpr int MostOthers = 1000; ///< other processes that may take a file name at the same moment

/// Returns a new descriptor for the target of `descriptor`, which leads to /dev/null from then on.
int takenOver(int descriptor)
{
    const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    const int taken = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (taken < 0) // it was closed
        return nowhere;
    dup2(nowhere, descriptor);
    ::close(nowhere);
    return taken;
}

} // namespace

ProxyCommand::ProxyCommand(CliOptions options)
    : m_options(std::move(options))
{}

ProxyCommand::~ProxyCommand() = default;

void ProxyCommand::start()
{
    if (const int errors = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1); errors >= 0)
        m_errors = std::make_unique<PipeWriter>(errors, PipeWriter::Shared::WithOthers);
    std::optional<ProxyRules> rules;
    if (!m_options.rulesPath.isEmpty()) {
        Result<ProxyRules> read = ProxyRules::fromFile(m_options.rulesPath);
        if (!read) {
            remark(read.error().detail);
            return end(ExitUsage);
        }
        rules = *std::move(read);
    }
    m_proxy = makeProxy();
    if (rules)
        m_proxy->setRules(*std::move(rules));
    auto conversation = record(m_proxy->description());
    if (!conversation) {
        remark(conversation.error().detail);
        return end(ExitFile);
    }
    m_conversation = *std::move(conversation);
    if (!m_options.quiet) {
        m_findings = std::make_unique<ConversationFindings>(*m_conversation);
        remark(u"recording in %1"_s.arg(place()));
    } else {
        lookNoMore();
    }
    if (m_options.capturesToOutput) {
        std::signal(SIGPIPE, SIG_IGN);
        Output::resultBytes(capture().header().toLine());
        connect(&capture(), &Capture::appended, this, &ProxyCommand::print);
    }
    listen();
    connect(&capture(), &Capture::failed, this, &ProxyCommand::reportCapture);
    connect(&capture(), &Capture::lost, this, &ProxyCommand::reportCapture);
    connect(m_proxy.get(), &Proxy::eventOccurred, this, &ProxyCommand::onEvent);
    connect(m_proxy.get(), &Proxy::listening, this,
            [this](const QUrl &url) { remark(u"listening on %1"_s.arg(url.toString(QUrl::FullyEncoded))); });
    connect(m_proxy.get(), &Proxy::finished, this, &ProxyCommand::onFinished);
    m_proxy->start();
    clearOld();
}

/// The folder may be large, so it is looked through on another thread.
void ProxyCommand::clearOld() const
{
    if (!m_options.keptSize || !isInFolder())
        return;
    const CaptureStore store(QDir::cleanPath(m_options.capturePath), qint64(*m_options.keptSize) << 20);
    QThreadPool::globalInstance()->start([store] { CaptureStore::remove(store.excess().clearable); });
}

/// Returns the file, or "standard output".
QString ProxyCommand::place() const
{
    return m_options.capturesToOutput ? u"standard output"_s : capture().path();
}

/// Prints new lines of the capture. A reader that closes its end does not stop the conversation; one that pauses holds up both sides.
void ProxyCommand::print()
{
    for (; m_printed < capture().count(); ++m_printed) {
        if (Output::written())
            Output::resultBytes(capture().line(m_printed));
    }
    reportCapture();
}

bool ProxyCommand::isInFolder() const
{
    return m_options.capturePath.endsWith(u'/') || QFileInfo(m_options.capturePath).isDir();
}

std::unique_ptr<Proxy> ProxyCommand::makeProxy()
{
    const bool isBehindUrl = !m_options.http.url.isEmpty();
    if (m_options.listenPort) {
        const ClientListener::Options options{
            .port = *m_options.listenPort, .secret = m_options.noToken ? QByteArray() : ClientListener::makeSecret()};
        if (isBehindUrl)
            return std::make_unique<HttpProxy>(m_options.http, options);
        return std::make_unique<HttpStdioProxy>(m_options.server, options);
    }
    const int input = takenOver(STDIN_FILENO);
    const int output = takenOver(STDOUT_FILENO);
    if (isBehindUrl)
        return std::make_unique<StdioHttpProxy>(m_options.http, input, output);
    return std::make_unique<StdioProxy>(m_options.server, input, output, m_errors.get());
}

/// Without a control socket the proxy works as well.
void ProxyCommand::listen()
{
    const bool isHttp = !m_options.http.url.isEmpty();
    m_control = std::make_unique<ProxyControl>(
        *m_proxy, ProxyInfo{.title = title(),
                            .address = isHttp ? m_options.http.shown(m_options.http.url.toString(QUrl::FullyEncoded))
                                              : m_options.server.shown().toLine(),
                            .capture = capture().path(),
                            .downstream = m_options.listenPort ? u"http"_s : u"stdio"_s,
                            .upstream = isHttp ? u"http"_s : u"stdio"_s});
    const Outcome listens = m_control->listen(RunningProxies::usualFolder());
    if (listens)
        return;
    m_control.reset();
    if (!m_options.quiet)
        remark(u"pullcord-cli control cannot reach this proxy: %1"_s.arg(listens.error().detail));
}

QString ProxyCommand::title() const
{
    if (!m_options.captureName.isEmpty())
        return m_options.captureName;
    return m_options.http.url.isEmpty() ? m_options.server.title() : m_options.http.url.host();
}

/// Creates the capture. Tries further names, since a client may start many proxies at once.
Result<std::unique_ptr<Conversation>> ProxyCommand::record(const QJsonObject &connection) const
{
    if (m_options.capturesToOutput)
        return Conversation::proxied(connection, {.path = {}, .title = title(), .program = program()});
    for (int others = 0;; ++others) {
        const Result<QString> path = isInFolder()
                                         ? CaptureStore(QDir::cleanPath(m_options.capturePath)).newPath(title())
                                         : Result<QString>(CaptureStore::freePath(m_options.capturePath));
        if (!path)
            return path.error();
        auto conversation = Conversation::proxied(
            connection, {.path = QFileInfo(*path).absoluteFilePath(), .title = title(), .program = program()});
        if (conversation || !QFileInfo::exists(*path) || others == MostOthers)
            return conversation;
    }
}

void ProxyCommand::onEvent(const Event &event)
{
    if (event.kind == EventKind::Stderr)
        m_isInLine = event.details.value("eol"_L1) == QString();
    if (m_conversation)
        m_conversation->record(event);
    else
        m_recorded->append(event);
    if (m_conversation && capture().count() >= MostLookedAt)
        lookNoMore();
    if (m_recorded)
        m_recorded->forgetBefore(m_options.capturesToOutput ? m_printed : m_recorded->count() - 1);
}

void ProxyCommand::lookNoMore()
{
    if (m_findings)
        m_found = found(u" in the first %1 events"_s.arg(capture().count()));
    m_findings.reset();
    m_recorded = Conversation::intoCapture(std::move(m_conversation));
}

void ProxyCommand::interrupt()
{
    m_isInterrupted = true;
    if (m_proxy)
        m_proxy->close(Interrupt::reason());
    else
        emit finished(ExitInterrupted);
}

/// Also ends the wait for standard error to be read.
void ProxyCommand::hurry()
{
    m_isHurried = true;
    if (m_exitCode)
        finish();
    else if (m_proxy)
        m_proxy->hurry();
}

void ProxyCommand::onFinished()
{
    capture().flush();
    if (m_options.capturesToOutput)
        print();
    else
        reportCapture();
    if (m_proxy->undelivered() > 0)
        remark(u"%1 bytes of the server's output did not reach the client, which did not read them"_s.arg(
            m_proxy->undelivered()));
    if (!m_proxy->failure().isEmpty())
        remark(m_proxy->failure());
    else if (!m_options.quiet)
        reportFindings();
    const int exitCode = m_isInterrupted ? int(ExitInterrupted) : m_proxy->exitStatus().value_or(ExitNoConnection);
    const bool passesFailure =
        exitCode != ExitOk && !m_isInterrupted && !m_options.listenPort && m_options.http.url.isEmpty();
    end(m_hasReportedCapture && !passesFailure ? int(ExitFile) : exitCode);
}

/// Reports, once, that the capture is not kept, or not whole.
void ProxyCommand::reportCapture()
{
    const Outcome written = m_options.capturesToOutput ? Output::written() : Outcome(std::monostate());
    const QString failure = written ? QString(capture().failure()) : QString(written.error().detail);
    const QString loss = capture().loss();
    if ((failure.isEmpty() && loss.isEmpty()) || std::exchange(m_hasReportedCapture, true))
        return;
    remark(failure.isEmpty() ? u"the capture %1 is lost, but the conversation continues: %2"_s.arg(place(), loss)
                             : u"the capture is incomplete, but the conversation continues: cannot write %1: %2"_s.arg(
                                   place(), failure));
}

void ProxyCommand::reportFindings()
{
    if (m_findings) {
        m_findings->findings().finish();
        m_findings->findings().continueChecking(LastLook);
        m_found = found({});
    }
    remark(m_found);
}

/// `where` is the part of the conversation; empty for the whole.
QString ProxyCommand::found(const QString &where) const
{
    const Findings &findings = m_findings->findings();
    std::array<int, 3> counts{};
    for (qsizetype i = 0; i < findings.count(); ++i)
        ++counts.at(size_t(findings.at(i).severity));
    const auto counted = [&](FindingSeverity severity, const QString &one, const QString &many) {
        const int count = counts.at(size_t(severity));
        return u"%1 %2"_s.arg(count).arg(count == 1 ? one : many);
    };
    const QString all = QStringList{counted(FindingSeverity::Error, u"error"_s, u"errors"_s),
                                    counted(FindingSeverity::Warning, u"warning"_s, u"warnings"_s),
                                    counted(FindingSeverity::Info, u"info"_s, u"info"_s)}
                            .join(u", "_s);
    const QString unlooked =
        findings.toCheck() == 0
            ? QString()
            : u" so far (%1 events were not validated against the schemas)"_s.arg(findings.toCheck());
    const QString file = m_options.capturesToOutput ? u"FILE"_s : capture().path();
    const QString check = ShellWords::join({u"pullcord-cli"_s, u"check"_s, file});
    if (findings.count() == 0)
        return u"no protocol violations found"_s + where + unlooked +
               (where.isEmpty() ? QString() : u". For the rest: %1"_s.arg(check));
    return u"found %1%2%3. To see the findings: %4"_s.arg(all, where, unlooked, check);
}

void ProxyCommand::remark(const QString &text)
{
    if (m_errors)
        m_errors->write((std::exchange(m_isInLine, false) ? "\n" : "") +
                        Output::printable(u"pullcord-cli: "_s + text).toUtf8() + '\n');
}

/// Ends when the remarks have been read, or their reader is gone.
void ProxyCommand::end(int exitCode)
{
    m_exitCode = exitCode;
    if (!m_errors || m_errors->pendingBytes() == 0 || m_isHurried)
        return finish();
    connect(m_errors.get(), &PipeWriter::left, this, [this] {
        if (m_errors->pendingBytes() == 0)
            finish();
    });
    connect(m_errors.get(), &PipeWriter::failed, this, &ProxyCommand::finish);
    QTimer::singleShot(LastWords, this, &ProxyCommand::finish);
}

void ProxyCommand::finish()
{
    if (!std::exchange(m_isOver, true))
        emit finished(*m_exitCode);
}

} // namespace Pullcord
