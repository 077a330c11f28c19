// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/redaction.h"

namespace Pullcord {

/// How many values a redaction has left out, by rule, so that nothing changes silently. A value.
class LeftOut
{
public:
    /// Of the first line of a capture, which tells of it.
    static constexpr QLatin1StringView Member{"redacted"};

    LeftOut() = default;
    explicit LeftOut(const Redaction &redaction);

    void add(const QList<Redaction::Hit> &hits);
    /// Of what stays although a rule finds it: ids, methods, progress tokens, tasks, names.
    void addStaying(const QList<Redaction::Hit> &hits);

    [[nodiscard]] qsizetype total() const;
    [[nodiscard]] qsizetype staying() const;
    /// Of the rules that left something out, in their order.
    [[nodiscard]] QList<std::pair<QString, qsizetype>> counts() const;
    /// The rules that found nothing at all.
    [[nodiscard]] QStringList idle() const;
    /// "known: 3, header:X-Team: 1"
    [[nodiscard]] QString byRule() const;

    /// Adds it to what the first line of a capture tells of earlier redactions, without what patterns look for; nothing where
    /// nothing was left out.
    void noteIn(CaptureHeader &header) const;
    /// What that tells, like byRule(); empty where nothing was left out.
    [[nodiscard]] static bool isNotedIn(const CaptureHeader &header);
    [[nodiscard]] static QString notedIn(const CaptureHeader &header);

private:
    QStringList m_rules;
    QList<qsizetype> m_counts;
    QList<qsizetype> m_staying;
};

} // namespace Pullcord
