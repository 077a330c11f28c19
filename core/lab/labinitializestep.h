// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/labstep.h"

namespace Pullcord {

/// Leaves, connects anew, and cancels the initialize of that by hand, which nobody may: the handshake must go on. Where it does
/// not, a third connection follows without a cancel, so that the conversation stands as it did.
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

    QTimer m_timer; ///< for the handshake
    int m_connections = 0;
    bool m_isObeyed = false;
};

} // namespace Pullcord
