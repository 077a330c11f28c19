// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>

#include <concepts>

namespace Pullcord {

/// Translatable text made in core. As a QString it is the English text, which the command line and the capture show. It
/// also keeps the sentence with its placeholders (%1 … %9) and the arguments, from which the window makes the text in
/// another language (Texts::translated). Sentences are marked for lupdate: `Words::of(QT_TRANSLATE_NOOP("Words", "must
/// be at least %1"), least)`.
///
/// A value. A QString converts to Words that are the same in every language: text of a peer or of the operating system,
/// or a name.
class Words : public QString
{
public:
    Words() = default;
    Words(const QString &verbatim)
        : QString(verbatim)
    {}
    Words(QString &&verbatim)
        : QString(std::move(verbatim))
    {}

    /// Context of the marked sentences for QCoreApplication::translate().
    static constexpr auto Context = "Words";

    /// Makes the text of a marked sentence. The arguments are texts, also Words, or integers.
    template<typename... Args>
    [[nodiscard]] static Words of(const char *sentence, const Args &...args)
    {
        return Words(sentence, QList<Words>{argument(args)...});
    }
    /// Joins all parts with `sentence`, such as "%1, %2", which gets the text so far and the next part.
    [[nodiscard]] static Words joined(const QList<Words> &parts, const char *sentence);

    /// Null for text that is the same in every language.
    [[nodiscard]] const char *sentence() const { return m_sentence; }
    [[nodiscard]] const QList<Words> &arguments() const { return m_arguments; }

    /// Fills all placeholders of `sentence` at once, so that a % in an argument is not a placeholder.
    [[nodiscard]] static QString filled(const QString &sentence, const QList<QString> &arguments);

    // Deleted: they would change the English text alone.
    template<typename T>
    Words &operator+=(const T &) = delete;
    template<typename... T>
    void append(T...) = delete;
    template<typename... T>
    void prepend(T...) = delete;
    template<typename... T>
    void arg(T...) const = delete;

private:
    Words(const char *sentence, const QList<Words> &arguments);

    static Words argument(const Words &words) { return words; }
    static Words argument(const QString &text) { return text; }
    static Words argument(QStringView text) { return text.toString(); }
    static Words argument(QLatin1StringView text) { return QString(text); }
    static Words argument(QChar character) { return QString(character); }
    static Words argument(std::integral auto number) { return QString::number(number); }

    const char *m_sentence = nullptr;
    QList<Words> m_arguments;
};

} // namespace Pullcord
