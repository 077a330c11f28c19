// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

/// Languages of the window: the list, the choice, and the installation of translators. The texts are in
/// `:/i18n/pullcord_CODE.qm`, generated from resources/translations.
namespace Pullcord::Languages {

/// A language of the window. A value.
struct Language
{
    QString code; ///< as in the file name: "en", "zh_CN"
    QString name; ///< in the language itself
};

/// Returns English, the language of the sources, first.
[[nodiscard]] QList<Language> all();

[[nodiscard]] bool isKnown(const QString &code);

/// Returns the languages of the environment (LANGUAGE, LC_ALL, LC_MESSAGES, LANG), best first.
[[nodiscard]] QStringList systemPreference();

/// Returns the code of the language to use: `wanted` if it is known. Otherwise the first of `preferred` (tags such as
/// "zh-Hans-CN", best first) that is available in the same script. Otherwise English.
[[nodiscard]] QString pick(const QString &wanted, const QStringList &preferred = systemPreference());

/// Installs a language instead of the current one. It applies to texts made from now on and to Qt's own texts, if Qt's
/// translations are installed. Numbers and dates follow it unless it is the system's language. Needs a
/// QCoreApplication.
void speak(const QString &code);

/// Returns the code of the current language: the one set by the last speak(), else English. Needs a QCoreApplication.
[[nodiscard]] QString spoken();

/// Returns the source texts of a command or menu. There are several if their translations are equal, and none in
/// English. `name` is a result of tr().
[[nodiscard]] QStringList english(const QString &name);

} // namespace Pullcord::Languages
