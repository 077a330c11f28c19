// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/configplaces.h"
#include "core/config/importedserver.h"
#include "core/config/wrapping/serverwrapping.h"
#include "core/result.h"

#include <QByteArray>
#include <QJsonObject>
#include <QList>
#include <QString>
#include <QStringList>

namespace Pullcord {

/// Wraps servers in configuration files of hosts, and remembers what it changed, so that unwrapping restores a file
/// byte for byte if nothing else changed in it, and only the entries otherwise.
///
/// The folder has access for its owner only. For each configuration with wrapped servers it holds the file as it was
/// before, and a JSON file with the changed entries. Plain class; several objects and processes may share one folder.
class WrapStore
{
public:
    /// A configuration as read: bytes and servers.
    struct Configuration
    {
        ConfigPlace place;
        QByteArray text;
        QList<ImportedServer> servers;
    };
    /// A change of a configuration that is not written yet.
    struct Change
    {
        ConfigPlace place;
        QByteArray before;
        QByteArray after;
        QStringList wrapped;              ///< names of the servers
        QStringList unwrapped;            ///< names of the servers
        QStringList secrets;              ///< values that are masked in the difference
        QList<TranslatableText> cautions; ///< about wrapped servers
        QList<TranslatableText> problems; ///< why servers are left as they are, with file and line

        [[nodiscard]] bool isEmpty() const { return before == after; }
        /// Returns the unified difference with masked secrets.
        [[nodiscard]] QString difference() const;

    private:
        friend class WrapStore;
        QStringList wrappedPointers;
        QStringList unwrappedPointers;
    };

    explicit WrapStore(QString folder);

    /// The folder for the user, below that of Pullcord's data; the captures of wrapped servers go to captures().
    [[nodiscard]] static WrapStore ofUser();
    [[nodiscard]] static QString captures();

    /// Reads a configuration. Errors name the file.
    [[nodiscard]] static Result<Configuration> read(const ConfigPlace &place);
    /// Reads the configurations in which this store has wrapped servers. Leaves out those that cannot be read.
    [[nodiscard]] QList<Configuration> wrapped() const;
    /// Returns the change that wraps and unwraps servers, which are named by their pointers. Servers that are already as
    /// wanted are left out.
    [[nodiscard]] Change change(const Configuration &configuration, const QStringList &toWrap,
                                const QStringList &toUnwrap, const ServerWrapping::Wrapper &wrapper) const;
    /// Writes the change at once or not at all; keeps the mode of the file, and a link to it. Errors (kind Io): the
    /// file has changed since it was read, or cannot be written.
    [[nodiscard]] Outcome write(const Change &change) const;

private:
    [[nodiscard]] QString pathOf(const QString &file, const QString &suffix) const;
    [[nodiscard]] QJsonObject state(const QString &file) const;
    [[nodiscard]] static QJsonObject stateIn(const QString &path);
    [[nodiscard]] Outcome remember(const Change &change) const;

    QString m_folder;
};

} // namespace Pullcord
