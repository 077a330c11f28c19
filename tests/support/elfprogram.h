// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QFile>

#include <elf.h>

namespace Pullcord {

/// Returns a program for this machine with that loader.
inline QByteArray elfProgram(const QByteArray &loader)
{
    QFile own(QStringLiteral("/proc/self/exe"));
    Elf64_Ehdr header{};
    if (!own.open(QIODevice::ReadOnly) || own.read(reinterpret_cast<char *>(&header), sizeof header) != sizeof header)
        return {};
    header.e_phoff = sizeof header;
    header.e_phnum = 1;
    const Elf64_Phdr segment{.p_type = PT_INTERP,
                             .p_flags = PF_R,
                             .p_offset = sizeof header + sizeof segment,
                             .p_vaddr = 0,
                             .p_paddr = 0,
                             .p_filesz = Elf64_Xword(loader.size()) + 1,
                             .p_memsz = Elf64_Xword(loader.size()) + 1,
                             .p_align = 1};
    return QByteArray(reinterpret_cast<const char *>(&header), sizeof header) +
           QByteArray(reinterpret_cast<const char *>(&segment), sizeof segment) + loader + '\0';
}

} // namespace Pullcord
