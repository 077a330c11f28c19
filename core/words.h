// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>

#include <concepts>

namespace Pullcord {

/// Words for people that core makes, which knows no translation: the English text, which is what this is as a QString
/// and what the command line and the capture show; and beside it the sentence with its places (%1 … %9) and what goes
/// into them, of which the window makes the same in another language (Texts::translated). Sentences are marked for
/// lupdate: `Words::of(QT_TRANSLATE_NOOP("Words", "must be at least %1"), least)`.
///
/// A QString becomes Words that are the same in every language: a peer's, the operating system's, a name.
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

    /// What the marked sentences are found under by QCoreApplication::translate().
    static constexpr auto Context = "Words";

    /// `sentence` is a marked literal; the arguments are texts, Words among them, or integers.
    template<typename... Args>
    [[nodiscard]] static Words of(const char *sentence, const Args &...args)
    {
        return Words(sentence, QList<Words>{argument(args)...});
    }
    /// All of them in one: `sentence`, such as "%1, %2", holds what there is already and the next.
    [[nodiscard]] static Words joined(const QList<Words> &parts, const char *sentence);

    /// Null for what is the same in every language.
    [[nodiscard]] const char *sentence() const { return m_sentence; }
    [[nodiscard]] const QList<Words> &arguments() const { return m_arguments; }

    /// `sentence` with its places filled, all at once: what stands in an argument is no place.
    [[nodiscard]] static QString filled(const QString &sentence, const QList<QString> &arguments);

    // They would change the English alone.
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
