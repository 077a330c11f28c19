// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/redaction/quoteredaction.h"

#include "core/capture/formatting.h"
#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "core/secrets/secrets.h"

#include <algorithm>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype ShortestPart = 4;  // a shorter text may occur elsewhere by chance
constexpr qsizetype ShortestLong = 20; // a quote that may have been cut
constexpr int DeepestContainer = 100;

/// Collects all texts of a value that a sentence may quote.
void gather(const JsonValue &value, int depth, QStringList &texts)
{
    if (value.isString())
        texts.append(value.toString());
    else if (!value.isObject() && !value.isArray())
        texts.append(QString::fromUtf8(value.raw()));
    else if (depth < DeepestContainer) {
        for (const JsonMember &member : value) {
            if (value.isObject())
                texts.append(member.key());
            gather(member.value, depth + 1, texts);
        }
    }
}

/// Returns the length of the end of `text` that is a beginning of `gone`.
qsizetype cutAt(const QString &text, const QString &gone)
{
    for (qsizetype size = std::min(text.size(), gone.size()); size >= ShortestPart; --size) {
        if (QStringView(text).endsWith(QStringView(gone).first(size)))
            return size;
    }
    return 0;
}

} // namespace

void QuoteRedaction::add(const QList<Redaction::Hit> &hits)
{
    for (const Redaction::Hit &hit : hits) {
        addText(hit.gone);
        if (hit.isContainer)
            addTexts(hit.gone.toUtf8());
    }
}

void QuoteRedaction::addTexts(const QByteArray &json)
{
    QStringList texts;
    gather(JsonValue(json), 0, texts);
    for (const QString &text : std::as_const(texts))
        addText(text);
}

/// Adds a removed text; if it contains the mask of another rule, the parts around the mask.
void QuoteRedaction::addText(const QString &text)
{
    const QStringList parts = text.split(Secrets::Mask, Qt::SkipEmptyParts);
    for (const QString &part : parts) {
        const QString written = QString::fromUtf8(JsonText::quoted(QStringView(part)));
        for (const QString &form : {part, written.sliced(1, written.size() - 2)}) {
            if (const QString shown = Formatting::visible(form).trimmed(); !shown.isEmpty())
                m_gone.insert(shown);
        }
    }
}

QString QuoteRedaction::quoted(const QString &text) const
{
    if (m_gone.contains(text.trimmed()))
        return Secrets::Mask;
    QStringList found;
    qsizetype cut = 0;
    for (const QString &gone : m_gone) {
        if (text.contains(gone.size() >= ShortestPart ? gone : u'"' + gone + u'"'))
            found.append(gone);
        if (text.size() >= ShortestLong)
            cut = std::max(cut, cutAt(text, gone));
    }
    QString left = cut > 0 ? text.chopped(cut) + Secrets::Mask : text;
    std::sort(found.begin(), found.end(), [](const QString &a, const QString &b) { return a.size() > b.size(); });
    for (const QString &gone : std::as_const(found)) {
        if (gone.size() >= ShortestPart)
            left.replace(gone, Secrets::Mask);
        else
            left.replace(u'"' + gone + u'"', u"\"***\""_s);
    }
    QList<Redaction::Hit> hits;
    return m_redaction.redactedText(left, hits);
}

QString QuoteRedaction::sentence(const TranslatableText &words) const
{
    if (!words.sentence())
        return quoted(words);
    QList<QString> arguments;
    for (const TranslatableText &argument : words.arguments())
        arguments.append(sentence(argument));
    return TranslatableText::filled(QString::fromUtf8(words.sentence()), arguments);
}

} // namespace Pullcord
