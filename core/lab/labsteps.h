// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/labstep.h"

namespace Pullcord {

/// Cancels a call in flight: Sweep, AtOnce and Twice. Ends when a response has come anyway, or long after the expected
/// end of the call.
class LabCancelStep final : public LabStep
{
    Q_OBJECT

public:
    LabCancelStep(LabBench &bench, const LabTrial &trial, QObject *parent);

protected:
    void begin() override;
    void onSent() override;
    void judge() override;

private:
    [[nodiscard]] bool isTogether() const;
    void onFinished(OutgoingRequest *call);
    void askBehind();
    void onWatched();
    void endIfDone();

    QTimer m_timer; ///< runs to the cancel, then to the end
    bool m_isWatching = false;
    bool m_hasWatched = false;
    bool m_isAsking = false; ///< a probe is open
    bool m_isUnanswered = false;
};

/// An invalid cancel, sent by hand, that must have no effect: of an id that is not in flight, or malformed. Then a
/// request that takes no work shows whether the server still responds.
class LabBadCancelStep final : public LabStep
{
    Q_OBJECT

public:
    LabBadCancelStep(LabBench &bench, const LabTrial &trial, QObject *parent);

protected:
    void begin() override;
    void onSent() override;
    void judge() override;

private:
    [[nodiscard]] bool resemblesCall() const;
    [[nodiscard]] QByteArray message();
    void send();
    void onSettled();
    void onCallEnded();
    void ask();
    void askWithItsId();
    void onAsked();
    void takeTimes();

    QTimer m_timer;
    RequestId m_id;    ///< an unused id
    qint64 m_sent = 0; ///< time at which the cancel left
    QPointer<OutgoingRequest> m_asked;
    QPointer<OutgoingRequest> m_cancelRequest; ///< the cancel, if it was a request
    std::optional<RequestState> m_callState;   ///< final state of the call that the cancel resembles
    bool m_hasSettled = false;
    bool m_isUnanswered = false;
};

/// Disconnects, connects anew, and cancels that initialize by hand, which is forbidden: the handshake must continue. If
/// it does not, a third connection follows without a cancel, which restores the conversation.
class LabInitializeStep final : public LabStep
{
    Q_OBJECT

public:
    LabInitializeStep(LabBench &bench, const LabTrial &trial, QObject *parent);

    [[nodiscard]] bool makesConnections() const override { return true; }

protected:
    void begin() override;
    void judge() override;
    void restore() override;

private:
    void onIdle();
    void onTransition(qsizetype row, const Transition &transition);
    void onReady();
    void onRefused();

    QTimer m_timer; ///< limits the handshake
    int m_connections = 0;
    bool m_isObeyed = false;
};

} // namespace Pullcord
