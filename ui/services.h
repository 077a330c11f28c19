// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/servertarget.h"

#include <QSet>
#include <QString>

namespace Pullcord {

class EraCache;
class FileDialogs;
class ReopenOffer;
class RunningProxies;
class Settings;

/// Notes about kept captures, for the run time of the program.
struct KeptCaptures
{
    QSet<QString> used;           ///< paths of captures opened in this run; never offered for deletion
    bool hasReportedSize = false; ///< the warning about their total size was shown
};

/// Services that a window depends on. The program fills it once; tests supply substitutes.
struct Services
{
    Settings &settings;
    FileDialogs &dialogs;
    EraCache &eras; ///< known eras of servers
    KeptCaptures &kept;
    ServerTarget demoServer;
    QString commandLine; ///< path of pullcord-cli; empty if it was not found
    QString sessionsFolder;
    QString program; ///< name and version, written into captures as their producer
    QString version;
    ReopenOffer *offer = nullptr;      ///< windows open at the last end; null if they are not recorded
    RunningProxies *proxies = nullptr; ///< proxies that run; null if none are looked for
};

} // namespace Pullcord
