// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/program/opening.h"

#include <QElapsedTimer>
#include <QLocalServer>
#include <QLockFile>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <memory>

class QLocalSocket;

namespace Pullcord {

/// Single instance per user, screen and settings file. The first program holds a lock and listens; later ones pass
/// their Opening to it.
///
/// Lock and socket are in a private folder, and both sides check the user of the other. Files left by a crash are
/// harmless. A first instance that does not respond delays a later one by Patience at most.
class Instance final : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds Patience{3000}; ///< time limit of a later instance, in total
    static constexpr std::chrono::milliseconds TryAgain{50};   ///< retry interval, until the first one listens
    static constexpr qint64 MostBytes = 1 << 20;               ///< limit of an opening

    /// Returns the key of an instance among those of the user. `settings` is the path of the settings file.
    [[nodiscard]] static QString keyFor(const QString &settings);

    Instance(const QString &folder, const QString &key, QObject *parent = nullptr);
    ~Instance() override;

    /// Starts once; ends later with handedOver() or alone().
    void start(const Opening &opening);
    /// Starts without handing over, whatever else runs. Emits alone() at once, and listens unless another instance
    /// does.
    void startBeside();
    /// Stops listening and releases the lock, so that the next one can be the first.
    void stop();
    /// True for the first instance while it listens.
    [[nodiscard]] bool isListening() const { return m_server.isListening(); }
    [[nodiscard]] QString socketPath() const { return m_path + QStringLiteral(".socket"); }

signals:
    /// The first instance opens it.
    void handedOver();
    /// This instance opens it itself.
    void alone();
    /// A later instance was asked to open this.
    void wanted(const Pullcord::Opening &opening);

private:
    void tryNow();
    void tryLater();
    void giveUp();
    void connectToFirst();
    void readFromFirst();
    void listen();
    void welcome();
    void readFrom(QLocalSocket *socket);

    QString m_path; ///< path of lock and socket, without suffix; empty: there is no folder
    QLockFile m_lock;
    QLocalServer m_server;
    std::unique_ptr<QLocalSocket> m_first; ///< connection to the first instance
    QByteArray m_opening;                  ///< to be handed over
    bool m_handed = false;
    QTimer m_again;
    QTimer m_patience;
};

} // namespace Pullcord
