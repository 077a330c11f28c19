// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/filter/fuzzymatch.h"

#include <numeric>

namespace Pullcord {

namespace {

constexpr int ForLetter = 1;
constexpr int ForNeighbor = 15;
constexpr int ForWord = 12; ///< for a letter at the beginning of a word
constexpr int ForBeginning = 6;
constexpr int ForLength = 20; ///< minus one for every two letters of the text that were not typed
constexpr int MostTries = 8;  ///< start positions; more would make long texts slow

bool beginsWord(QStringView text, qsizetype place)
{
    return place == 0 || (text[place].isLetterOrNumber() && !text[place - 1].isLetterOrNumber());
}

/// Returns the position of the next letter: beside the previous one, else at the next beginning of a word, else
/// anywhere.
qsizetype nextPlace(QStringView text, QChar letter, qsizetype from, bool isFirst)
{
    if (!isFirst && from < text.size() && text[from] == letter)
        return from;
    const qsizetype any = text.indexOf(letter, from);
    for (qsizetype place = any; place >= 0; place = text.indexOf(letter, place + 1)) {
        if (beginsWord(text, place))
            return place;
    }
    return any;
}

int scoreOf(const QList<qsizetype> &places, QStringView text)
{
    int score = qMax(0, ForLength - int(text.size() - places.size()) / 2);
    for (qsizetype i = 0; i < places.size(); ++i) {
        const qsizetype place = places.at(i);
        score += ForLetter + (beginsWord(text, place) ? ForWord : 0) + (place == 0 ? ForBeginning : 0);
        if (i > 0 && place == places.at(i - 1) + 1)
            score += ForNeighbor;
    }
    return score;
}

/// Finds positions from `begin` on. A jump to a word's beginning can leave no room for later letters, so the caller
/// also tries without `likesWords`.
std::optional<QList<qsizetype>> placesFrom(QStringView letters, QStringView text, qsizetype begin, bool likesWords)
{
    QList<qsizetype> places{begin};
    for (qsizetype i = 1; i < letters.size(); ++i) {
        const qsizetype from = places.constLast() + 1;
        const qsizetype place = likesWords ? nextPlace(text, letters[i], from, false) : text.indexOf(letters[i], from);
        if (place < 0)
            return {};
        places.append(place);
    }
    return places;
}

/// Finds a contiguous match: the first at the beginning of a word, else the first.
std::optional<FuzzyMatch> together(QStringView letters, QStringView text)
{
    qsizetype begin = text.indexOf(letters);
    if (begin < 0)
        return {};
    for (qsizetype next = begin; next >= 0; next = text.indexOf(letters, next + 1)) {
        if (beginsWord(text, next)) {
            begin = next;
            break;
        }
    }
    QList<qsizetype> places(letters.size());
    std::iota(places.begin(), places.end(), begin);
    const bool isWhole = letters.size() == text.size();
    return FuzzyMatch{scoreOf(places, text), places,
                      isWhole                   ? FuzzyMatch::Fit::Whole
                      : beginsWord(text, begin) ? FuzzyMatch::Fit::BeginsWord
                                                : FuzzyMatch::Fit::Inside};
}

} // namespace

std::optional<FuzzyMatch> FuzzyMatch::of(QStringView letters, QStringView text)
{
    if (letters.isEmpty())
        return FuzzyMatch();
    if (auto match = together(letters, text))
        return match;
    std::optional<FuzzyMatch> best;
    int tries = 0;
    qsizetype begin = text.indexOf(letters[0]);
    for (; begin >= 0 && tries < MostTries; begin = text.indexOf(letters[0], begin + 1), ++tries) {
        for (const bool likesWords : {true, false}) {
            const auto places = placesFrom(letters, text, begin, likesWords);
            if (!places)
                continue;
            const int score = scoreOf(*places, text);
            if (!best || score > best->score)
                best = FuzzyMatch{score, *places, Fit::Scattered};
        }
    }
    return best;
}

} // namespace Pullcord
