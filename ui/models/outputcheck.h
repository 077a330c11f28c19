// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QStringList>

namespace Pullcord {

/// How the structured content of a result stands to the output schema of its tool, in words. A value.
/// Specification: server "Tools", "Output Schema": a server must conform, a client should check.
struct OutputCheck
{
    enum class Verdict : quint8 {
        Nothing, ///< there is nothing to check, or nothing to check it against
        Matches,
        Violated,  ///< also by not being there
        Undecided, ///< the schema is none, or the check took too long
    };

    Verdict verdict = Verdict::Nothing;
    QString sentence;
    QStringList places; ///< of what is wrong: JSON Pointer, and what should be; the first of many

    /// Raw JSON, or empty for none. A result that says that the tool failed need not have what the schema wants.
    [[nodiscard]] static OutputCheck of(const QByteArray &schema, const QByteArray &structured, bool isError);
};

} // namespace Pullcord
