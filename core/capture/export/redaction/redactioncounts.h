// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/redaction/redaction.h"

namespace Pullcord {

/// Number of values that a redaction removed, by rule, so that nothing changes silently. A value.
class RedactionCounts
{
public:
    /// Member of a capture's first line that holds these numbers.
    static constexpr QLatin1StringView Member{"redacted"};

    RedactionCounts() = default;
    explicit RedactionCounts(const Redaction &redaction);

    void add(const QList<Redaction::Hit> &hits);
    /// Adds values that a rule matches but that are kept: ids, methods, progress tokens, tasks, names.
    void addStaying(const QList<Redaction::Hit> &hits);

    [[nodiscard]] qsizetype total() const;
    [[nodiscard]] qsizetype staying() const;
    /// Returns the rules that removed something, in order, with their numbers.
    [[nodiscard]] QList<std::pair<QString, qsizetype>> counts() const;
    /// Returns the rules that matched nothing.
    [[nodiscard]] QStringList idle() const;
    /// Returns e.g. "known: 3, header:X-Team: 1".
    [[nodiscard]] QString byRule() const;

    /// Adds the numbers to those of earlier redactions in the header. Patterns are not written out. Does nothing if
    /// nothing was removed.
    void noteIn(CaptureHeader &header) const;
    /// Returns the numbers in a header, like byRule(); empty if nothing was removed.
    [[nodiscard]] static bool isNotedIn(const CaptureHeader &header);
    [[nodiscard]] static QString notedIn(const CaptureHeader &header);

private:
    QStringList m_rules;
    QList<qsizetype> m_counts;
    QList<qsizetype> m_staying;
};

} // namespace Pullcord
