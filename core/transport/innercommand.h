// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace Pullcord {

/// The server behind a command that runs it elsewhere: in a container (docker, podman, nerdctl, dev containers,
/// kubectl, distrobox, toolbox), on another machine (ssh) or in WSL.
///
/// A value, made from the words of the command alone, as those programs document them. Starts no program.
struct InnerCommand
{
    enum class Where : quint8 { Container, Machine, Subsystem };

    QString runner; ///< program that runs the server, without its folder: "docker"
    Where where = Where::Container;
    QString place;            ///< image, container, service, pod, host or distribution; empty for the default one
    QStringList words;        ///< command run there; empty for the image's own or a login shell
    bool isShellLine = false; ///< the words form one line for a shell there

    bool makesContainer = false; ///< the container is created for this command alone
    QStringList engine;          ///< the program and its options before "run"; "kill ID" is appended to it
    QString name;                ///< name of the container (--name); empty if none was given
    QString cidFile;             ///< file that receives the container's id (--cidfile); empty if none was given

    /// Reads `command`. Returns none if the command runs its server itself or cannot be read.
    [[nodiscard]] static std::optional<InnerCommand> in(const QStringList &command);

    /// Name of the image without registry, owner, tag and digest.
    [[nodiscard]] QString imageName() const;
};

} // namespace Pullcord
