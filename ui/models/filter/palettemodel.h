// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/filter/fuzzymatch.h"

#include <QAbstractListModel>
#include <QStringList>

#include <optional>

namespace Pullcord {

/// A command or place in the command palette. A value.
struct PaletteEntry
{
    /// Has no underlying type: after an enum with one, lupdate of Qt 6.8 loses the class of later texts.
    enum class Kind { Command, Tool, Prompt, Resource, Server, Capture, Page, Tab };

    Kind kind = Kind::Command;
    QString text;
    QString name = {};     ///< name of the subject, if the text has more words; an exact match comes first
    QString where = {};    ///< menu, group or address; searched with less weight
    QString shortcut = {}; ///< as displayed
    bool enabled = true;
    QString whyNot = {};       ///< reason for a disabled entry, if known; a few words
    QString english = {};      ///< English name, if the window is in another language
    QString englishWhere = {}; ///< English text of `where`
    QString key = {};          ///< identifies the entry in the list of used ones; empty: not remembered
};

/// Entries of the command palette, sorted by how well they match the typed words: exact names, beginnings of words,
/// inner matches, scattered letters. Among equals, recently used entries come first, and disabled ones last. At most
/// MostRows are shown.
class PaletteModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role {
        WhereRole = Qt::UserRole + 1,
        ShortcutRole,
        KindRole,    ///< PaletteEntry::Kind
        EnabledRole, ///< bool; disabled rows are shown, too
        WhyNotRole,
        PlacesRole, ///< QList<qsizetype>: positions of the typed letters in the text
        EntryRole,  ///< qsizetype: index of the entry
    };
    static constexpr qsizetype MostRows = 200;

    explicit PaletteModel(QObject *parent = nullptr);
    ~PaletteModel() override;

    /// Sets the entries, in the order for equal matches. `lately` holds the keys of used entries, newest first.
    void setEntries(const QList<PaletteEntry> &entries, const QStringList &lately);
    /// Sets the search text; an entry must match each of its words.
    void setWanted(const QString &wanted);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    struct Searched
    {
        QString text; ///< lower case
        QString name; ///< lower case
        QString where;
        QString english;
        int bonus = 0; ///< for recent use
    };
    struct Row
    {
        qsizetype entry = 0;
        FuzzyMatch::Fit fit = FuzzyMatch::Fit::Whole; ///< fit of the word that matches worst
        int score = 0;
        QList<qsizetype> places = {};
    };
    [[nodiscard]] std::optional<Row> matching(qsizetype entry, const QStringList &words) const;
    [[nodiscard]] QString spoken(const PaletteEntry &entry) const;
    void refill();

    QList<PaletteEntry> m_entries;
    QList<Searched> m_searched; ///< parallel to m_entries
    QString m_wanted;
    QList<Row> m_rows;
};

} // namespace Pullcord
