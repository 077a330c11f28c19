// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace Pullcord {

/// The server behind a command that runs it elsewhere: in a container (docker, podman, nerdctl, dev containers, kubectl, distrobox,
/// toolbox), on another machine (ssh), in WSL.
///
/// It is read from the words of the command alone, as those programs document them; nothing is started or asked. Value.
struct InnerCommand
{
    enum class Where : quint8 { Container, Machine, Subsystem };

    QString runner; ///< the program that runs it, without its folder: "docker"
    Where where = Where::Container;
    QString place;            ///< image, container, service, pod, host or distribution; empty for the usual one
    QStringList words;        ///< the command there; empty for that of the image, or a login shell
    bool isShellLine = false; ///< the words are one line for a shell there

    bool makesContainer = false; ///< the container is made for this command, and is there for nothing else
    QStringList engine;          ///< its program and the options before "run": what "kill ID" is put behind
    QString name;                ///< of the container: --name; empty if none was given
    QString cidFile;             ///< the file that its id is written to: --cidfile; empty if none was given

    /// None where the command runs its server itself, or it cannot be read.
    [[nodiscard]] static std::optional<InnerCommand> in(const QStringList &command);

    /// The image's own name, without registry, owner, tag and digest.
    [[nodiscard]] QString imageName() const;
};

} // namespace Pullcord
