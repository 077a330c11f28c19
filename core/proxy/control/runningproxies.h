// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proxy/control/proxyinfo.h"
#include "core/result.h"

#include <QFileSystemWatcher>
#include <QHash>
#include <QObject>
#include <QSet>
#include <QTimer>

#include <optional>

namespace Pullcord {

/// The proxies of this user that run now, by their control sockets. Asks each to describe itself whenever their folder
/// changes, and removes the socket of one that was killed.
///
/// Owner: any. Changes come from the event loop. Order of signals: appeared() for each new proxy, then updated().
class RunningProxies final : public QObject
{
    Q_OBJECT

public:
    /// Folder of the sockets in the session of the user; empty if there is none.
    [[nodiscard]] static QString usualFolder();

    /// An empty folder has no proxies.
    explicit RunningProxies(const QString &folder, QObject *parent = nullptr);
    ~RunningProxies() override;

    /// Looks now, and then whenever the folder changes. updated() follows.
    void start();
    /// Asks every proxy again, also those that are known: only then does a killed one disappear. updated() follows.
    void look();
    /// The proxies known so far, by the time of their start.
    [[nodiscard]] QList<ProxyInfo> all() const;
    /// Returns the proxy that records in this file; none if no such proxy runs.
    [[nodiscard]] std::optional<ProxyInfo> recordingIn(const QString &capture) const;
    /// Returns the one proxy with this name, title, or process number, or whose name begins with it. An Error names the
    /// candidates.
    [[nodiscard]] Result<ProxyInfo> named(const QString &name) const;
    [[nodiscard]] QString socketOf(const ProxyInfo &proxy) const;

signals:
    /// Every proxy found so far has described itself, or does not respond. Emitted after start(), after look(), and after
    /// each change of the folder.
    void updated();
    /// A proxy has started since the first updated().
    void appeared(const Pullcord::ProxyInfo &proxy);

private:
    void onDescribed(const QString &file, const Result<QByteArray> &result);
    void finishLook();

    QString m_folder;
    QFileSystemWatcher m_watcher;
    QTimer m_again;
    QHash<QString, ProxyInfo> m_proxies; ///< by file name of the socket
    QSet<QString> m_asked;               ///< file names of sockets without a response so far
    bool m_hasLooked = false;
};

} // namespace Pullcord
