// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/conversation.h"
#include "core/proxy/stdioproxy.h"

#include <QSignalSpy>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

/// A client and a server on stdio with the proxy in between.
namespace Pullcord::StdioProxyScene {

inline constexpr int Limit = 30'000;

inline StdioCommand shell(const QString &script)
{
    return {.program = QStringLiteral("sh"), .arguments = {QStringLiteral("-c"), script}};
}

/// A pipe into the proxy and one out of it, with the bytes read from the latter.
class Wires
{
public:
    Wires()
    {
        std::array<int, 2> ends{-1, -1};
        if (pipe2(ends.data(), O_CLOEXEC) == 0) {
            input = ends[0];
            toProxy = std::make_unique<PipeWriter>(ends[1]);
        }
        output = outlet(fromProxy, heard);
        const int errorsEnd = outlet(errorsFromProxy, errors);
        toErrors = std::make_unique<PipeWriter>(errorsEnd, PipeWriter::Shared::WithOthers);
        fromProxy->setReading(true);
        errorsFromProxy->setReading(true);
    }

    int input = -1;
    int output = -1;
    std::unique_ptr<PipeWriter> toErrors;
    std::unique_ptr<PipeWriter> toProxy;
    std::unique_ptr<PipeReader> fromProxy;
    std::unique_ptr<PipeReader> errorsFromProxy;
    QByteArray heard;
    QByteArray errors;
    bool isAtEnd = false;

private:
    int outlet(std::unique_ptr<PipeReader> &reader, QByteArray &into)
    {
        std::array<int, 2> ends{-1, -1};
        if (pipe2(ends.data(), O_CLOEXEC) != 0)
            return -1;
        reader = std::make_unique<PipeReader>(ends[0]);
        QObject::connect(reader.get(), &PipeReader::arrived, reader.get(),
                         [&into](const QByteArray &bytes) { into += bytes; });
        QObject::connect(reader.get(), &PipeReader::ended, reader.get(), [this] { isAtEnd = true; });
        return ends[1];
    }
};

/// A client, the proxy and a server, with the events of the proxy.
class Scene
{
public:
    explicit Scene(const StdioCommand &server, const StdioTransport::Options &options = {},
                   std::optional<ProxyRules> rules = {})
        : proxy(server, wires.input, wires.output, wires.toErrors.get(), options)
        , finished(&proxy, &Proxy::finished)
    {
        QObject::connect(&proxy, &Proxy::eventOccurred, &proxy, [this](const Event &event) {
            isInOrder = isInOrder && event.time >= lastTime;
            lastTime = event.time;
            events.append(event);
            if (conversation)
                conversation->record(event);
        });
        if (rules)
            proxy.setRules(*std::move(rules));
        proxy.start();
    }

    [[nodiscard]] bool ends() { return finished.count() == 1 || finished.wait(Limit); }
    /// Returns the kinds of events in order. Messages and stderr are left out, because their order varies.
    [[nodiscard]] QByteArray steps() const
    {
        QByteArrayList names;
        for (const Event &event : events) {
            if (event.direction == Direction::None && event.kind != EventKind::Stderr)
                names << nameOf(event.kind).toByteArray();
        }
        return names.join(' ');
    }
    /// Returns the recorded bytes of one direction, joined.
    [[nodiscard]] QByteArray told(Direction direction) const
    {
        QByteArray all;
        for (const Event &event : events) {
            if (event.direction == direction && event.kind != EventKind::Queued)
                all +=
                    event.bytes + event.details.value(QLatin1StringView("eol")).toString(QStringLiteral("\n")).toUtf8();
        }
        return all;
    }
    [[nodiscard]] qsizetype count(EventKind kind) const
    {
        return std::count_if(events.begin(), events.end(), [kind](const Event &event) { return event.kind == kind; });
    }
    /// Returns the sum of the undelivered bytes in Note events.
    [[nodiscard]] qint64 undelivered() const
    {
        qint64 bytes = 0;
        for (const Event &event : events)
            bytes += event.details.value(QLatin1StringView("undelivered")).toInteger();
        return bytes;
    }
    [[nodiscard]] QString reason(EventKind kind) const
    {
        for (const Event &event : events) {
            if (event.kind == kind)
                return event.details.value(QLatin1StringView("reason")).toString();
        }
        return QStringLiteral("no such event");
    }

    Wires wires;
    StdioProxy proxy;
    QSignalSpy finished;
    QList<Event> events;
    qint64 lastTime = 0;
    bool isInOrder = true;
    std::unique_ptr<Conversation> conversation;
};

} // namespace Pullcord::StdioProxyScene
