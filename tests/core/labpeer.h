// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findings.h"
#include "core/json/jsonvalue.h"
#include "core/lab/cancellationlab.h"
#include "core/memorytransport.h"

#include <QPointer>
#include <QSet>
#include <QTimer>

#include <functional>
#include <memory>

namespace Pullcord {

/// A server for the cancellation lab. Its one tool works for `callMs`; a cancellation that names its call stops it
/// silently. The members select other behavior.
class LabPeer
{
public:
    int callMs = 100;
    int laterCalls = 1; ///< factor by which calls after the measured one take longer
    int pingMs = 0;
    int initializeMs = 0;
    bool obeysInitialize = false; ///< stops initialize when it is cancelled
    /// Called for a cancellation of a call in flight; null: stop the call silently.
    std::function<void(const QByteArray &id)> cancelled = nullptr;
    /// Called for a cancellation that names no call in flight, or that is a request.
    std::function<void(const JsonValue &message)> ignored = nullptr;

    /// Connects, with findings; false on failure.
    [[nodiscard]] bool connectAs(Revision revision)
    {
        auto made = std::make_unique<MemoryTransport>();
        m_transport = made.get();
        QObject::connect(made.get(), &Transport::eventOccurred, &m_context, [this](const Event &event) {
            if (event.isMessage() && event.direction == Direction::ClientToServer)
                onMessage(event.bytes);
        });
        m_revision = nameOf(revision).data();
        auto conversation = Conversation::withTransport(std::move(made), {.revision = revision}, {});
        if (!conversation)
            return false;
        m_conversation = *std::move(conversation);
        m_findings = std::make_unique<Findings>(m_conversation->capture(), m_conversation->log());
        m_lab = std::make_unique<CancellationLab>(*m_conversation, *m_findings);
        QObject::connect(m_lab.get(), &CancellationLab::measured, &m_context, [this] { callMs *= laterCalls; });
        QSignalSpy ready(m_conversation->client(), &Client::ready);
        m_conversation->client()->connectToServer();
        return ready.count() == 1 || ready.wait(5000);
    }
    [[nodiscard]] CancellationLab &lab() { return *m_lab; }
    [[nodiscard]] Conversation &conversation() { return *m_conversation; }
    [[nodiscard]] Findings &findings() { return *m_findings; }

    /// Runs the plan to its end; false if it does not start or end.
    [[nodiscard]] bool run(const LabPlan &plan)
    {
        QSignalSpy finished(m_lab.get(), &CancellationLab::finished);
        return m_lab->start(plan) && (finished.count() == 1 || finished.wait(20'000));
    }
    [[nodiscard]] QByteArrayList outcomes() const
    {
        QByteArrayList names;
        for (const LabTrial &trial : m_lab->trials())
            names << LabOutcomeKind::of(trial.outcome).name.data();
        return names;
    }
    [[nodiscard]] LabTrial trial(LabCase testCase) const
    {
        for (const LabTrial &trial : m_lab->trials()) {
            if (trial.testCase == testCase)
                return trial;
        }
        return {};
    }

    void receive(const QByteArray &message)
    {
        if (m_transport)
            m_transport->receive(message);
    }
    void answer(const QByteArray &id, const QByteArray &members = R"("result":{"content":[]})")
    {
        receive(R"({"jsonrpc":"2.0","id":)" + id + ',' + members + '}');
    }
    void answerLater(int ms, const QByteArray &id, const QByteArray &members = R"("result":{"content":[]})")
    {
        QTimer::singleShot(ms, Qt::PreciseTimer, &m_context, [this, id, members] { answer(id, members); });
    }
    void stop(const QByteArray &id) { m_calls.remove(id); }
    void stopAll() { m_calls.clear(); }
    void die() { m_transport->drop(QStringLiteral("it died")); }
    /// Exits like a process: Exited comes before the end of the connection.
    void exit()
    {
        emit m_transport->eventOccurred(Event::ofKind(EventKind::Exited, {{QStringLiteral("exitCode"), 1}}));
        die();
    }
    void complain(const QByteArray &line)
    {
        Event event = Event::ofKind(EventKind::Stderr);
        event.bytes = line;
        emit m_transport->eventOccurred(event);
    }

private:
    void onMessage(const QByteArray &bytes)
    {
        const JsonValue message(bytes);
        const QByteArray method = message.member("method").toUtf8();
        const QByteArray id = message.member("id").raw().toByteArray();
        if (method == "initialize") {
            m_initialize = id;
            QTimer::singleShot(initializeMs, Qt::PreciseTimer, &m_context, [this, id] {
                if (m_initialize == id)
                    answer(id, R"("result":{"capabilities":{"tools":{}},"serverInfo":{"name":"peer","version":"1"},)"
                               R"("protocolVersion":")" +
                                   m_revision + "\"}");
            });
        } else if (method == "server/discover") {
            answerLater(pingMs, id, R"("result":{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}})");
        } else if (method == "ping") {
            answerLater(pingMs, id, R"("result":{})");
        } else if (method == "tools/call") {
            m_calls.insert(id);
            QTimer::singleShot(callMs, Qt::PreciseTimer, &m_context, [this, id] {
                if (!m_cancelled.contains(id) && m_calls.remove(id))
                    answer(id);
            });
        } else if (method == "notifications/cancelled") {
            onCancel(message);
        }
    }
    void onCancel(const JsonValue &message)
    {
        const QByteArray named = message.pointer("/params/requestId").raw().toByteArray();
        const bool isRequest = message.member("id").isValid();
        // The call no longer ends by itself. Otherwise the wrong response could come first on a busy machine.
        if (!isRequest && m_calls.contains(named))
            m_cancelled.insert(named);
        // Deferred: the transport is still emitting the event.
        QTimer::singleShot(0, &m_context, [this, named, isRequest, bytes = message.raw().toByteArray()] {
            const bool isBad = isRequest || !m_calls.contains(named);
            if (obeysInitialize && named == m_initialize)
                m_initialize.clear();
            else if (isBad && ignored)
                ignored(JsonValue(bytes));
            else if (!isBad && cancelled)
                cancelled(named);
            else if (!isBad)
                stop(named);
        });
    }

    QPointer<MemoryTransport> m_transport;
    std::unique_ptr<Conversation> m_conversation;
    std::unique_ptr<Findings> m_findings;
    std::unique_ptr<CancellationLab> m_lab;
    QSet<QByteArray> m_calls;     ///< in flight
    QSet<QByteArray> m_cancelled; ///< calls in flight that were cancelled
    QByteArray m_revision;
    QByteArray m_initialize; ///< id of initialize while it is in flight
    QObject m_context;
};

} // namespace Pullcord
