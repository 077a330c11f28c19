// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/program/instance.h"

#include "core/logging.h"
#include "core/privatefolder.h"
#include "ui/program/settingskey.h"

#include <QDir>
#include <QGuiApplication>
#include <QLocalSocket>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

// Protocol, one line each: the first instance sends Hello, the later one its opening, the first one Done.
constexpr QByteArrayView Hello = "pullcord 1\n";
constexpr QByteArrayView Done = "done\n";

} // namespace

QString Instance::keyFor(const QString &settings)
{
    QByteArray place = QGuiApplication::platformName().toUtf8();
    for (const char *screen : {"WAYLAND_DISPLAY", "DISPLAY"})
        place += '\n' + qgetenv(screen);
    return settingsKey(settings, place + '\n');
}

Instance::Instance(const QString &folder, const QString &key, QObject *parent)
    : QObject(parent)
    , m_path(folder.isEmpty() ? QString() : u"%1/pullcord-%2"_s.arg(folder, key))
    , m_lock(m_path + u".lock"_s)
{
    m_lock.setStaleLockTime(0); // it is held for the run time of the program
    m_server.setSocketOptions(QLocalServer::UserAccessOption);
    connect(&m_server, &QLocalServer::newConnection, this, &Instance::welcome);
    for (QTimer *timer : {&m_again, &m_patience})
        timer->setSingleShot(true);
    connect(&m_again, &QTimer::timeout, this, &Instance::tryNow);
    connect(&m_patience, &QTimer::timeout, this, &Instance::giveUp);
}

Instance::~Instance()
{
    stop();
}

void Instance::start(const Opening &opening)
{
    m_opening = opening.toJson(QDir::currentPath()) + '\n';
    m_patience.start(Patience);
    m_again.start(0);
}

void Instance::startBeside()
{
    if (m_path.isEmpty() || m_lock.tryLock(0))
        listen();
    else
        emit alone();
}

void Instance::stop()
{
    m_server.close();
    m_lock.unlock();
}

void Instance::tryNow()
{
    if (m_path.isEmpty() || m_lock.tryLock(0))
        listen();
    else if (m_lock.error() != QLockFile::LockFailedError || m_opening.size() > MostBytes)
        giveUp(); // the folder is unusable, or the opening too large
    else
        connectToFirst();
}

void Instance::tryLater()
{
    if (!m_patience.isActive())
        return;
    if (m_first)
        m_first.release()->deleteLater(); // deleted later, since it is the sender
    m_again.start(TryAgain);
}

void Instance::giveUp()
{
    m_again.stop();
    m_patience.stop();
    if (m_first) {
        m_first->disconnect(this);
        m_first.release()->deleteLater();
    }
    emit alone();
}

// ---- the later instance

void Instance::connectToFirst()
{
    m_first = std::make_unique<QLocalSocket>();
    connect(m_first.get(), &QLocalSocket::readyRead, this, &Instance::readFromFirst);
    connect(m_first.get(), &QLocalSocket::errorOccurred, this, [this, socket = m_first.get()] {
        socket->disconnect(this);
        if (m_handed)
            giveUp(); // the first one may have opened it: twice is better than never
        else
            tryLater(); // the first one is starting or ending right now
    });
    m_first->connectToServer(socketPath());
}

/// Passes the opening only after Hello. A first instance that hangs could otherwise open it much later.
void Instance::readFromFirst()
{
    if (!PrivateFolder::isSameUser(m_first->socketDescriptor()))
        return giveUp();
    while (m_first->canReadLine()) {
        const QByteArray line = m_first->readLine();
        if (!m_handed && line == Hello) {
            m_handed = true;
            m_first->write(m_opening);
        } else if (m_handed && line == Done) {
            m_patience.stop();
            m_first->disconnect(this);
            qCDebug(Log::ui) << "handed over to the running instance";
            emit handedOver();
            return;
        } else {
            return giveUp(); // another version of the protocol
        }
    }
}

// ---- the first instance

void Instance::listen()
{
    m_patience.stop();
    if (!m_path.isEmpty()) {
        QLocalServer::removeServer(socketPath()); // left by a crashed instance, since this one holds the lock
        if (!m_server.listen(socketPath()))
            m_lock.unlock(); // no other instance could reach this one
        qCDebug(Log::ui) << "instance socket" << (m_server.isListening() ? "listens" : "cannot listen");
    }
    emit alone();
}

void Instance::welcome()
{
    while (QLocalSocket *socket = m_server.nextPendingConnection()) {
        connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
        if (!PrivateFolder::isSameUser(socket->socketDescriptor())) {
            socket->abort();
            continue;
        }
        socket->setReadBufferSize(MostBytes + 1);
        connect(socket, &QLocalSocket::readyRead, this, [this, socket] { readFrom(socket); });
        QTimer::singleShot(Patience, socket, &QLocalSocket::abort); // the later instance gives up then
        socket->write(Hello.data(), Hello.size());
    }
}

void Instance::readFrom(QLocalSocket *socket)
{
    if (!socket->canReadLine()) {
        if (socket->bytesAvailable() > MostBytes)
            socket->abort();
        return;
    }
    const std::optional<Opening> opening = Opening::fromJson(socket->readLine());
    if (!opening)
        return socket->abort();
    socket->write(Done.data(), Done.size());
    socket->disconnectFromServer(); // after writing
    emit wanted(*opening);
}

} // namespace Pullcord
