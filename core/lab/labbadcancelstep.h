// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/labstep.h"

namespace Pullcord {

/// A cancel that is to change nothing, sent by hand: of an id that is not in flight, or malformed. Then something is asked that
/// takes no work, to see whether the server still answers.
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
    RequestId m_id;    ///< that was never used before
    qint64 m_sent = 0; ///< when the cancel left
    QPointer<OutgoingRequest> m_asked;
    QPointer<OutgoingRequest> m_cancelRequest; ///< the cancel, where it was a request
    std::optional<RequestState> m_callState;   ///< in which the call ended that the cancel resembles
    bool m_hasSettled = false;
    bool m_isUnanswered = false;
};

} // namespace Pullcord
