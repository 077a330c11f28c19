// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/opentabs.h"

#include <QByteArray>
#include <QLockFile>

#include <memory>
#include <vector>

namespace Pullcord {

/// Files with the open tabs of running programs, one per program, mode 0600. A lock beside each file shows if its
/// program still runs. Files of ended programs are read by the next one.
class TabStore
{
public:
    /// Programs with the same settings file share their tabs. The folder is created on demand.
    TabStore(QString folder, const QString &settings);
    ~TabStore();

    /// Returns the tabs of crashed programs; if there are none, those of the program that ended last. Empty if there is
    /// nothing.
    [[nodiscard]] OpenTabs left();
    /// Deletes the files from which left() was read.
    void forgetLeft();
    /// Replaces the record of this program; returns false if that fails. An unchanged record is not written again.
    [[nodiscard]] bool write(const OpenTabs &openTabs);

private:
    struct Left
    {
        QString path;
        OpenTabs openTabs;
        std::unique_ptr<QLockFile> lock; ///< keeps other programs from reading it
    };
    void findLeft();

    QString m_folder;
    QString m_key;
    QString m_path; ///< path of this program's file
    QByteArray m_written;
    std::unique_ptr<QLockFile> m_lock; ///< lock of this program's file
    bool m_hasLooked = false;
    std::vector<Left> m_left;
};

} // namespace Pullcord
