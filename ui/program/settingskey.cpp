// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/program/settingskey.h"

#include <QCryptographicHash>
#include <QFileInfo>

namespace Pullcord {

QString settingsKey(const QString &settings, const QByteArray &what)
{
    const QByteArray whole = what + QFileInfo(settings).absoluteFilePath().toUtf8();
    return QString::fromLatin1(QCryptographicHash::hash(whole, QCryptographicHash::Sha256).toHex().first(16));
}

} // namespace Pullcord
