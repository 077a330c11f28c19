// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/filter/textmatcher.h"

#include <QByteArray>
#include <QString>
#include <QStringMatcher>

#include <vector>

namespace Pullcord {

/// Looks for a text, in whichever case, a stretch at a time. Plain class; a subclass knows what it looks into.
class Finder
{
public:
    static constexpr qsizetype Most = 100'000; ///< hits; more are not looked for

    Finder() = default;
    virtual ~Finder() = default;
    Q_DISABLE_COPY_MOVE(Finder)

    /// Looks on for a few milliseconds at most, but for one string of many megabytes. True when it has seen all, or enough.
    virtual bool advance() = 0;

    /// Where it was found, in order: positions whose meaning is that of the subclass.
    [[nodiscard]] const std::vector<qsizetype> &hits() const { return m_hits; }
    [[nodiscard]] bool isFull() const { return qsizetype(m_hits.size()) >= Most; }

protected:
    void add(qsizetype hit) { m_hits.push_back(hit); }

private:
    std::vector<qsizetype> m_hits;
};

/// In a text; hits are the positions of what was found, none of which overlap.
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

/// In the keys and values of a JSON text, as they read when decoded; hits are the offsets of the first bytes of those keys,
/// strings, numbers and words.
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
