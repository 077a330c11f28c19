// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>

#include <concepts>

namespace Pullcord {

/// Translatable text made in core. As a QString it is the English text, which the command line and the capture show. It
/// also keeps the sentence with its placeholders (%1 … %9) and the arguments, from which the window makes the text in
/// another language (Texts::translated). Sentences are marked for lupdate with the context "TranslatableText":
///
///     TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "must be at least %1"), least)
///
/// A value. A QString converts to text that is the same in every language: a name, or text of a peer or of the
/// operating system.
class TranslatableText : public QString
{
public:
    TranslatableText() = default;
    TranslatableText(const QString &verbatim)
        : QString(verbatim)
    {}
    TranslatableText(QString &&verbatim)
        : QString(std::move(verbatim))
    {}

    /// Context of the marked sentences for QCoreApplication::translate().
    static constexpr auto Context = "TranslatableText";

    /// Makes the text of a marked sentence. The arguments are texts, also TranslatableText, or integers.
    template<typename... Args>
    [[nodiscard]] static TranslatableText of(const char *sentence, const Args &...args)
    {
        return TranslatableText(sentence, QList<TranslatableText>{argument(args)...});
    }
    /// Joins all parts with `sentence`, such as "%1, %2": %1 is the text so far, %2 the next part.
    [[nodiscard]] static TranslatableText joined(const QList<TranslatableText> &parts, const char *sentence);

    /// Null for text that is the same in every language.
    [[nodiscard]] const char *sentence() const { return m_sentence; }
    [[nodiscard]] const QList<TranslatableText> &arguments() const { return m_arguments; }

    /// Fills all placeholders of `sentence` at once, so that a % in an argument is not a placeholder.
    [[nodiscard]] static QString filled(const QString &sentence, const QList<QString> &arguments);

    // Deleted, since they would change the English text only.
    template<typename T>
    TranslatableText &operator+=(const T &) = delete;
    template<typename... T>
    void append(T...) = delete;
    template<typename... T>
    void prepend(T...) = delete;
    template<typename... T>
    void arg(T...) const = delete;

private:
    TranslatableText(const char *sentence, const QList<TranslatableText> &arguments);

    static TranslatableText argument(const TranslatableText &words) { return words; }
    static TranslatableText argument(const QString &text) { return text; }
    static TranslatableText argument(QStringView text) { return text.toString(); }
    static TranslatableText argument(QLatin1StringView text) { return QString(text); }
    static TranslatableText argument(QChar character) { return QString(character); }
    static TranslatableText argument(std::integral auto number) { return QString::number(number); }

    const char *m_sentence = nullptr;
    QList<TranslatableText> m_arguments;
};

} // namespace Pullcord
