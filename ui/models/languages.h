// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

/// The languages of the window: which there are, which one a person gets, and how it comes into force.
/// The texts are in `:/i18n/pullcord_CODE.qm`, made of resources/translations.
namespace Pullcord::Languages {

struct Language
{
    QString code; ///< as in the name of its file: "en", "zh_CN"
    QString name; ///< what its speakers call it
};

/// English, in which the sources are written, comes first.
[[nodiscard]] QList<Language> all();

/// True for the code of one of all().
[[nodiscard]] bool isKnown(const QString &code);

/// What the environment asks for (LANGUAGE, LC_ALL, LC_MESSAGES, LANG), best first.
[[nodiscard]] QStringList systemPreference();

/// The code of the language to speak: `wanted` if there is such a one, or else the first of what the system prefers
/// (tags such as "zh-Hans-CN", best first) that there is in the same script, or else English.
[[nodiscard]] QString pick(const QString &wanted, const QStringList &preferred = systemPreference());

/// Speaks this one from now on, instead of the one before: in whatever is made hereafter, in Qt's own texts (where Qt's
/// translations are installed), and, if it is not the system's language, in numbers and dates. Needs a QCoreApplication.
void speak(const QString &code);

/// The code of the one that is spoken: that of the last speak(), before any English. Needs a QCoreApplication.
[[nodiscard]] QString spoken();

/// What a command or its menu is called in the sources: more than one if they read alike in the language that is spoken,
/// none in English itself. `name` is as tr() gave it.
[[nodiscard]] QStringList english(const QString &name);

} // namespace Pullcord::Languages
