// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingkind.h"
#include "ui/models/languages.h"

#include <QList>
#include <QString>

namespace Pullcord {

/// The user guide in one language: its pages in the order of the contents, and their search. Pages and pictures without
/// a translation are in English. Plain class; the files are compiled in (resources/guide).
class Guide
{
public:
    struct Page
    {
        QString name;    ///< file name without suffix; "index" is the contents
        QString title;   ///< first heading
        QString section; ///< section of the contents; empty for the contents page
        QString text;    ///< Markdown, as returned by textOf()
    };
    struct Hit
    {
        qsizetype page = 0; ///< index in pages()
        int count = 0;      ///< number of occurrences, including the title
    };

    static constexpr auto Folder = ":/guide"; ///< folder of the files; page NAME is Folder/NAME.md

    /// Reads all pages: some 100 kilobytes. `language` is a code from Languages::all().
    explicit Guide(const QString &language = Languages::spoken());

    /// Returns the path of a file such as "filters.md": Folder/LANGUAGE/filters.md if it exists, else
    /// Folder/filters.md.
    [[nodiscard]] static QString fileOf(const QString &path, const QString &language = Languages::spoken());

    /// Returns the text of a file. On the page about findings, `### C01` expands to a heading with the title of the
    /// finding, followed by its rule (FindingKind).
    [[nodiscard]] static QString textOf(const QString &path, const QString &language = Languages::spoken());
    /// Returns the heading of a finding code in that text.
    [[nodiscard]] static QString headingOf(FindingCode code);

    /// Returns the contents first, then the pages it names.
    [[nodiscard]] const QList<Page> &pages() const { return m_pages; }
    /// Returns the index in pages(); -1 if no page has this name.
    [[nodiscard]] qsizetype indexOf(QStringView name) const;
    /// Returns pages that contain all words, case-insensitively: pages with a word in the title first, otherwise in
    /// page order. Empty for empty `words`.
    [[nodiscard]] QList<Hit> find(const QString &words) const;

    /// Returns the page about a part of the window, by the object name of its widget; empty if the part has no page.
    [[nodiscard]] static QString pageAbout(QStringView objectName);

private:
    void add(const QString &name, const QString &section);

    QString m_language;
    QList<Page> m_pages;
};

} // namespace Pullcord
