// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/filter/palettemodel.h"

#include "ui/models/texts.h"

#include <algorithm>
#include <tuple>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

constexpr int ForBeingUsed = 40; ///< bonus of the entry used last
constexpr int LessForOlder = 5;  ///< reduction per later use of another entry
constexpr int ForBeingEnabled = 25;
constexpr int WhereCosts = 15; ///< penalty for a match in `where` alone

} // namespace

PaletteModel::PaletteModel(QObject *parent)
    : QAbstractListModel(parent)
{}

PaletteModel::~PaletteModel() = default;

void PaletteModel::setEntries(const QList<PaletteEntry> &entries, const QStringList &lately)
{
    m_entries = entries;
    m_searched.clear();
    m_searched.reserve(entries.size());
    for (const PaletteEntry &entry : entries) {
        const qsizetype used = entry.key.isEmpty() ? -1 : lately.indexOf(entry.key);
        m_searched.append({entry.text.toLower(), entry.name.toLower(),
                           (entry.where + u' ' + entry.englishWhere).toLower(), entry.english.toLower(),
                           (used < 0 ? 0 : qMax(1, ForBeingUsed - LessForOlder * int(used))) +
                               (entry.enabled ? ForBeingEnabled : 0)});
    }
    refill();
}

void PaletteModel::setWanted(const QString &wanted)
{
    const QString simple = wanted.simplified().toLower();
    if (simple == m_wanted)
        return;
    m_wanted = simple;
    refill();
}

std::optional<PaletteModel::Row> PaletteModel::matching(qsizetype entry, const QStringList &words) const
{
    const Searched &searched = m_searched.at(entry);
    Row row{.entry = entry, .score = searched.bonus};
    for (const QString &word : words) {
        if (const auto inText = FuzzyMatch::of(word, searched.text)) {
            row.fit = qMin(row.fit, inText->fit);
            row.score += inText->score;
            row.places += inText->places;
        } else if (searched.english.contains(word)) { // positions would not match the shown text
            row.fit = qMin(row.fit, FuzzyMatch::of(word, searched.english)->fit);
            row.score += FuzzyMatch::of(word, searched.english)->score;
        } else if (searched.where.contains(word)) { // scattered letters in an address mean nothing
            row.fit = qMin(row.fit, FuzzyMatch::Fit::Inside);
            row.score += FuzzyMatch::of(word, searched.where)->score - WhereCosts;
        } else {
            return {};
        }
    }
    if (!words.isEmpty() && (m_wanted == searched.name || m_wanted == searched.text || m_wanted == searched.english))
        row.fit = FuzzyMatch::Fit::Whole;
    return row;
}

void PaletteModel::refill()
{
    beginResetModel();
    m_rows.clear();
    const QStringList words = m_wanted.split(u' ', Qt::SkipEmptyParts);
    for (qsizetype entry = 0; entry < m_entries.size(); ++entry) {
        if (auto row = matching(entry, words))
            m_rows.append(*std::move(row));
    }
    const qsizetype shown = qMin(MostRows, m_rows.size());
    std::partial_sort(m_rows.begin(), m_rows.begin() + shown, m_rows.end(), [](const Row &a, const Row &b) {
        return std::make_tuple(b.fit, b.score, a.entry) < std::make_tuple(a.fit, a.score, b.entry);
    });
    m_rows.resize(shown);
    // Move the first usable entry to the top, so that Enter works, unless another name matches exactly.
    const auto canBe = std::find_if(m_rows.begin(), m_rows.end(), [this](const Row &row) {
        return row.fit == FuzzyMatch::Fit::Whole ||
               (m_entries.at(row.entry).enabled && row.fit > FuzzyMatch::Fit::Scattered);
    });
    if (canBe != m_rows.end())
        std::rotate(m_rows.begin(), canBe, canBe + 1);
    endResetModel();
}

int PaletteModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant PaletteModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Row &row = m_rows.at(index.row());
    const PaletteEntry &entry = m_entries.at(row.entry);
    switch (role) {
    case Qt::DisplayRole:
        return entry.text;
    case Qt::AccessibleTextRole:
        return spoken(entry);
    case WhereRole:
        return entry.where;
    case ShortcutRole:
        return entry.shortcut;
    case KindRole:
        return QVariant::fromValue(entry.kind);
    case EnabledRole:
        return entry.enabled;
    case WhyNotRole:
        return entry.whyNot;
    case PlacesRole:
        return QVariant::fromValue(row.places);
    case EntryRole:
        return QVariant::fromValue(row.entry);
    default:
        return {};
    }
}

QString PaletteModel::spoken(const PaletteEntry &entry) const
{
    QStringList parts{entry.text};
    for (const QString &part : {entry.where, entry.shortcut}) {
        if (!part.isEmpty())
            parts << part;
    }
    if (!entry.enabled)
        parts << (entry.whyNot.isEmpty() ? tr("not possible now") : tr("not possible now: %1").arg(entry.whyNot));
    return Texts::listed(parts);
}

} // namespace Pullcord
