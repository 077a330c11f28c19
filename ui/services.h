// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/servertarget.h"

#include <QSet>
#include <QString>

namespace Pullcord {

class EraCache;
class FileDialogs;
class SessionOffer;
class Settings;

/// What is remembered, while the program runs, of the captures that are kept.
struct KeptCaptures
{
    QSet<QString> used;       ///< paths of those that were open: nobody takes them for old
    bool hasToldRoom = false; ///< that they take more than they should
};

/// What a window needs from outside. The program fills it once; tests put in what they like.
struct Services
{
    Settings &settings;
    FileDialogs &dialogs;
    EraCache &eras; ///< of the servers that were met
    KeptCaptures &kept;
    ServerTarget demoServer;
    QString sessionsFolder;
    QString program; ///< name and version, as captures name what wrote them
    QString version;
    SessionOffer *offer = nullptr; ///< of what was open last; null where nobody keeps that
};

} // namespace Pullcord
