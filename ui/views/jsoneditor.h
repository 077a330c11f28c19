// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonchecker.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;

namespace Pullcord {

class JsonHighlighter;

/// A JSON text to write, checked while it is written: what is wrong is said below it, with line and column, and marked.
///
/// Of one that is too long to be laid out at once, the beginning is shown and cannot be written in; text() is the whole all the
/// same.
class JsonEditor final : public QWidget
{
    Q_OBJECT

public:
    static constexpr qsizetype MostEdited = 1'000'000; ///< characters
    static constexpr qsizetype LongestEditedLine = 100'000;

    explicit JsonEditor(QWidget *parent = nullptr);
    ~JsonEditor() override;

    [[nodiscard]] QByteArray text() const;
    void setText(const QByteArray &text);
    /// Whether only an object will do; off: any value.
    void setObjectOnly(bool only);
    /// Nothing at all is good, too.
    void setMayBeEmpty(bool may);
    /// Several, each on a line of its own, are good, too.
    void setMayBeLines(bool may);
    /// Well-formed, and an object where one is wanted.
    [[nodiscard]] bool isGood() const { return m_good; }
    /// What else there is to say about a good text; empty for nothing.
    void setHint(const QString &hint);
    [[nodiscard]] QString remark() const;
    [[nodiscard]] QPlainTextEdit *edit() const { return m_edit; }

signals:
    /// The person or setText() changed it; isGood() is up to date.
    void changed();

protected:
    void changeEvent(QEvent *event) override;

private:
    void replaceWith(const QString &next);
    void check();
    void mark(qsizetype offset);
    void say(const QString &text, bool failure);

    QPlainTextEdit *m_edit;
    QLabel *m_remark;
    JsonHighlighter *m_highlighter;
    JsonChecker m_checker;
    QByteArray m_whole; ///< of which the beginning is shown; empty if all is
    bool m_objectOnly = true;
    bool m_mayBeEmpty = false;
    bool m_mayBeLines = false;
    bool m_good = false;
};

} // namespace Pullcord
