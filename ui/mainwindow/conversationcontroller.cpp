// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/conversationcontroller.h"

#include "core/capture/file/capturestore.h"
#include "core/capture/file/followedcommand.h"
#include "core/capture/formatting.h"
#include "core/capture/import/captureimport.h"
#include "core/findings/conversationfindings.h"
#include "core/json/jsonvalue.h"
#include "core/mcp/conversation.h"
#include "core/mcp/requests/answers.h"
#include "core/rpc/errorcodes.h"
#include "core/transport/http/httptransport.h"
#include "ui/models/catalog/catalogtexts.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"
#include "ui/settings.h"

#include <QCoreApplication>
#include <QEventLoopLocker>
#include <QFileInfo>
#include <QJsonObject>
#include <QObject>
#include <QTime>

#include <algorithm>
#include <memory>

namespace Pullcord {
using namespace Qt::StringLiterals;

/// Keeps a closed conversation, and the program, alive until its server has shut down cleanly. Deletes itself
/// afterwards.
class ConversationCloser final : public QObject
{
    Q_OBJECT

public:
    explicit ConversationCloser(std::unique_ptr<Conversation> conversation);
    ~ConversationCloser() override;

private:
    QEventLoopLocker m_locker; ///< delays the end of the main event loop; it runs no loop of its own
    std::unique_ptr<Conversation> m_conversation;
};

ConversationCloser::ConversationCloser(std::unique_ptr<Conversation> conversation)
    : QObject(QCoreApplication::instance())
    , m_conversation(std::move(conversation))
{
    connect(m_conversation->rpc(), &RpcConnection::stateChanged, this, [this](Transport::State state) {
        if (state == Transport::State::Idle)
            deleteLater();
    });
    m_conversation->client()->disconnectFromServer();
}

ConversationCloser::~ConversationCloser() = default;

namespace {

/// Capabilities offered to the server; the user answers its questions.
QJsonObject capabilities()
{
    return {{u"sampling"_s, QJsonObject()},
            {u"elicitation"_s, QJsonObject{{u"form"_s, QJsonObject()}, {u"url"_s, QJsonObject()}}},
            {u"roots"_s, QJsonObject()}};
}

/// Returns the lists whose changes the server reports and that are not subscribed yet.
SubscriptionFilter listChangesOf(const Conversation &conversation)
{
    const JsonValue capabilities(conversation.client()->server().capabilities);
    const auto emitsChanges = [&](QByteArrayView list) {
        return capabilities.member(list).member("listChanged").toBool().value_or(false);
    };
    SubscriptionFilter wanted = conversation.subscriptionManager()->wanted();
    wanted.tools = emitsChanges("tools");
    wanted.prompts = emitsChanges("prompts");
    wanted.resources = emitsChanges("resources");
    return wanted;
}

} // namespace

ConversationController::ConversationController(const Services &services, QObject *parent)
    : QObject(parent)
    , m_services(services)
{}

ConversationController::~ConversationController()
{
    m_findings.reset();
    if (isConnected())
        new ConversationCloser(std::move(m_conversation));
}

Findings *ConversationController::findings() const
{
    return m_findings ? &m_findings->findings() : nullptr;
}

Client::State ConversationController::clientState() const
{
    return m_conversation && m_conversation->isLive() ? m_conversation->client()->state() : Client::State::Disconnected;
}

bool ConversationController::isConnected() const
{
    return m_conversation && m_conversation->isLive() && m_conversation->rpc()->state() != Transport::State::Idle;
}

bool ConversationController::isHandshaking() const
{
    const Client::State state = clientState();
    const bool isUnderWay =
        state == Client::State::Connecting || state == Client::State::Probing || state == Client::State::Handshaking;
    return isUnderWay && !m_conversation->client()->isLeaving();
}

/// True if every recorded event is in the file.
bool ConversationController::isInFile() const
{
    const Capture &capture = m_conversation->capture();
    return !capture.path().isEmpty() && capture.loss().isEmpty() && capture.failure().isEmpty();
}

bool ConversationController::isReplaceable() const
{
    if (m_followed && m_followed->isRunning())
        return false;
    if (!m_conversation)
        return true;
    return !isConnected() && (m_conversation->log().count() == 0 || isInFile());
}

bool ConversationController::isUnkept() const
{
    if (!m_conversation || m_conversation->log().count() == 0)
        return false;
    return !isInFile() && m_conversation->capture().count() > m_kept;
}

bool ConversationController::isSubscribed() const
{
    const Subscription *subscription =
        m_conversation && m_conversation->isLive() ? m_conversation->subscriptionManager()->subscription() : nullptr;
    return subscription && (subscription->state() == Subscription::State::Opening ||
                            subscription->state() == Subscription::State::Open);
}

bool ConversationController::triesAgain() const
{
    const Subscription *subscription =
        m_conversation && m_conversation->isLive() ? m_conversation->subscriptionManager()->subscription() : nullptr;
    return subscription && (subscription->state() == Subscription::State::Opening ||
                            subscription->state() == Subscription::State::Waiting);
}

int ConversationController::inFlight() const
{
    return m_conversation ? qMax(0, int(m_conversation->activeCount()) - int(isSubscribed())) : 0;
}

int ConversationController::inFlightForUser() const
{
    if (clientState() != Client::State::Ready)
        return 0;
    Catalog &catalog = *m_conversation->catalog();
    const auto lists = std::ranges::count_if(
        CatalogList::AllKinds, [&catalog](CatalogList::Kind kind) { return catalog.list(kind).isLoading(); });
    return qMax(0, inFlight() - int(lists));
}

QString ConversationController::title() const
{
    if (!m_conversation)
        return {};
    const CaptureHeader &header = m_conversation->capture().header();
    if (m_followed && !header.title.isEmpty())
        return header.title;
    if (!m_conversation->isLive())
        return QFileInfo(m_conversation->capture().path()).fileName();
    const ServerInfo &server = m_conversation->client()->server();
    if (!server.title.isEmpty())
        return server.title;
    return server.name.isEmpty() ? header.title : server.name;
}

QString ConversationController::name() const
{
    const QString own = m_conversation && m_target ? m_target->name : QString();
    return own.isEmpty() || own == m_services.demoServer.name ? title() : own; // the demo's name is not the user's
}

Timeouts ConversationController::callTimeouts() const
{
    const Timeouts own = m_target ? m_target->timeouts : Timeouts();
    const std::chrono::seconds preferred(m_services.settings.value(Settings::CallTimeoutSeconds));
    return own == Timeouts() ? Timeouts{.limit = preferred} : own;
}

void ConversationController::connectTo(const ServerTarget &target)
{
    m_target = target;
    if (target.answering.isEmpty()) { // policies chosen earlier for the same server
        const QList<ServerTarget> recent = m_services.settings.recentServers();
        const auto same = std::find_if(recent.begin(), recent.end(), [&](const auto &r) { return r.isSameAs(target); });
        if (same != recent.end())
            m_target->answering = same->answering;
    }
    remember();
    begin(Conversation::withTransport(transportFor(target), optionsFor(target), recordingFor(target.title())));
}

void ConversationController::remember()
{
    if (!m_target->isSameAs(m_services.demoServer)) // the demo server is offered anyway
        m_services.settings.addRecentServer(*m_target);
}

void ConversationController::setAnswering(const QHash<QByteArray, AnswerPolicy> &answering)
{
    if (!m_target)
        return;
    m_target->answering = answering;
    remember();
    applyAnswering();
}

void ConversationController::applyAnswering()
{
    if (!m_target || !m_conversation || !m_conversation->questions())
        return;
    for (const Answers::Invitation &invitation : Answers::invitations())
        m_conversation->questions()->setPolicy(invitation.method, m_target->answering.value(invitation.method));
}

void ConversationController::connectTo(std::unique_ptr<Transport> transport, const QString &title)
{
    m_target.reset();
    begin(Conversation::withTransport(std::move(transport), optionsFor({}), recordingFor(title)));
}

void ConversationController::begin(Result<std::unique_ptr<Conversation>> conversation)
{
    if (!conversation) {
        emit failed(Texts::sentence(conversation.error()));
        return;
    }
    m_reportedWhy = false;
    m_failed = false;
    Client *client = (*conversation)->client();
    connect(client, &Client::stateChanged, this, &ConversationController::stateChanged);
    connect(client, &Client::failed, this, [this](const Error &error) {
        m_failed = true;
        if (!std::exchange(m_reportedWhy, true))
            emit connectionFailed(Texts::connectionFailure(error));
    });
    followCatalog(**conversation);
    connect((*conversation)->rpc(), &RpcConnection::stateChanged, this, [this](Transport::State state) {
        // Queued, so that all receivers see the end of the old connection first.
        if (state == Transport::State::Idle && std::exchange(m_restarts, false))
            QMetaObject::invokeMethod(this, &ConversationController::reconnect, Qt::QueuedConnection);
        emit stateChanged();
    });
    connect((*conversation)->rpc(), &RpcConnection::eventOccurred, this, &ConversationController::followConnection);
    watchCapture((*conversation)->capture());
    take(*std::move(conversation));
    applyAnswering();
    client->connectToServer();
    emit stateChanged();
}

void ConversationController::watchCapture(Capture &capture)
{
    connect(&capture, &Capture::failed, this, [this](const TranslatableText &reason) {
        emit captureLost(tr("The conversation is no longer recorded: %1").arg(Texts::translated(reason)));
    });
    connect(&capture, &Capture::lost, this, [this](const TranslatableText &reason) {
        emit captureLost(tr("The capture is no longer in its file: %1. Save the recording as a new file.")
                             .arg(Texts::translated(reason)));
        emit stateChanged();
    });
}

void ConversationController::followCatalog(Conversation &conversation)
{
    Catalog *catalog = conversation.catalog();
    connect(conversation.client(), &Client::ready, this, [&conversation, catalog] {
        conversation.subscriptionManager()->want(listChangesOf(conversation));
        catalog->refresh();
    });
    connect(conversation.subscriptionManager(), &SubscriptionManager::failed, this, [this](const Error &error) {
        emit failed(tr("The server will not report changes. %1").arg(Texts::sentence(error)));
    });
    connect(conversation.subscriptionManager(), &SubscriptionManager::changed, this,
            [this, subscriptionManager = conversation.subscriptionManager()] {
                const Subscription *subscription = subscriptionManager->subscription();
                const bool isEnded = subscription && subscription->state() == Subscription::State::Ended &&
                                     subscription->ending() == Subscription::Ending::ByServer;
                if (isEnded && !m_wasEnded)
                    emit unsubscribed(tr("The server has ended the subscription: changes are no longer reported."));
                m_wasEnded = isEnded;
                emit stateChanged();
            });
    m_incomplete.clear();
    for (const CatalogList::Kind kind : CatalogList::AllKinds) {
        connect(&catalog->list(kind), &CatalogList::loadingChanged, this,
                [this, kind] { m_incomplete.remove(int(kind)); });
        connect(&catalog->list(kind), &CatalogList::failed, this, [this, kind](const Error &error) {
            // Many servers with resources do not know templates; the list itself shows it.
            if (m_reportedWhy || error.code == ErrorCode::MethodNotFound)
                return;
            const QString list = CatalogTexts::name(kind);
            m_incomplete.insert(int(kind), tr("The list “%1” is incomplete. %2").arg(list, Texts::sentence(error)));
            emit failed(QStringList(m_incomplete.values()).join(u'\n'));
        });
    }
}

void ConversationController::trust(const QByteArray &certificate)
{
    if (!m_conversation || !m_conversation->isLive() || isConnected())
        return;
    if (auto *http = qobject_cast<HttpTransport *>(&m_conversation->rpc()->transport()))
        http->trust(certificate);
    reconnect();
}

void ConversationController::openFile(const QString &path)
{
    auto conversation = Conversation::followFile(path);
    if (!conversation) {
        m_services.settings.removeRecentCapture(path);
        emit failed(
            tr("Cannot open %1: %2").arg(QFileInfo(path).fileName(), Texts::translated(conversation.error().detail)));
        return;
    }
    m_services.settings.addRecentCapture(QFileInfo(path).absoluteFilePath());
    m_target.reset();
    take(*std::move(conversation));
    emit stateChanged();
    if (const TranslatableText imported = CaptureImport::summaryOf(m_conversation->capture()); !imported.isEmpty())
        emit noted(Texts::translated(imported) + u'.');
}

QString ConversationController::shortLine(const StdioCommand &command)
{
    constexpr qsizetype Longest = 80;
    return Formatting::visible(Texts::head(command.toLine(), Longest));
}

void ConversationController::follow(const StdioCommand &command)
{
    m_followed = std::make_unique<FollowedCommand>(command, recordingFor(command.title()).path);
    connect(m_followed.get(), &FollowedCommand::began, this, &ConversationController::takeFollowed);
    connect(m_followed.get(), &FollowedCommand::ended, this, &ConversationController::onFollowedEnded);
    m_followed->start();
    emit followingChanged();
}

void ConversationController::stopFollowing()
{
    if (m_followed)
        m_followed->stop();
}

void ConversationController::takeFollowed()
{
    auto conversation = Conversation::followFile(m_followed->outputPath());
    if (!conversation) {
        emit failed(Texts::sentence(conversation.error()));
        m_followed.reset();
        emit followingChanged();
        return;
    }
    std::unique_ptr<FollowedCommand> command = std::move(m_followed); // take() would end it
    m_target.reset();
    take(*std::move(conversation));
    m_followed = std::move(command);
    emit followingChanged();
    emit stateChanged();
}

void ConversationController::onFollowedEnded(const Outcome &how)
{
    const QString line = shortLine(m_followed->command());
    const bool hasBegun = m_followed->hasBegun();
    emit followingChanged();
    if (!how)
        emit failed((hasBegun ? tr("“%1” is no longer followed: %2") : tr("Cannot follow “%1”: %2"))
                        .arg(line, Texts::translated(how.error().detail)));
    else if (hasBegun)
        emit noted(tr("“%1” has ended. All of its output is shown.").arg(line));
    emit stateChanged();
}

void ConversationController::reconnect()
{
    if (m_conversation && m_conversation->isLive() && !isConnected())
        m_conversation->client()->connectToServer();
}

void ConversationController::restart()
{
    if (!isConnected())
        return reconnect();
    disconnectFromServer();
    m_restarts = true;
}

void ConversationController::disconnectFromServer()
{
    m_restarts = false;
    if (isConnected())
        m_conversation->client()->disconnectFromServer();
}

void ConversationController::close()
{
    m_target.reset();
    take(nullptr);
    emit stateChanged();
}

void ConversationController::take(std::unique_ptr<Conversation> conversation)
{
    emit aboutToChange();
    if (std::exchange(m_followed, nullptr))
        emit followingChanged();
    m_restarts = false;
    m_absence.reset();
    m_unheard.clear();
    m_lastStatus = 0;
    m_refusedOrigin.clear();
    m_wasEnded = false;
    m_kept = 0;
    m_findings.reset();
    std::unique_ptr<Conversation> old = std::exchange(m_conversation, std::move(conversation));
    if (m_conversation)
        m_findings = std::make_unique<ConversationFindings>(*m_conversation);
    emit changed();
    if (!old || !old->isLive())
        return;
    old->client()->disconnect(this);
    for (const CatalogList::Kind kind : CatalogList::AllKinds)
        old->catalog()->list(kind).disconnect(this);
    old->subscriptionManager()->disconnect(this);
    old->rpc()->disconnect(this);
    old->capture().disconnect(this);
    if (old->rpc()->state() != Transport::State::Idle)
        new ConversationCloser(std::move(old));
}

std::unique_ptr<Transport> ConversationController::transportFor(const ServerTarget &target) const
{
    const Settings &settings = m_services.settings;
    const JsonLimits json{.maxDepth = settings.value(Settings::JsonDepth),
                          .maxSize = qsizetype(settings.value(Settings::JsonMegabytes)) * 1'000'000};
    const ServerTarget filled = target.filled();
    if (filled.isHttp()) {
        HttpOptions options = filled.http;
        options.json = json;
        return std::make_unique<HttpTransport>(options);
    }
    StdioTransport::Options options;
    options.json = json;
    return std::make_unique<StdioTransport>(filled.command, options);
}

ClientOptions ConversationController::optionsFor(const ServerTarget &target) const
{
    const Settings &settings = m_services.settings;
    ClientOptions options;
    options.revision = target.revision;
    options.probeTimeout = std::chrono::milliseconds(settings.value(Settings::ProbeMilliseconds));
    options.requestTimeout = target.timeouts.limit;
    options.requestCap = target.timeouts.cap;
    options.progressExtends = target.timeouts.progressExtends;
    options.name = u"pullcord"_s;
    options.version = m_services.version;
    options.capabilities = capabilities();
    options.modernCapabilities = options.capabilities;
    options.modernCapabilities.insert(u"extensions"_s, QJsonObject{{QString(TasksExtension), QJsonObject()}});
    options.eras = &m_services.eras;
    return options;
}

Conversation::Recording ConversationController::recordingFor(const QString &title)
{
    Conversation::Recording recording{.path = {}, .title = title, .program = m_services.program};
    const Settings &settings = m_services.settings;
    if (!settings.value(Settings::KeepSessions))
        return recording;
    const Result<QString> path = CaptureStore(m_services.sessionsFolder).newPath(title);
    if (path)
        recording.path = *path;
    else
        emit failed(tr("This conversation is not kept. %1").arg(Texts::sentence(path.error())));
    return recording;
}

void ConversationController::followConnection(const Event &event)
{
    const QString reason = Texts::translatedReason(event.details.value("reason"_L1).toString());
    if (const QString origin = event.details.value("otherOrigin"_L1).toString(); !origin.isEmpty())
        m_refusedOrigin = origin;
    switch (event.kind) {
    case EventKind::Opening:
        m_reportedWhy = false;
        m_failed = false;
        m_step.clear();
        m_unheard.clear();
        m_lastStatus = 0;
        m_refusedOrigin.clear();
        setAbsence({});
        break;
    case EventKind::Http:
        followExchange(event.details);
        break;
    case EventKind::Note:
        onNote(event);
        break;
    case EventKind::Failed:
        m_failed = !m_conversation->client()->startsAgain();
        if (const QString certificate = event.details.value("certificate"_L1).toString(); !certificate.isEmpty()) {
            m_reportedWhy = true;
            emit distrusted(reason, QByteArray::fromHex(certificate.toLatin1()));
        }
        break;
    case EventKind::Closed:
        setAbsence({});
        if (m_conversation->client()->startsAgain())
            break;
        m_failed = m_failed || !reason.isEmpty();
        if (m_reportedWhy || reason.isEmpty())
            break; // empty if we asked for the end
        if (isHandshaking())
            break;            // the client fails next, and knows more
        m_reportedWhy = true; // suppresses errors caused by it
        emit lost(tr("The connection ended: %1").arg(reason));
        break;
    default:
        break;
    }
}

/// Tracks whether the server responds. Before the first response there is no Absence, since the handshake fails then.
void ConversationController::followExchange(const QJsonObject &details)
{
    const qint64 exchange = details.value("exchange"_L1).toInteger();
    const QString step = details.value("step"_L1).toString();
    if (step == "request"_L1) {
        m_unheard.insert(exchange);
    } else if (step == "response"_L1) {
        m_unheard.remove(exchange);
        m_lastStatus = int(details.value("status"_L1).toInteger());
        setAbsence({});
    } else if (step == "end"_L1 && m_unheard.remove(exchange) && details.value("how"_L1) == "broken"_L1 &&
               clientState() == Client::State::Ready && !m_absence) {
        setAbsence(Absence{QTime::currentTime().toString(u"HH:mm:ss"_s),
                           Texts::translatedReason(details.value("reason"_L1).toString())});
    }
}

void ConversationController::setAbsence(const std::optional<Absence> &absence)
{
    if (!absence && !m_absence)
        return;
    m_absence = absence;
    const bool isOver = !absence && clientState() == Client::State::Ready;
    const Subscription *subscription = m_conversation->subscriptionManager()->subscription();
    // Renew a subscription that was given up in the meantime.
    if (isOver && subscription && subscription->ending() == Subscription::Ending::Abnormal)
        QMetaObject::invokeMethod(this, &ConversationController::listenAgain, Qt::QueuedConnection);
    emit stateChanged();
}

void ConversationController::listenAgain()
{
    if (!m_conversation || !m_conversation->isLive())
        return;
    SubscriptionManager &subscriptionManager = *m_conversation->subscriptionManager();
    const Subscription *subscription = subscriptionManager.subscription();
    if (clientState() != Client::State::Ready || !subscription || subscription->state() != Subscription::State::Ended)
        return;
    const SubscriptionFilter wanted = subscriptionManager.wanted();
    subscriptionManager.want({});
    subscriptionManager.want(wanted);
}

void ConversationController::onNote(const Event &event)
{
    if (event.details.contains(Event::SessionEnded)) {
        emit noted(tr("The server no longer knew the session, so a new one was started. Requests of the old session "
                      "get no response."));
    }
    if (clientState() == Client::State::Ready)
        return;
    m_step = event.details.value("text"_L1).toString();
    emit stateChanged();
}

} // namespace Pullcord

#include "conversationcontroller.moc"
