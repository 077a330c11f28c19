// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include <memory>

class QTemporaryDir;
class QWidget;

namespace Pullcord {

class DetailsPanel;
class FileDialogs;
class MessageBar;
class RequestCommands;
class ConversationController;

/// Commands for the content in Details: save a piece, play a sound, read a linked resource.
class ContentCommands final : public QObject
{
    Q_OBJECT

public:
    ContentCommands(ConversationController &controller, DetailsPanel &details, RequestCommands &requests,
                    FileDialogs &dialogs, MessageBar &bar, QWidget *window);
    ~ContentCommands() override;

private:
    void save(const QString &name, const QByteArray &bytes);
    void play(const QString &name, const QByteArray &bytes);
    void read(const QString &uri);
    void open(const QString &path);
    void sayUnplayed(const QString &why);

    ConversationController &m_controller;
    RequestCommands &m_requests;
    FileDialogs &m_dialogs;
    MessageBar &m_bar;
    QWidget *m_window;
    std::unique_ptr<QTemporaryDir> m_sounds; ///< mode 0700; removed with the window
    int m_played = 0;
};

} // namespace Pullcord
