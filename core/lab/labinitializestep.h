// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/labstep.h"

namespace Pullcord {

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
