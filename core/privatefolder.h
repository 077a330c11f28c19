// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

/// Folder in which programs of one user meet: for sockets, which no other user may reach.
namespace Pullcord::PrivateFolder {

/// Returns the folder of the user's session: XDG_RUNTIME_DIR, or /run/user/UID for a program whose environment was
/// filtered, or else a folder for temporary files. Empty if none is private.
[[nodiscard]] QString ofSession();
/// Creates a folder inside a private one, with its parents. Returns false if the result is not private.
[[nodiscard]] bool create(const QString &path);
/// True for a folder of this user without access for others.
[[nodiscard]] bool isPrivate(const QString &path);
/// True if the program at the other end of a local socket runs as the same user.
[[nodiscard]] bool isSameUser(qintptr socketDescriptor);

} // namespace Pullcord::PrivateFolder
