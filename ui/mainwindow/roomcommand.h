// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/capturestore.h"
#include "ui/services.h"

#include <QObject>

namespace Pullcord {

class Actions;
class MessageBar;
class Workspace;

/// Says when the conversations that are kept take more room than they should, and deletes the oldest when it is told to;
/// never by itself. What is open, or was in this run, has marks, or can be reopened stays.
class RoomCommand final : public QObject
{
    Q_OBJECT

public:
    RoomCommand(const Services &services, Workspace &workspace, const Actions &actions, MessageBar &bar, QObject *page);
    ~RoomCommand() override;

private:
    enum class Why : quint8 { Asked, Connected };
    void onConversation();
    void look(Why why);
    void tell(const CaptureStore::Excess &excess, Why why);
    [[nodiscard]] static QString spanOf(const QList<CaptureStore::Old> &files);
    [[nodiscard]] static QString withWhatCounts(const QString &state);
    void clear(const QList<CaptureStore::Old> &files);
    [[nodiscard]] QSet<QString> spared() const;
    [[nodiscard]] qint64 room() const;

    const Services &m_services;
    Workspace &m_workspace;
    MessageBar &m_bar;
};

} // namespace Pullcord
