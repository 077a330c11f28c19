// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/privatefolder.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace Pullcord {
using namespace Qt::StringLiterals;

bool PrivateFolder::isPrivate(const QString &path)
{
    struct stat status = {};
    return ::lstat(QFile::encodeName(path).constData(), &status) == 0 && S_ISDIR(status.st_mode) &&
           status.st_uid == ::geteuid() && (status.st_mode & 077) == 0;
}

QString PrivateFolder::ofSession()
{
    const QStringList sessions{qEnvironmentVariable("XDG_RUNTIME_DIR"), u"/run/user/%1"_s.arg(::geteuid())};
    for (const QString &session : sessions) {
        if (!session.isEmpty() && isPrivate(session))
            return session;
    }
    const QString own = u"%1/pullcord-%2"_s.arg(QDir::tempPath()).arg(::geteuid());
    return create(own) ? own : QString();
}

bool PrivateFolder::create(const QString &path)
{
    if (const QString parent = QFileInfo(path).path(); !QFileInfo::exists(parent) && !create(parent))
        return false;
    ::mkdir(QFile::encodeName(path).constData(), 0700); // fails if it exists
    return isPrivate(path);
}

bool PrivateFolder::isSameUser(qintptr socketDescriptor)
{
    struct ucred peer = {};
    socklen_t size = sizeof peer;
    return ::getsockopt(int(socketDescriptor), SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == ::geteuid();
}

} // namespace Pullcord
