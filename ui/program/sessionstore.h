// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/opensession.h"

#include <QByteArray>
#include <QLockFile>

#include <memory>
#include <vector>

namespace Pullcord {

/// The files in which the programs that run write down what they have open, one each, for their owner's eyes only; a lock
/// beside each tells whether its program is still there. What one has left behind is the next one's to read.
class SessionStore
{
public:
    /// For those who use this settings file. The folder is made when it is needed.
    SessionStore(QString folder, const QString &settings);
    ~SessionStore();

    /// What crashed programs had open; without one, what the one had that ended last. Empty if there is nothing.
    [[nodiscard]] OpenSession left();
    /// What is left() is nobody's any more.
    void forgetLeft();
    /// What this program has open, in the place of what it had before; false if it cannot be written. What has not
    /// changed is not written again.
    [[nodiscard]] bool write(const OpenSession &session);

private:
    struct Left
    {
        QString path;
        OpenSession session;
        std::unique_ptr<QLockFile> lock; ///< so that no other program reads it meanwhile
    };
    void findLeft();

    QString m_folder;
    QString m_key;
    QString m_path; ///< of our own file
    QByteArray m_written;
    std::unique_ptr<QLockFile> m_lock; ///< of our own file
    bool m_hasLooked = false;
    std::vector<Left> m_left;
};

} // namespace Pullcord
