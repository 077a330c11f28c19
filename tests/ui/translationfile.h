// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFile>
#include <QList>
#include <QString>
#include <QStringList>
#include <QXmlStreamReader>

/// Reader of the files in resources/translations.
namespace Pullcord::TranslationFile {

struct Text
{
    QString context;
    QString source;
    QStringList forms; ///< one, or one per grammatical number
    QString type;      ///< "unfinished", "vanished", "obsolete"; empty if translated
    bool isCounted = false;
};

/// Returns the path of the file for a language code.
inline QString path(const QString &code)
{
    return qEnvironmentVariable("PULLCORD_TRANSLATIONS_DIR") + QStringLiteral("/pullcord_%1.ts").arg(code);
}

/// Returns the texts in the order of the file; empty if it cannot be read.
inline QList<Text> read(const QString &path)
{
    using namespace Qt::StringLiterals;
    QList<Text> texts;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return texts;
    QXmlStreamReader xml(&file);
    QString context;
    while (!xml.atEnd()) {
        if (!xml.readNextStartElement())
            continue;
        if (xml.name() == "name"_L1) {
            context = xml.readElementText();
        } else if (xml.name() == "message"_L1) {
            texts.append({.context = context, .isCounted = xml.attributes().hasAttribute("numerus"_L1)});
        } else if (xml.name() == "source"_L1) {
            texts.last().source = xml.readElementText();
        } else if (xml.name() == "translation"_L1) {
            texts.last().type = xml.attributes().value("type"_L1).toString();
            if (!texts.last().isCounted)
                texts.last().forms << xml.readElementText();
        } else if (xml.name() == "numerusform"_L1) {
            texts.last().forms << xml.readElementText();
        }
    }
    return texts;
}

} // namespace Pullcord::TranslationFile
