// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/form/fieldeditor.h"

class QLineEdit;
class QPlainTextEdit;

namespace Pullcord {

/// Any text: a line to type in, which becomes a field of several lines when somebody wants one (the button, Shift+Enter, a
/// paste that has several), and where the value has several.
class TextEditor final : public FieldEditor
{
    Q_OBJECT

public:
    TextEditor(FormHost &host, const FormField &field, QWidget *parent);
    ~TextEditor() override;

    void fill(const JsonValue &value) override;
    [[nodiscard]] QWidget *control() const override;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void setExpanded(bool expanded);
    void showText(const QString &text);
    void takeText(const QString &text);

    QLineEdit *m_line;
    QPlainTextEdit *m_lines;
    QToolButton *m_expand;
    QToolButton *m_null;
    bool m_filling = false;
};

} // namespace Pullcord
