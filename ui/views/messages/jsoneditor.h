// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonchecker.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;

namespace Pullcord {

class JsonHighlighter;

/// Editor for JSON text, validated while typing. The error is marked, and described below with line and column.
///
/// Of a very long text, the beginning is shown read-only; text() still returns all of it.
class JsonEditor final : public QWidget
{
    Q_OBJECT

public:
    static constexpr qsizetype MostEdited = 1'000'000; ///< in characters
    static constexpr qsizetype LongestEditedLine = 100'000;

    explicit JsonEditor(QWidget *parent = nullptr);
    ~JsonEditor() override;

    [[nodiscard]] QByteArray text() const;
    void setText(const QByteArray &text);
    /// Shows the beginning of a text that is not here, read-only, with a remark. isGood() is false; setText() ends it.
    void showHead(const QByteArray &head, const QString &remark);
    /// Accepts an object only, or any value.
    void setObjectOnly(bool only);
    /// Accepts an empty text, too.
    void setMayBeEmpty(bool may);
    /// Accepts several values, too, one per line.
    void setMayBeLines(bool may);
    /// True if the text is valid JSON of the accepted form.
    [[nodiscard]] bool isGood() const { return m_good; }
    /// Sets a remark shown below a valid text; empty removes it.
    void setHint(const QString &hint);
    [[nodiscard]] QString remark() const;
    [[nodiscard]] QPlainTextEdit *edit() const { return m_edit; }

signals:
    /// The text has changed, by the user or by setText(). isGood() is up to date.
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
    QByteArray m_whole;   ///< the whole text if only its beginning is shown; else empty
    QString m_headRemark; ///< of showHead(); else empty
    bool m_objectOnly = true;
    bool m_mayBeEmpty = false;
    bool m_mayBeLines = false;
    bool m_good = false;
};

} // namespace Pullcord
