// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>

namespace Pullcord {

/// First bytes of a program: the way in which the kernel starts it. A value.
///
/// Reads at most some kilobytes, whatever the file contains. Errors: a file that cannot be read, and one that is no
/// regular file, is Other.
struct ProgramFile
{
    enum class Kind : quint8 {
        Other,  ///< empty, binary of another format, or unreadable
        Elf,    ///< `interpreter` is its loader; empty for a statically linked program
        Script, ///< `interpreter` is its #! line, in words; a carriage return at its end belongs to the last word
        Text,   ///< text without a #! line
    };

    Kind kind = Kind::Other;
    QStringList interpreter;

    [[nodiscard]] static ProgramFile read(const QString &path);
};

} // namespace Pullcord
