// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proxy/control/proxycontrol.h"

#include "core/json/jsontext.h"
#include "core/privatefolder.h"
#include "core/rpc/envelope.h"
#include "core/rpc/messagetext.h"

#include <QCoreApplication>
#include <QLocalSocket>
#include <QTimer>

#include <chrono>
#include <limits>
#include <memory>
#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

constexpr JsonLimits Limits{.maxDepth = 32, .maxSize = ProxyControl::LongestLine};

/// Part of the name that says which server it is.
QString nameOf(const QString &title)
{
    constexpr qsizetype Longest = 32;
    QString name;
    for (const QChar letter : title.left(Longest))
        name += (letter.unicode() < 128 && letter.isLetterOrNumber()) ? letter.toLower() : u'-';
    return name.isEmpty() ? u"proxy"_s : name;
}

Error invalid(const QString &detail)
{
    return {.kind = ErrorKind::Usage, .detail = detail, .code = ErrorCode::InvalidParams};
}

Error noneHeld(qint64 number, const QByteArray &held)
{
    return {.detail = u"no message with the number %1 is held"_s.arg(number),
            .code = OperatorCancel::NoSuchRequest,
            .data = held};
}

/// Reads what a cancel of one request and of all have in common.
Outcome readCancel(OperatorCancel &wanted, const JsonValue &params)
{
    if (!params.isObject())
        return invalid(u"params must be an object"_s);
    const JsonValue from = params.member("from");
    const QByteArray side = from.toUtf8();
    if (from.isValid() && side != "client" && side != "server")
        return invalid(u"from must be \"client\" or \"server\", the side that has sent the request"_s);
    wanted.direction = side == "server" ? Direction::ServerToClient : Direction::ClientToServer;
    const JsonValue reason = params.member("reason");
    if (reason.isValid() && !reason.isString())
        return invalid(u"reason must be a string"_s);
    wanted.reason = reason.toString();
    const JsonValue connection = params.member("connection");
    const std::optional<qint64> number = connection.toInteger();
    if (connection.isValid() && (!number || *number < 0 || *number > std::numeric_limits<quint32>::max()))
        return invalid(u"connection must be the number of a connection in the capture"_s);
    if (number)
        wanted.connection = quint32(*number);
    const JsonValue request = params.member("request");
    const std::optional<qint64> serial = request.toInteger();
    if (request.isValid() && (!serial || *serial < 0))
        return invalid(u"request must be the number of a request in its connection"_s);
    if (serial)
        wanted.serial = quint64(*serial);
    const JsonValue error = params.member("error");
    if (!error.isValid())
        return std::monostate();
    const JsonValue code = error.member("code");
    const JsonValue message = error.member("message");
    if (!error.isObject() || (code.isValid() && !code.toInteger()) || (message.isValid() && !message.isString()))
        return invalid(u"error must be an object with an integer code and a string message"_s);
    wanted.error.emplace();
    if (code.isValid())
        wanted.error->code = *code.toInteger();
    if (message.isValid())
        wanted.error->message = message.toString();
    return std::monostate();
}

} // namespace

ProxyControl::ProxyControl(Proxy &proxy, ProxyInfo facts, QObject *parent)
    : QObject(parent)
    , m_proxy(proxy)
    , m_facts(std::move(facts))
    , m_checker(Limits)
{
    m_facts.pid = QCoreApplication::applicationPid();
    m_facts.since = QDateTime::currentDateTimeUtc();
    m_server.setSocketOptions(QLocalServer::UserAccessOption);
    connect(&m_server, &QLocalServer::newConnection, this, &ProxyControl::welcome);
}

ProxyControl::~ProxyControl()
{
    m_server.close();
}

Outcome ProxyControl::listen(const QString &folder)
{
    if (folder.isEmpty() || !PrivateFolder::create(folder))
        return Error{ErrorKind::Io, u"there is no private folder for the control socket"_s};
    m_facts.name = u"%1-%2"_s.arg(nameOf(m_facts.title)).arg(m_facts.pid);
    const QString path = u"%1/%2.sock"_s.arg(folder, m_facts.name);
    QLocalServer::removeServer(path); // of an earlier process with the same number
    if (!m_server.listen(path))
        return Error{ErrorKind::Io, u"%1: %2"_s.arg(path, m_server.errorString())};
    return std::monostate();
}

void ProxyControl::welcome()
{
    while (QLocalSocket *peer = m_server.nextPendingConnection()) {
        if (m_peers >= MostPeers || !PrivateFolder::isSameUser(peer->socketDescriptor())) {
            peer->abort();
            peer->deleteLater();
            continue;
        }
        ++m_peers;
        peer->setParent(this);
        connect(peer, &QLocalSocket::disconnected, this, [this, peer] {
            --m_peers;
            peer->deleteLater();
        });
        auto framer = std::make_shared<LineFramer>(LongestLine);
        const auto read = [this, peer, framer] {
            framer->feed(peer->readAll(), [&](const LineFramer::Line &line) { take(*peer, line); });
        };
        peer->setReadBufferSize(LongestLine);
        connect(peer, &QLocalSocket::readyRead, this, read);
        read();
    }
}

