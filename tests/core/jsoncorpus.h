// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QList>

/// Texts with the verdict of RFC 8259 and RFC 3629, written by hand and not by a parser.
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
    qsizetype offset;   ///< position of the first invalid byte; everything before it is a valid beginning
    const char *reason; ///< part of the reason
};

[[nodiscard]] const QList<Good> &good();
[[nodiscard]] const QList<Bad> &bad();

} // namespace Corpus
