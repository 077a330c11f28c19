// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/fuzzymatch.h"

#include <QAbstractListModel>
#include <QStringList>

#include <optional>

namespace Pullcord {

/// Something that can be done, for the command palette. A value.
struct PaletteEntry
{
    /// Without a base, after which lupdate of Qt 6.8 loses the class.
    enum class Kind { Command, Tool, Prompt, Resource, Server, Capture, Page, Tab };

    Kind kind = Kind::Command;
    QString text;
    QString name = {};     ///< of what it is about, if the text says more: who types just that wants this
    QString where = {};    ///< the menu, the group, the address: looked at as well, for less
    QString shortcut = {}; ///< as people read it
    bool enabled = true;
    QString whyNot = {};       ///< of one that is not enabled, if it is known; a few words
    QString english = {};      ///< what it is called there, in words, if it is shown in another language
    QString englishWhere = {}; ///< likewise
    QString key = {};          ///< by which it is remembered that it was used; empty: it is not
};

/// What can be done, by how well it fits what somebody types: what is called just that, what has a word that begins so, what has it
/// inside, then letters here and there. Among equals, what was used lately is before the others, what cannot be used now behind them. No more than MostRows are shown.
class PaletteModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role {
        WhereRole = Qt::UserRole + 1,
        ShortcutRole,
        KindRole,    ///< PaletteEntry::Kind
        EnabledRole, ///< bool; rows that are not can be read all the same
        WhyNotRole,
        PlacesRole, ///< QList<qsizetype>: the letters of the text that were typed
        EntryRole,  ///< qsizetype: place among the entries
    };
    static constexpr qsizetype MostRows = 200;

    explicit PaletteModel(QObject *parent = nullptr);
    ~PaletteModel() override;

    /// In the order in which those that fit equally well are shown. `lately`: keys of those used last, newest first.
    void setEntries(const QList<PaletteEntry> &entries, const QStringList &lately);
    /// Words; each has to be found in an entry.
    void setWanted(const QString &wanted);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    struct Searched
    {
        QString text; ///< in lower case
        QString name; ///< likewise
        QString where;
        QString english;
        int bonus = 0; ///< for having been used
    };
    struct Row
    {
        qsizetype entry = 0;
        FuzzyMatch::Fit fit = FuzzyMatch::Fit::Whole; ///< of the word that fits worst
        int score = 0;
        QList<qsizetype> places = {};
    };
    [[nodiscard]] std::optional<Row> matching(qsizetype entry, const QStringList &words) const;
    [[nodiscard]] QString spoken(const PaletteEntry &entry) const;
    void refill();

    QList<PaletteEntry> m_entries;
    QList<Searched> m_searched; ///< of each entry
    QString m_wanted;
    QList<Row> m_rows;
};

} // namespace Pullcord
