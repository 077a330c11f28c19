// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/form/fieldeditor.h"

class QLineEdit;
class QPlainTextEdit;

namespace Pullcord {

class FieldNote;
class RawTextEdit;

/// Fits the height of an edit to its lines, between `least` and ten.
void fitToLines(QPlainTextEdit &edit, int least = 1);

/// Editor for any text: a line edit that becomes an edit of several lines for a value with line breaks, or on demand
/// (button, Shift+Enter, paste). Of a very long text, the beginning is shown read-only.
class TextEditor final : public FieldEditor
{
    Q_OBJECT

public:
    static constexpr qsizetype MostEdited = 100'000; ///< in characters
    /// Returns the note below a text that exceeds the limit; also used by other fields.
    [[nodiscard]] static QString cutRemark();

    TextEditor(FormHost &host, const FormField &field, QWidget *parent);
    ~TextEditor() override;

    void fill(const JsonValue &value) override;
    [[nodiscard]] QWidget *control() const override;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void setExpanded(bool expanded);
    void setCut(bool cut);
    void showText(const QString &text);
    void takeText(const QString &text);

    QLineEdit *m_line;
    RawTextEdit *m_lines;
    QToolButton *m_expand;
    QToolButton *m_null;
    FieldNote *m_cut; ///< note that the text is cut
    bool m_filling = false;
};

} // namespace Pullcord
