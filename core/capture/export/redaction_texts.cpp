// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/redaction.h"

#include "core/capture/export/redactionwalk.h"
#include "core/json/jsonchecker.h"
#include "core/transport/secrets.h"

#include <algorithm>
#include <utility>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype ShownAround = 12;
constexpr qsizetype ShownOfValue = 1000;

qsizetype nextOpening(const QString &text, qsizetype from)
{
    while (from < text.size() && text.at(from) != u'{' && text.at(from) != u'[')
        ++from;
    return from;
}

/// Returns the position behind the bracket that closes the one at `from`; the size of the text if there is none.
qsizetype closingOf(const QString &text, qsizetype from)
{
    qsizetype depth = 0;
    bool isInString = false;
    for (qsizetype at = from; at < text.size(); ++at) {
        const char16_t c = text.at(at).unicode();
        if (isInString && c == '\\')
            ++at;
        else if (c == '"')
            isInString = !isInString;
        else if (!isInString && (c == '{' || c == '['))
            ++depth;
        else if (!isInString && (c == '}' || c == ']') && --depth == 0)
            return at + 1;
    }
    return text.size();
}

/// A text without its terminal colour sequences, and the original position of each character.
struct Uncoloured
{
    QString text;
    QList<qsizetype> places;

    explicit Uncoloured(const QString &coloured)
    {
        static const QRegularExpression Sequence(
            u"\\x1b(?:\\[[0-?]*[ -/]*[@-~]|\\][^\\x07\\x1b]*(?:\\x07|\\x1b\\\\)|[()][0-9A-Z])?"_s);
        const auto take = [&](qsizetype from, qsizetype until) {
            text += QStringView(coloured).sliced(from, until - from);
            for (; from < until; ++from)
                places.append(from);
        };
        qsizetype done = 0;
        for (auto matches = Sequence.globalMatch(coloured); matches.hasNext();) {
            const QRegularExpressionMatch match = matches.next();
            take(done, match.capturedStart());
            done = match.capturedEnd();
        }
        take(done, coloured.size());
        places.append(coloured.size());
    }
};

} // namespace

/// A match of a rule in a text.
struct Redaction::Found
{
    qsizetype from;
    qsizetype until;
    qsizetype rule;
};

/// A removed part of a text, and its replacement in the result.
struct Redaction::Piece
{
    qsizetype from;
    qsizetype size;
    qsizetype leftFrom;
    qsizetype leftSize = Secrets::Mask.size();

    /// Returns the part in which both texts differ.
    [[nodiscard]] static Piece between(const QString &text, const QString &left)
    {
        const auto differs = std::mismatch(text.begin(), text.end(), left.begin(), left.end());
        const qsizetype from = differs.first - text.begin();
        const auto back = std::mismatch(text.rbegin(), text.rend() - from, left.rbegin(), left.rend() - from);
        const qsizetype same = back.first - text.rbegin();
        return {from, text.size() - same - from, from, left.size() - same - from};
    }
    /// Locates the parts between the masks in the original text.
    [[nodiscard]] static QList<Piece> masked(const QString &text, const QString &left)
    {
        const QList<QStringView> kept = QStringView(left).split(u"***");
        const bool isAround = kept.size() > 1 && text.startsWith(kept.constFirst()) &&
                              text.endsWith(kept.constLast()) &&
                              text.size() >= kept.constFirst().size() + kept.constLast().size();
        if (!isAround)
            return {between(text, left)};
        QList<Piece> pieces;
        qsizetype from = kept.constFirst().size();
        qsizetype leftFrom = from;
        for (qsizetype i = 1; i < kept.size(); ++i) {
            const qsizetype length = kept.at(i).size();
            const qsizetype until = i + 1 < kept.size() ? text.indexOf(kept.at(i), from) : text.size() - length;
            if (until < from)
                return {between(text, left)};
            if (QStringView(text).sliced(from, until - from) != Secrets::Mask)
                pieces.append({from, until - from, leftFrom});
            from = until + length;
            leftFrom += Secrets::Mask.size() + length;
        }
        return pieces;
    }
};

QString Redaction::shown(const QString &text, qsizetype from, qsizetype size)
{
    if (size == text.size() && size <= ShownOfValue)
        return text;
    const qsizetype begin = qMax<qsizetype>(0, from - ShownAround);
    const qsizetype end = qMin(text.size(), from + size + ShownAround);
    const QString dots = u"…"_s;
    const QString value = size > ShownOfValue ? text.sliced(from, ShownOfValue) + dots : text.sliced(from, size);
    return (begin > 0 ? dots : QString()) + text.sliced(begin, from - begin) + value +
           text.sliced(from + size, end - from - size) + (end < text.size() ? dots : QString());
}

/// Searches the text without its colour sequences, then removes the matches from the original.
QString Redaction::redactedColoured(const QString &text, QList<Hit> &hits) const
{
    const Uncoloured plain(text);
    const QString left = redactedText(plain.text, hits);
    if (left == plain.text)
        return text;
    QString result;
    qsizetype done = 0;
    const QList<Piece> pieces = Piece::masked(plain.text, left);
    for (const Piece &piece : pieces) {
        const qsizetype from = plain.places.at(piece.from);
        result += QStringView(text).sliced(done, from - done);
        result += QStringView(left).sliced(piece.leftFrom, piece.leftSize);
        done = piece.size > 0 ? plain.places.at(piece.from + piece.size - 1) + 1 : from;
    }
    result += QStringView(text).sliced(done);
    return result;
}

