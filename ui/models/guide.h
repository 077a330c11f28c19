// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingkind.h"
#include "ui/models/languages.h"

#include <QList>
#include <QString>

namespace Pullcord {

/// The user guide in one language: its pages in the order of its contents, and what is found in them. A page or picture that is not
/// there in that language is the English one. Plain class; the files are compiled in (resources/guide).
class Guide
{
public:
    struct Page
    {
        QString name;    ///< of its file, without the suffix; "index" is the contents
        QString title;   ///< its first heading
        QString section; ///< of the contents, in which it stands; empty for the contents themselves
        QString text;    ///< Markdown: textOf() its file
    };
    struct Hit
    {
        qsizetype page = 0; ///< in pages()
        int count = 0;      ///< how often; in the title counts as well
    };

    static constexpr auto Folder = ":/guide"; ///< where the files are; page NAME is Folder/NAME.md

    /// Reads them all, which is a matter of kilobytes. The language is a code of Languages::all().
    explicit Guide(const QString &language = Languages::spoken());

    /// Where one of its files is, such as "filters.md": Folder/LANGUAGE/filters.md if there is such a one, or else
    /// Folder/filters.md.
    [[nodiscard]] static QString fileOf(const QString &path, const QString &language = Languages::spoken());

    /// What stands in that file: in a page about findings, `### C01` becomes a heading with the title of that sort of finding,
    /// and its rule below it (FindingKind), so that both are told in one place.
    [[nodiscard]] static QString textOf(const QString &path, const QString &language = Languages::spoken());
    /// The heading of a sort of finding there.
    [[nodiscard]] static QString headingOf(FindingCode code);

    /// The contents first, then what those name.
    [[nodiscard]] const QList<Page> &pages() const { return m_pages; }
    /// Its place in pages(); -1 if there is none of that name.
    [[nodiscard]] qsizetype indexOf(QStringView name) const;
    /// Pages with all of the words in it, in whichever case: those with one in the title first, else in their order. Nothing
    /// for nothing.
    [[nodiscard]] QList<Hit> find(const QString &words) const;

    /// The page on a part of the window, by the object name of its widget; empty if that says nothing of its own.
    [[nodiscard]] static QString pageAbout(QStringView objectName);

private:
    void add(const QString &name, const QString &section);

    QString m_language;
    QList<Page> m_pages;
};

} // namespace Pullcord
