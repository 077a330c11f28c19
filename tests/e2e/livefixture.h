// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"
#include "core/mcp/conversation.h"
#include "core/transport/http/httptransport.h"
#include "core/transport/stdiotransport.h"

#include <QSignalSpy>
#include <QTest>

#include <memory>

namespace Pullcord {

/// A conversation with a server and the outcomes of its calls.
class LiveFixture
{
public:
    static constexpr int Limit = 20'000; // a cold Node on a busy machine

    /// Connects over HTTP if `http` has a URL, else over stdio. False on failure.
    [[nodiscard]] bool connectTo(const StdioCommand &command, HttpOptions http, ClientOptions options,
                                 const QString &path = {})
    {
        options.name = QStringLiteral("pullcord-test");
        options.version = QStringLiteral("0");
        http.reconnectDelay = std::chrono::milliseconds(50);
        std::unique_ptr<Transport> transport;
        if (http.url.isEmpty())
            transport = std::make_unique<StdioTransport>(command);
        else
            transport = std::make_unique<HttpTransport>(http);
        auto made = Conversation::withTransport(std::move(transport), options, {.path = path});
        if (!made)
            return false;
        conversation = *std::move(made);
        QObject::connect(conversation->rpc(), &RpcConnection::eventOccurred, conversation.get(),
                         [this](const Event &event) {
                             if (event.kind == EventKind::Note)
                                 notes.append(event.details.value(QLatin1StringView("text")).toString());
                         });
        QSignalSpy ready(conversation->client(), &Client::ready);
        conversation->client()->connectToServer();
        return ready.wait(Limit);
    }
    /// Disconnects in good order; false if that does not end.
    [[nodiscard]] bool leave()
    {
        if (!conversation)
            return true;
        conversation->client()->disconnectFromServer();
        const bool left =
            QTest::qWaitFor([this] { return conversation->rpc()->state() == Transport::State::Idle; }, Limit);
        notes.clear();
        conversation.reset();
        return left;
    }
    /// Starts a call and stores its result in `outcome`.
    LogicalCall *begin(const QByteArray &params, const RequestOptions &options = {})
    {
        outcome.reset();
        LogicalCall *call = conversation->call("tools/call", params, options);
        QObject::connect(call, &LogicalCall::finished, conversation.get(),
                         [this](const Result<QByteArray> &o) { outcome = o; });
        call->start();
        return call;
    }
    [[nodiscard]] bool waitForOutcome() const
    {
        return QTest::qWaitFor([this] { return outcome.has_value(); }, Limit);
    }
    /// Calls a tool and waits; returns the text of its result or error.
    [[nodiscard]] QString call(const QString &tool, const QByteArray &arguments = {})
    {
        begin(Client::namedParams(tool, arguments));
        if (!waitForOutcome())
            return QStringLiteral("(nothing came)");
        return *outcome ? TranslatableText(textOf(**outcome)) : outcome->error().detail;
    }
    [[nodiscard]] static QString textOf(const QByteArray &result)
    {
        return JsonValue(result).pointer("/content/0/text").toString();
    }
    /// Returns the rows of requests with that method.
    [[nodiscard]] QList<qsizetype> rowsOf(QByteArrayView method) const
    {
        QList<qsizetype> rows;
        for (qsizetype row = 0; row < conversation->log().count(); ++row) {
            if (conversation->log().record(row).method == method)
                rows.append(row);
        }
        return rows;
    }
    [[nodiscard]] qsizetype countOfSent(QByteArrayView method) const
    {
        qsizetype count = 0;
        for (qsizetype i = 0; i < conversation->capture().count(); ++i) {
            const Event event = conversation->capture().eventAt(i);
            count += event.isMessage() && event.direction == Direction::ClientToServer && event.method() == method;
        }
        return count;
    }
    [[nodiscard]] bool hasNote(const QString &part) const { return !notes.filter(part).isEmpty(); }

    std::unique_ptr<Conversation> conversation;
    QStringList notes;
    std::optional<Result<QByteArray>> outcome;
};

} // namespace Pullcord
