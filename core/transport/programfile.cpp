// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/programfile.h"

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QtEndian>

#include <elf.h>

using namespace Qt::StringLiterals;

namespace Pullcord {
namespace {

constexpr qsizetype HeadSize = 256; ///< the part of a #! line that the kernel reads
constexpr int MostProgramHeaders = 64;
constexpr quint64 LongestPath = 4096;

template<typename T>
T inOrder(T value, bool isBigEndian)
{
    return isBigEndian ? qFromBigEndian(value) : qFromLittleEndian(value);
}

template<typename T>
bool readAt(QFile &file, quint64 offset, T &value)
{
    return offset <= quint64(file.size()) && file.seek(qint64(offset)) &&
           file.read(reinterpret_cast<char *>(&value), sizeof value) == qint64(sizeof value);
}

/// Returns the path in the segment PT_INTERP; empty if there is none.
template<typename Header, typename ProgramHeader>
QByteArray loaderOf(QFile &file, bool isBigEndian)
{
    Header header;
    if (!readAt(file, 0, header) || inOrder(header.e_phentsize, isBigEndian) != sizeof(ProgramHeader))
        return {};
    const quint64 table = inOrder(header.e_phoff, isBigEndian);
    const int count = qMin(int(inOrder(header.e_phnum, isBigEndian)), MostProgramHeaders);
    if (table > quint64(file.size()))
        return {};
    for (int i = 0; i < count; ++i) {
        ProgramHeader segment;
        if (!readAt(file, table + quint64(i) * sizeof segment, segment))
            return {};
        const quint64 offset = inOrder(segment.p_offset, isBigEndian);
        if (inOrder(segment.p_type, isBigEndian) != PT_INTERP)
            continue;
        if (offset > quint64(file.size()) || !file.seek(qint64(offset)))
            return {};
        const quint64 size = qMin(quint64(inOrder(segment.p_filesz, isBigEndian)), LongestPath);
        const QByteArray path = file.read(qint64(size));
        return path.split('\0').first();
    }
    return {};
}

} // namespace

ProgramFile ProgramFile::read(const QString &path)
{
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly)) // a pipe would block
        return {};
    const QByteArray head = file.read(HeadSize);
    if (head.startsWith(ELFMAG)) {
        const bool is64 = head.size() > EI_CLASS && head[EI_CLASS] == ELFCLASS64;
        const bool isBigEndian = head.size() > EI_DATA && head[EI_DATA] == ELFDATA2MSB;
        const QByteArray loader = is64 ? loaderOf<Elf64_Ehdr, Elf64_Phdr>(file, isBigEndian)
                                       : loaderOf<Elf32_Ehdr, Elf32_Phdr>(file, isBigEndian);
        return {Kind::Elf, loader.isEmpty() ? QStringList() : QStringList(QFile::decodeName(loader))};
    }
    if (head.startsWith("#!")) {
        static const QRegularExpression blanks(u"[ \\t]+"_s);
        const QByteArray line = head.split('\n').first().sliced(2);
        return {Kind::Script, QString::fromLocal8Bit(line).split(blanks, Qt::SkipEmptyParts)};
    }
    return {head.isEmpty() || head.contains('\0') ? Kind::Other : Kind::Text, {}};
}

} // namespace Pullcord