void ProxyControl::take(QLocalSocket &peer, const LineFramer::Line &line)
{
    const QByteArray message = line.toByteArray();
    if (peer.state() != QLocalSocket::ConnectedState || (message.trimmed().isEmpty() && !line.oversize))
        return;
    const auto respond = [&peer](const QByteArray &response) {
        peer.write(response + '\n');
        peer.flush();
        if (peer.bytesToWrite() > MostUnread)
            peer.abort();
    };
    const auto refuse = [&](const RequestId &id, const Error &error) {
        respond(MessageText::error(id, error.code, error.detail, error.data));
    };
    if (line.oversize)
        return refuse(RequestId::null(),
                      {.detail = u"a line has at most %1 bytes"_s.arg(LongestLine), .code = ErrorCode::InvalidRequest});
    if (const auto fault = m_checker.check(message))
        return refuse(RequestId::null(), {.detail = fault->reason, .code = ErrorCode::ParseError});
    const Envelope envelope = Envelope::of(message);
    const RequestId id = envelope.requestId(message);
    if (envelope.kind == MessageKind::Notification && envelope.problems == NoProblem)
        return; // JSON-RPC allows no response
    if (envelope.kind != MessageKind::Request || envelope.problems != NoProblem || !id.canBeAnswered())
        return refuse(id.canBeAnswered() ? id : RequestId::null(),
                      {.detail = u"each line must be a JSON-RPC 2.0 request"_s, .code = ErrorCode::InvalidRequest});
    const Result<QByteArray> result =
        resultOf(envelope.methodName(message), JsonValue(envelope.params.in(QByteArrayView(message))));
    if (result)
        respond(MessageText::result(id, *result));
    else
        refuse(id, result.error());
}

QList<ProxyInfo::OpenRequest> ProxyControl::described(const QList<RequestRecord> &records) const
{
    QList<ProxyInfo::OpenRequest> open;
    for (const RequestRecord &record : records)
        open << ProxyInfo::openRequest(record, m_proxy.senderOf(record));
    return open;
}

Result<QByteArray> ProxyControl::resultOf(QByteArrayView method, const JsonValue &params)
{
    if (method == "describe") {
        ProxyInfo info = m_facts;
        info.clients = m_proxy.clients();
        info.counts = m_proxy.counts();
        info.open = described(m_proxy.openRequests());
        info.rules = m_proxy.rules() ? m_proxy.rules()->active() : 0;
        info.held = m_proxy.held().all().size();
        return info.toJson();
    }
    if (method == "cancel")
        return cancel(params);
    if (method == "cancelAll")
        return cancelAll(params);
    if (method == "held") {
        const JsonValue number = params.member("number");
        return number.isValid() ? held(number.toInteger().value_or(0)) : held();
    }
    if (method == "release" || method == "drop")
        return endHold(params, method == "release");
    if (method != "rules" && method != "setRule")
        return Error{.detail = u"the methods are describe, cancel, cancelAll, rules, setRule, held, release and drop"_s,
                     .code = ErrorCode::MethodNotFound};
    if (!m_proxy.rules())
        return Error{.detail = u"this proxy has no rules; it was started without --rules"_s,
                     .code = OperatorCancel::NotPossible};
    if (method == "setRule")
        return setRule(params);
    return R"({"rules":)" + m_proxy.rules()->toJson() + '}';
}

Result<QByteArray> ProxyControl::setRule(const JsonValue &params)
{
    const JsonValue name = params.member("name");
    const std::optional<bool> enabled = params.member("enabled").toBool();
    const JsonValue next = params.member("next");
    if (!name.isString() || !enabled)
        return invalid(u"params must be an object with the name of a rule, and enabled: true or false"_s);
    if (next.isValid() && next.toInteger().value_or(0) < 1)
        return invalid(u"next must be a number of matches"_s);
    if (const Outcome set = m_proxy.rules()->setEnabled(name.toString(), *enabled, next.toInteger()); !set)
        return invalid(set.error().detail);
    return R"({"rules":)" + m_proxy.rules()->toJson() + '}';
}

QByteArray ProxyControl::held() const
{
    QByteArray list;
    const QList<HeldMessage> messages = m_proxy.held().all();
    for (const HeldMessage &message : messages.first(qMin(messages.size(), ProxyInfo::MostOpen)))
        list += (list.isEmpty() ? "" : ",") + message.toJson();
    return R"({"held":[)" + list + R"(],"heldCount":)" + QByteArray::number(messages.size()) + '}';
}

/// Returns one message with its text.
Result<QByteArray> ProxyControl::held(qint64 number) const
{
    const QList<HeldMessage> messages = m_proxy.held().all();
    for (const HeldMessage &message : messages) {
        if (message.number == quint64(number))
            return R"({"held":[)" + message.toJsonWithText() + "]}";
    }
    return noneHeld(number, held());
}

