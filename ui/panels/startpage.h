// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QAction;
class QLabel;
class QListWidget;

namespace Pullcord {

class Actions;
class SavedServerList;
class Settings;
struct ServerTarget;

/// What a window shows while no conversation is open: the ways to get one.
class StartPage final : public QWidget
{
    Q_OBJECT

public:
    /// `sessionsFolder` is where kept sessions are; they are offered too.
    StartPage(Actions &actions, Settings &settings, const QString &sessionsFolder, QWidget *parent = nullptr);
    ~StartPage() override;

signals:
    void serverChosen(const Pullcord::ServerTarget &target);
    void captureChosen(const QString &path);
    /// Ctrl+V, with what is on the clipboard.
    void pasted(const QString &text);

protected:
    /// Sessions have been kept since.
    void showEvent(QShowEvent *event) override;

private:
    [[nodiscard]] QWidget *makeButtons(Actions &actions);
    [[nodiscard]] QWidget *makeReopening(QAction &action);
    [[nodiscard]] QWidget *makeLists();
    void fill();

    Settings &m_settings;
    QString m_sessionsFolder;
    QLabel *m_savedTitle = nullptr;
    QLabel *m_serversTitle = nullptr;
    QLabel *m_capturesTitle = nullptr;
    SavedServerList *m_saved;
    QListWidget *m_servers;
    QListWidget *m_captures;
    QWidget *m_lists;
};

} // namespace Pullcord
