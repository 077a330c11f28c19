// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/labstep.h"

namespace Pullcord {

/// Cancels a call in flight: Sweep, AtOnce and Twice. It ends when a response has come anyway, or when the call should
/// long be over.
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

} // namespace Pullcord
