// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QList>

/// Texts with the verdict that RFC 8259 and RFC 3629 give them, written by hand and not by any
/// parser.
namespace Corpus {

struct Good
{
    const char *name;
    QByteArray text;
};

struct Bad
{
    const char *name;
    QByteArray text;
    qsizetype offset;   ///< of the first byte that cannot stand there: all before it could still
                        ///< become JSON
    const char *reason; ///< a part of the reason
};

[[nodiscard]] const QList<Good> &good();
[[nodiscard]] const QList<Bad> &bad();

} // namespace Corpus
