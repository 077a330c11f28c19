// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/labstep.h"

namespace Pullcord {

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

} // namespace Pullcord
