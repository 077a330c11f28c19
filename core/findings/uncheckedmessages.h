// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

namespace Pullcord {

/// Number of messages whose form could not be checked (P11 to P13), by reason. A value.
struct UncheckedMessages
{
    qint64 tooLong = 0;    ///< longer than SchemaVerdict::Longest
    qint64 noRevision = 0; ///< the revision was not known when they were checked
    qint64 tooLarge = 0;   ///< the check was given up: the message or the schema has too many parts
    qint64 undecided = 0;  ///< the schema is invalid, or has parts that cannot be checked
    qint64 masked =
        0; ///< something was removed from the message or from its schema by an export, so that they do not fit

    [[nodiscard]] qint64 count() const { return tooLong + noRevision + tooLarge + undecided + masked; }
    UncheckedMessages &operator+=(const UncheckedMessages &other)
    {
        tooLong += other.tooLong;
        noRevision += other.noRevision;
        tooLarge += other.tooLarge;
        undecided += other.undecided;
        masked += other.masked;
        return *this;
    }
    friend bool operator==(const UncheckedMessages &, const UncheckedMessages &) = default;
};

} // namespace Pullcord