/// Reads the message that passes instead of a held one; empty if there is none. It has one line.
Result<QByteArray> ProxyControl::replacement(const JsonValue &params) const
{
    const JsonValue message = params.member("message");
    if (!message.isValid())
        return QByteArray();
    if (!message.isString() || !params.member("number").isValid())
        return invalid(u"message must be a string with JSON, for the held message with a number"_s);
    const QByteArray text = message.toUtf8();
    if (text.size() > HeldMessage::LongestText)
        return invalid(u"message has at most %1 bytes"_s.arg(HeldMessage::LongestText));
    if (const auto fault = JsonChecker().check(text))
        return invalid(u"message is not JSON: line %1, column %2: %3"_s.arg(
            QString::number(fault->line), QString::number(fault->column), fault->reason));
    if (Envelope::of(text).kind == MessageKind::None)
        return invalid(u"message is not a JSON-RPC message"_s);
    return text.contains('\n') || text.contains('\r') ? JsonText::compact(text) : text.trimmed();
}

/// Releases or drops the message with a number, or all.
Result<QByteArray> ProxyControl::endHold(const JsonValue &params, bool releases)
{
    const std::optional<qint64> wanted = params.member("number").toInteger();
    if (!wanted && params.member("all").toBool() != true)
        return invalid(u"params must be an object with the number of a held message, or all: true"_s);
    const Result<QByteArray> instead = releases ? replacement(params) : QByteArray();
    if (!instead)
        return instead.error();
    QByteArray numbers;
    const QList<HeldMessage> messages = m_proxy.held().all();
    for (const HeldMessage &message : messages) {
        if (wanted && quint64(*wanted) != message.number)
            continue;
        if (!instead->isEmpty() && message.message.size() > HeldMessage::LongestText)
            return invalid(u"the message %1 has more than %2 bytes: release it as it is, or drop it"_s.arg(
                QString::number(message.number), QString::number(HeldMessage::LongestText)));
        if (releases ? m_proxy.held().release(message.number, *instead) : m_proxy.held().drop(message.number))
            numbers += (numbers.isEmpty() ? "" : ",") + QByteArray::number(message.number);
    }
    if (wanted && numbers.isEmpty())
        return noneHeld(*wanted, held());
    return R"({"numbers":[)" + numbers + "]}";
}

Result<QByteArray> ProxyControl::cancel(const JsonValue &params)
{
    OperatorCancel wanted;
    if (const Outcome read = readCancel(wanted, params); !read)
        return read.error();
    wanted.id = RequestId::fromJson(params.member("id").raw());
    if (!wanted.id.canBeAnswered())
        return invalid(u"id must be the id of a request: a string or a number"_s);
    const JsonValue after = params.member("after");
    const std::optional<qint64> delay = after.toInteger();
    if (after.isValid() && (!delay || *delay < 0 || *delay > LongestDelay))
        return invalid(u"after must be a number of milliseconds, at most a day"_s);
    if (const Outcome cancelled = after.isValid() ? cancelLater(wanted, *delay) : m_proxy.cancel(wanted); !cancelled) {
        Error refused = cancelled.error();
        if (refused.code == OperatorCancel::NoSuchRequest || refused.code == OperatorCancel::Ambiguous) {
            const bool isAmbiguous = refused.code == OperatorCancel::Ambiguous;
            refused.data =
                R"({"open":)" +
                ProxyInfo::toJson(described(isAmbiguous ? m_proxy.choices(wanted) : m_proxy.openRequests())) + '}';
        }
        return refused;
    }
    return R"({"id":)" + wanted.id.toJson() + '}';
}

/// Cancels the request that is meant now, unless it ends before.
Outcome ProxyControl::cancelLater(OperatorCancel wanted, qint64 delay)
{
    const Result<RequestRecord> chosen = m_proxy.chosen(wanted);
    if (!chosen)
        return chosen.error();
    wanted.connection = chosen->connection;
    wanted.serial = chosen->serial;
    QTimer::singleShot(std::chrono::milliseconds(delay), Qt::PreciseTimer, this, [this, wanted] {
        static_cast<void>(m_proxy.cancel(wanted)); // the capture shows whether it did
    });
    return std::monostate();
}

/// Cancels the requests of one side. Not the subscription to changes, for which no one waits.
Result<QByteArray> ProxyControl::cancelAll(const JsonValue &params)
{
    OperatorCancel wanted;
    if (const Outcome read = readCancel(wanted, params); !read)
        return read.error();
    const std::optional<quint32> only = wanted.connection;
    QByteArray ids;
    const QList<RequestRecord> records = m_proxy.openRequests();
    for (const RequestRecord &record : records) {
        if (!record.isOpen() || record.direction != wanted.direction || record.method == "subscriptions/listen" ||
            only.value_or(record.connection) != record.connection)
            continue;
        wanted.connection = record.connection;
        wanted.serial = record.serial;
        wanted.id = record.id;
        if (const Outcome cancelled = m_proxy.cancel(wanted);
            cancelled || cancelled.error().code == OperatorCancel::NoErrorSent)
            ids += (ids.isEmpty() ? "" : ",") + record.id.toJson();
    }
    return R"({"ids":[)" + ids + "]}";
}

} // namespace Pullcord
