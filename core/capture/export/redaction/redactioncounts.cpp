// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/redaction/redactioncounts.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

/// Returns the rule without the text of a pattern, which may be the secret itself.
QString publicName(const QString &rule)
{
    return rule.startsWith("pattern:"_L1) ? u"pattern"_s : rule;
}

QString phrase(const QString &rule, qint64 count)
{
    return rule + u": "_s + QString::number(count);
}

} // namespace

RedactionCounts::RedactionCounts(const Redaction &redaction)
    : m_rules(redaction.rules())
    , m_counts(m_rules.size(), 0)
    , m_staying(m_rules.size(), 0)
{}

void RedactionCounts::add(const QList<Redaction::Hit> &hits)
{
    for (const Redaction::Hit &hit : hits)
        ++m_counts[hit.rule];
}

void RedactionCounts::addStaying(const QList<Redaction::Hit> &hits)
{
    for (const Redaction::Hit &hit : hits)
        ++m_staying[hit.rule];
}

qsizetype RedactionCounts::total() const
{
    return std::accumulate(m_counts.begin(), m_counts.end(), qsizetype(0));
}

qsizetype RedactionCounts::staying() const
{
    return std::accumulate(m_staying.begin(), m_staying.end(), qsizetype(0));
}

QStringList RedactionCounts::idle() const
{
    QStringList rules;
    for (qsizetype rule = 0; rule < m_rules.size(); ++rule) {
        if (m_counts.at(rule) + m_staying.at(rule) == 0)
            rules += m_rules.at(rule);
    }
    return rules;
}

QList<std::pair<QString, qsizetype>> RedactionCounts::counts() const
{
    QList<std::pair<QString, qsizetype>> counts;
    for (qsizetype rule = 0; rule < m_rules.size(); ++rule) {
        if (m_counts.at(rule) > 0)
            counts.append({m_rules.at(rule), m_counts.at(rule)});
    }
    return counts;
}

QString RedactionCounts::byRule() const
{
    QStringList parts;
    const auto found = counts();
    for (const auto &[rule, count] : found)
        parts += phrase(rule, count);
    return parts.join(u", "_s);
}

void RedactionCounts::noteIn(CaptureHeader &header) const
{
    if (total() == 0)
        return;
    QJsonObject noted = header.others.value(Member).toObject();
    const auto found = counts();
    for (const auto &[rule, count] : found) {
        const qint64 before = noted.value(publicName(rule)).toInteger(); // as claimed by the file
        noted[publicName(rule)] = std::clamp<qint64>(before, 0, std::numeric_limits<qint64>::max() - count) + count;
    }
    header.others.insert(Member, noted);
}

bool RedactionCounts::isNotedIn(const CaptureHeader &header)
{
    return header.others.contains(Member);
}

QString RedactionCounts::notedIn(const CaptureHeader &header)
{
    const QJsonObject counts = header.others.value(Member).toObject();
    QStringList parts;
    for (auto it = counts.begin(); it != counts.end(); ++it)
        parts += phrase(it.key(), it->toInteger());
    return parts.join(u", "_s);
}

} // namespace Pullcord
