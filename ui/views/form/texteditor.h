// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/form/fieldeditor.h"

class QLineEdit;

namespace Pullcord {

class FieldNote;
class RawTextEdit;

/// Any text: a line to type in, which becomes a field of several lines when somebody wants one (the button, Shift+Enter, a
/// paste that has several), and where the value has several. Of one that is too long to be laid out at once, the beginning is
/// shown and cannot be written in.
class TextEditor final : public FieldEditor
{
    Q_OBJECT

public:
    static constexpr qsizetype MostEdited = 100'000; ///< characters
    /// What stands below a text that has more, here and in other fields.
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
    FieldNote *m_cut; ///< says that it is not the whole
    bool m_filling = false;
};

} // namespace Pullcord
