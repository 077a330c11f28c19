// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/filter/textmatcher.h"

#include <QByteArray>
#include <QString>
#include <QStringMatcher>

#include <vector>

namespace Pullcord {

/// Case-insensitive search in slices. Plain class; subclasses define the searched data.
class Finder
{
public:
    static constexpr qsizetype Most = 100'000; ///< maximum number of hits; the search then stops

    Finder() = default;
    virtual ~Finder() = default;
    Q_DISABLE_COPY_MOVE(Finder)

    /// Searches for a few milliseconds; one string of many megabytes may take longer. Returns true at the end of the
    /// data or after `Most` hits.
    virtual bool advance() = 0;

    /// Returns positions in ascending order; the subclass defines their meaning.
    [[nodiscard]] const std::vector<qsizetype> &hits() const { return m_hits; }
    [[nodiscard]] bool isFull() const { return qsizetype(m_hits.size()) >= Most; }

protected:
    void add(qsizetype hit) { m_hits.push_back(hit); }

private:
    std::vector<qsizetype> m_hits;
};

/// Search in a text. Hits are positions; they do not overlap.
class TextFinder final : public Finder
{
public:
    TextFinder(QString text, const QString &wanted);

    bool advance() override;

private:
    QString m_text;
    QStringMatcher m_matcher;
    qsizetype m_at = 0;
};

/// Search in the decoded keys and values of a JSON text. Hits are byte offsets of the keys, strings, numbers and
/// literals found.
class JsonFinder final : public Finder
{
public:
    /// `json` must have passed JsonChecker.
    JsonFinder(QByteArray json, const QString &wanted);

    bool advance() override;

private:
    [[nodiscard]] bool isIn(QByteArrayView token) const;

    QByteArray m_json;
    TextMatcher m_matcher;
    qsizetype m_at = 0;
};

} // namespace Pullcord
