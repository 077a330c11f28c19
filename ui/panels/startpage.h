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
class WrapStore;
struct ProxyInfo;
struct Services;
struct ServerTarget;

/// Start page of a window without a conversation: the ways to open one.
class StartPage final : public QWidget
{
    Q_OBJECT

public:
    StartPage(Actions &actions, const Services &services, QWidget *parent = nullptr);
    ~StartPage() override;

    /// Reads the watched servers of hosts and lists them, if the page is shown.
    void updateWatched();

signals:
    void serverChosen(const Pullcord::ServerTarget &target);
    void captureChosen(const QString &path);
    /// Ctrl+V, with the text of the clipboard.
    void pasted(const QString &text);

protected:
    /// Updates the lists, since captures may have been kept, and servers been watched.
    void showEvent(QShowEvent *event) override;

private:
    /// A watched server of a host.
    struct Watched
    {
        QString title;
        QString host;
        QString program; ///< of its proxy
        bool isBroken = false;
    };
    [[nodiscard]] static QList<Watched> watchedIn(const WrapStore &store);
    [[nodiscard]] QWidget *makeButtons(Actions &actions);
    [[nodiscard]] QWidget *makeReopening(QAction &action);
    [[nodiscard]] QWidget *makeLists(Actions &actions);
    void fill();
    void fillProxies();
    void addWatched(const QList<ProxyInfo> &running);
    void showFilled();

    const Services &m_services;
    Settings &m_settings;
    QLabel *m_proxiesTitle = nullptr;
    QLabel *m_savedTitle = nullptr;
    QLabel *m_serversTitle = nullptr;
    QLabel *m_capturesTitle = nullptr;
    SavedServerList *m_saved;
    QListWidget *m_proxies;
    QListWidget *m_servers;
    QListWidget *m_captures;
    QWidget *m_lists;
    QList<Watched> m_watched;
    int m_reads = 0; ///< of the watched servers
};

} // namespace Pullcord
