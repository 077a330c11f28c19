// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/languages.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include <algorithm>

namespace Pullcord::Languages {
using namespace Qt::StringLiterals;

namespace {

/// What we put in force, since others may have translators of their own.
const QString Ours = u"pullcordLanguage"_s;
constexpr auto Spoken = "pullcordLanguage"; ///< property of the application

/// Puts the texts of this file in force; false if it cannot be read.
bool install(const QString &file, const QString &folder)
{
    auto *translator = new QTranslator(QCoreApplication::instance());
    translator->setObjectName(Ours);
    if (translator->load(file, folder)) {
        QCoreApplication::installTranslator(translator);
        return true;
    }
    delete translator;
    return false;
}

/// Numbers and dates stand in sentences, so they follow the language where it is not the system's, in the ways of the
/// person's country.
QLocale localeFor(const QString &code)
{
    const QLocale system = QLocale::system();
    const QLocale chosen(code);
    const bool isNobodys = system.language() == QLocale::C && chosen.language() == QLocale::English;
    return isNobodys || system.language() == chosen.language() ? system
                                                               : QLocale(chosen.language(), system.territory());
}

} // namespace

QList<Language> all()
{
    return {{u"en"_s, u"English"_s}, {u"zh_CN"_s, u"简体中文"_s}};
}

bool isKnown(const QString &code)
{
    const QList<Language> languages = all();
    return std::any_of(languages.begin(), languages.end(),
                       [&code](const Language &language) { return language.code == code; });
}

QStringList systemPreference()
{
    return QLocale::system().uiLanguages();
}

QString pick(const QString &wanted, const QStringList &preferred)
{
    if (isKnown(wanted))
        return wanted;
    const QList<Language> languages = all();
    for (const QString &tag : preferred) {
        const QLocale asked(tag);
        const auto found = std::find_if(languages.begin(), languages.end(), [&asked](const Language &language) {
            const QLocale spoken(language.code);
            return spoken.language() == asked.language() && spoken.script() == asked.script();
        });
        if (found != languages.end())
            return found->code;
    }
    return languages.first().code;
}

void speak(const QString &code)
{
    const QList<QTranslator *> before =
        QCoreApplication::instance()->findChildren<QTranslator *>(Ours, Qt::FindDirectChildrenOnly);
    qDeleteAll(before); // which takes them out of force
    QCoreApplication::instance()->setProperty(Spoken, code);
    QLocale::setDefault(localeFor(code));
    install(u"qtbase_"_s + code, QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    [[maybe_unused]] const bool isThere = install(u"pullcord_"_s + code, u":/i18n"_s);
    Q_ASSERT(isThere);
}

QString spoken()
{
    const QString code = QCoreApplication::instance()->property(Spoken).toString();
    return code.isEmpty() ? all().first().code : code;
}

} // namespace Pullcord::Languages