QString Redaction::redactedText(const QString &text, QList<Hit> &hits) const
{
    if (text.contains(u'\x1b'))
        return redactedColoured(text, hits);
    if (const QStringView begin = QStringView(text).trimmed(); begin.startsWith(u'{') || begin.startsWith(u'[')) {
        QByteArray json = text.toUtf8();
        thread_local JsonChecker checker;
        if (!checker.check(json)) {
            Walk all{json, Walk::Of::Text, hits};
            walk(JsonValue(json), all);
            if (all.edits.isEmpty())
                return text;
            json = all.result(); // it may be as long, so the old text is not kept besides it
            return QString::fromUtf8(json);
        }
    }
    const QString within = redactedWithin(text, hits);
    // Each rule gets the untouched text: the rest of a token no longer looks like one.
    QList<Found> found;
    for (const Pattern &pattern : m_patterns)
        found += foundIn(within, pattern);
    if (m_known != NoRule) {
        if (const QString left = Secrets::maskedProse(within); left != within) {
            const QList<Piece> pieces = Piece::masked(within, left);
            for (const Piece &piece : pieces) {
                if (piece.size > 0)
                    found.append({piece.from, piece.from + piece.size, m_known});
            }
        }
    }
    return found.isEmpty() ? within : masked(within, std::move(found), hits);
}

/// Redacts JSON within a sentence.
QString Redaction::redactedWithin(const QString &text, QList<Hit> &hits) const
{
    if (m_known == NoRule && m_names.isEmpty())
        return text;
    QString left;
    qsizetype done = 0;
    qsizetype budget = 4 * text.size() + 1000; // for brackets that begin no JSON
    for (qsizetype from = nextOpening(text, 0); from < text.size() && budget > 0;) {
        const qsizetype end = closingOf(text, from);
        const QByteArray json = QStringView(text).sliced(from, end - from).toUtf8();
        thread_local JsonChecker checker;
        if (!json.contains('"') || checker.check(json)) {
            budget -= end - from;
            from = nextOpening(text, from + 1);
            continue;
        }
        Walk all{json, Walk::Of::Text, hits};
        walk(JsonValue(json), all);
        if (!all.edits.isEmpty()) {
            left += QStringView(text).sliced(done, from - done);
            left += QString::fromUtf8(all.result());
            done = end;
        }
        from = nextOpening(text, end);
    }
    return done == 0 ? text : left + text.sliced(done);
}

QList<Redaction::Found> Redaction::foundIn(const QString &text, const Pattern &pattern)
{
    QList<Found> found;
    for (qsizetype from = 0; from <= text.size();) {
        // Once is enough; the check takes the time of the whole text.
        const QRegularExpressionMatch match = pattern.form.match(
            text, from, QRegularExpression::NormalMatch,
            from == 0 ? QRegularExpression::NoMatchOption : QRegularExpression::DontCheckSubjectStringMatchOption);
        if (!match.isValid()) { // the engine has given up, so the rest is unknown
            found.append({found.isEmpty() ? 0 : found.constLast().until, text.size(), pattern.rule});
            break;
        }
        if (!match.hasMatch())
            break;
        const qsizetype begin = pattern.keepsName ? match.capturedEnd(1) : match.capturedStart();
        const QStringView value = QStringView(text).sliced(begin, match.capturedEnd() - begin);
        if (!value.isEmpty() && value != Secrets::Mask)
            found.append({begin, match.capturedEnd(), pattern.rule});
        from = match.capturedEnd();
        if (match.capturedLength() == 0)
            from += from < text.size() && text.at(from).isHighSurrogate() ? 2 : 1;
    }
    return found;
}

/// Overlapping matches are removed as one; a match inside another is no hit of its own.
QString Redaction::masked(const QString &text, QList<Found> found, QList<Hit> &hits)
{
    struct Gone
    {
        qsizetype from;
        qsizetype until;
        qsizetype leftFrom;
    };
    // At the same position the longest match comes first; at equal length, the first rule.
    std::stable_sort(found.begin(), found.end(), [](const Found &a, const Found &b) {
        return a.from != b.from ? a.from < b.from : a.until > b.until;
    });
    QList<Gone> all;
    QList<std::pair<Found, qsizetype>> counted; // match, and index in `all`
    for (const Found &one : std::as_const(found)) {
        const bool overlaps = !all.isEmpty() && one.from < all.constLast().until;
        if (overlaps && one.until <= all.constLast().until)
            continue;
        if (overlaps)
            all.last().until = one.until;
        else
            all.append({one.from, one.until, 0});
        counted.append({one, all.size() - 1});
    }
    QString left;
    left.reserve(text.size());
    qsizetype done = 0;
    for (Gone &gone : all) {
        left += QStringView(text).sliced(done, gone.from - done);
        gone.leftFrom = left.size();
        left += Secrets::Mask;
        done = gone.until;
    }
    left += QStringView(text).sliced(done);
    for (const auto &[one, number] : std::as_const(counted)) {
        const Gone &gone = all.at(number);
        hits.append({{},
                     shown(text, one.from, one.until - one.from),
                     shown(left, gone.leftFrom, Secrets::Mask.size()),
                     one.rule,
                     text.sliced(gone.from, gone.until - gone.from)});
    }
    return left;
}

void Redaction::redactNumber(const JsonValue &value, Walk &walk) const
{
    if (walk.of == Walk::Of::Details)
        return;
    const QString text = QString::fromLatin1(value.raw());
    for (const Pattern &pattern : m_patterns) {
        if (!foundIn(text, pattern).isEmpty())
            return walk.maskWhole(value, pattern.rule);
    }
}

} // namespace Pullcord
