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

/// One program for each person, screen and settings file: the first holds a lock and listens, a later one hands it what it
/// was asked to open.
///
/// Lock and socket lie in a folder that is the person's alone, and both sides look whose the other one is. What a crash
/// has left behind is in nobody's way, and one that does not answer is waited for no longer than Patience.
class Instance final : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds Patience{3000}; ///< of the later one, for all of it
    static constexpr std::chrono::milliseconds TryAgain{50};   ///< the first has its lock, and is not listening yet
    static constexpr qint64 MostBytes = 1 << 20;               ///< of what is handed over

    /// What tells it from others of the same person: `settings` is the path of the settings file.
    [[nodiscard]] static QString keyFor(const QString &settings);
    /// Where lock and socket are: a folder of this person's that nobody else can write or read, made if there is none.
    /// Empty where there is no such place.
    [[nodiscard]] static QString folder();

    Instance(const QString &folder, const QString &key, QObject *parent = nullptr);
    ~Instance() override;

    /// Once. It ends in handedOver() or alone(), later.
    void start(const Opening &opening);
    /// Likewise for one that hands nothing over, whatever else runs: it ends in alone(), at once, and listens unless
    /// another one does.
    void startBeside();
    /// Hears no more, and lets the next one be the first.
    void stop();
    /// It is the first, and listens.
    [[nodiscard]] bool isListening() const { return m_server.isListening(); }
    [[nodiscard]] QString socketPath() const { return m_path + QStringLiteral(".socket"); }

signals:
    /// Another one opens it.
    void handedOver();
    /// Nobody else does.
    void alone();
    /// A later one was asked for this.
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

    QString m_path; ///< of lock and socket, without their endings; empty: there is no place for them
    QLockFile m_lock;
    QLocalServer m_server;
    std::unique_ptr<QLocalSocket> m_first; ///< the way to it
    QByteArray m_opening;                  ///< to be handed over
    bool m_handed = false;
    QTimer m_again;
    QTimer m_patience;
};

} // namespace Pullcord
