// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/file/capturestore.h"
#include "ui/services.h"

#include <QObject>

namespace Pullcord {

class Actions;
class MessageBar;
class ConversationController;

/// Warns when kept captures take too much disk space, and deletes the oldest on request; never by itself. Spares
/// captures that are open, were open in this run, have marks, or can be restored.
class DiskSpaceWarning final : public QObject
{
    Q_OBJECT

public:
    DiskSpaceWarning(const Services &services, ConversationController &controller, const Actions &actions,
                     MessageBar &bar, QObject *page);
    ~DiskSpaceWarning() override;

private:
    enum class Why : quint8 { Asked, Connected };
    void onConversation();
    void look(Why why);
    void show(const CaptureStore::Excess &excess, Why why);
    [[nodiscard]] static QString spanOf(const QList<CaptureStore::Old> &files);
    [[nodiscard]] static QString withWhatCounts(const QString &state);
    void clear(const QList<CaptureStore::Old> &files);
    [[nodiscard]] QSet<QString> spared() const;
    [[nodiscard]] qint64 room() const;

    const Services &m_services;
    ConversationController &m_controller;
    MessageBar &m_bar;
};

} // namespace Pullcord
