// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/languages.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include <algorithm>
#include <array>

namespace Pullcord::Languages {
using namespace Qt::StringLiterals;

namespace {

/// Object name of our translators, to distinguish them from those of other code.
const QString Ours = u"pullcordLanguage"_s;
constexpr auto Spoken = "pullcordLanguage"; ///< property of the application

/// Contexts of the names of commands and menus.
constexpr std::array Names{"Pullcord::Actions", "Pullcord::PageMenus"};

/// Translator that remembers the source texts of those names.
class Translator final : public QTranslator
{
public:
    using QTranslator::QTranslator;

    [[nodiscard]] QString translate(const char *context, const char *source, const char *comment, int n) const override
    {
        QString text = QTranslator::translate(context, source, comment, n);
        const bool isName = std::any_of(Names.begin(), Names.end(),
                                        [context](const char *name) { return qstrcmp(context, name) == 0; });
        if (isName && !text.isEmpty() && !m_english.contains(text, QString::fromUtf8(source)))
            m_english.insert(text, QString::fromUtf8(source));
        return text;
    }

    [[nodiscard]] QStringList english(const QString &text) const { return m_english.values(text); }

private:
    mutable QMultiHash<QString, QString> m_english;
};

QList<Translator *> inForce()
{
    QList<Translator *> all;
    const QList<QTranslator *> ours =
        QCoreApplication::instance()->findChildren<QTranslator *>(Ours, Qt::FindDirectChildrenOnly);
    for (QTranslator *translator : ours)
        all << static_cast<Translator *>(translator); // only our translators have this name
    return all;
}

/// Installs the translation in this file; returns false if it cannot be read.
bool install(const QString &file, const QString &folder)
{
    auto *translator = new Translator(QCoreApplication::instance());
    translator->setObjectName(Ours);
    if (translator->load(file, folder)) {
        QCoreApplication::installTranslator(translator);
        return true;
    }
    delete translator;
    return false;
}

/// Returns the locale for numbers and dates, which appear inside sentences: that of the language, with the conventions
/// of the user's country.
QLocale localeFor(const QString &code)
{
    const QLocale system = QLocale::system();
    const QLocale chosen(code);
    const bool isPlainEnglish = system.language() == QLocale::C && chosen.language() == QLocale::English;
    return isPlainEnglish || system.language() == chosen.language() ? system
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
    qDeleteAll(inForce()); // the destructor uninstalls them
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

QStringList english(const QString &name)
{
    QStringList found;
    const QList<Translator *> translators = inForce();
    for (const Translator *translator : translators)
        found += translator->english(name);
    return found;
}

} // namespace Pullcord::Languages
