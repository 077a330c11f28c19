// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

namespace Pullcord {

/// How many messages have been passed over, and why: nothing is known of their form (P11 to P13). A value.
struct UncheckedMessages
{
    qint64 tooLong = 0;    ///< longer than SchemaVerdict::Longest
    qint64 noRevision = 0; ///< nothing in the capture told, when they were looked at, which revision is spoken
    qint64 tooLarge = 0;   ///< the check was given up: they, or their schema, have too many parts
    qint64 undecided = 0;  ///< the schema is none, or has parts that cannot be checked
    qint64 masked =
        0; ///< something was left out of them, or of their schema, when they were exported: so they do not fit

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
