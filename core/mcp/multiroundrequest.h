// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/client.h"
#include "core/mcp/inputrequired.h"

#include <QObject>
#include <QPointer>

namespace Pullcord {

/// A request that the server may answer with questions before it answers it. Each round is a request of its own, with its
/// own id and row in the log; nothing is open while somebody thinks about the answers.
///
/// Owner: whoever made it, and the client must outlive it; destroying it leaves the round under way alone.
/// Order of signals: roundBegan (the first from within start()), then asked or finished; asked comes again each round,
/// finished once, last. A round without questions is followed by the next at once.
/// In the legacy era there is one round. Specification: "Multi Round-Trip Requests"; spec digest 4.9.
class MultiRoundRequest final : public QObject
{
    Q_OBJECT

public:
    /// Rounds after which a server that never comes to an end is given up.
    static constexpr int MaxRounds = 20;

    /// `params` is a raw JSON object, or empty.
    MultiRoundRequest(Client &client, const QByteArray &method, const QByteArray &params,
                      const RequestOptions &options = {}, QObject *parent = nullptr);

    void start();
    /// The round under way, or the last; null before start() and when the session has deleted it.
    [[nodiscard]] OutgoingRequest *round() const { return m_round; }
    /// What was asked last.
    [[nodiscard]] const InputRequired &required() const { return m_required; }
    /// Begins the next round with the answers to required(): raw JSON result objects, in the order of the questions; an
    /// empty one is left out. Only after asked(), and once.
    void answer(const QList<QByteArray> &answers);

signals:
    void roundBegan(Pullcord::OutgoingRequest *round);
    void asked();
    /// The last round's outcome; an error of kind Protocol after MaxRounds.
    void finished(const Pullcord::Result<QByteArray> &outcome);

private:
    void begin(const QByteArray &params);
    void onFinished(const Result<QByteArray> &outcome);

    Client &m_client;
    QByteArray m_method;
    QByteArray m_params;
    RequestOptions m_options;
    QPointer<OutgoingRequest> m_round;
    InputRequired m_required;
    bool m_asked = false;
    int m_rounds = 0;
};

} // namespace Pullcord
