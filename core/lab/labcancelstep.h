// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/labstep.h"

namespace Pullcord {

/// A call that is cancelled while it is in flight: Sweep, AtOnce and Twice. It ends when an answer has come all the same, or
/// when the call would have been over long ago.
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

    QTimer m_timer; ///< to the cancel, then to the end
    bool m_isWatching = false;
    bool m_hasWatched = false;
    bool m_isAsking = false; ///< a probe is open
    bool m_isUnanswered = false;
};

} // namespace Pullcord
