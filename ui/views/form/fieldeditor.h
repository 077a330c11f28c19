// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/catalog/formfield.h"

#include <QWidget>

class QHBoxLayout;
class QToolButton;
class QVBoxLayout;

namespace Pullcord {

class FieldNote;
class FormHost;

/// Base class of the editors for one place of a form. It stores no value: fill() shows the value from the JSON text,
/// and user input goes to the FormHost.
class FieldEditor : public QWidget
{
    Q_OBJECT

public:
    /// Creates the editor for the field's kind.
    [[nodiscard]] static FieldEditor *make(FormHost &host, const FormField &field, QWidget *parent);

    /// Returns the innermost editor that contains `widget` or is it; null if there is none.
    [[nodiscard]] static const FieldEditor *around(const QWidget *widget);

    ~FieldEditor() override;

    [[nodiscard]] const FormField &field() const { return m_field; }
    /// Shows a value; Invalid: there is none.
    virtual void fill(const JsonValue &value) = 0;
    /// Returns the widget that receives the focus.
    [[nodiscard]] virtual QWidget *control() const = 0;
    /// Returns the title row, for additional buttons; null if the editor has none. An editor with a title row takes the
    /// full width.
    [[nodiscard]] virtual QHBoxLayout *headerRow() const { return nullptr; }
    /// Returns the innermost visible editor for a JSON Pointer at or below this place.
    [[nodiscard]] virtual FieldEditor *editorAt(const QByteArray &pointer);
    /// Sets the focus after the user has added this field.
    virtual void begin();
    virtual void clearProblems();
    /// Adds a problem below the field. With `isHint`, the user has not edited the field yet. Once there is a real
    /// problem, hints are shown as problems, too.
    void addProblem(const QString &text, bool isHint);

    /// Returns the title, with a mark if the field is required.
    [[nodiscard]] static QString label(const FormField &field);
    /// Returns the indentation of nested values, in pixels.
    [[nodiscard]] static int indent(const QWidget &widget);
    /// Creates a small button for the field at `pointer`.
    [[nodiscard]] static QToolButton *makeButton(QWidget *parent, const QByteArray &pointer, const QString &what,
                                                 const QString &title);

protected:
    FieldEditor(FormHost &host, const FormField &field, QWidget *parent);

    [[nodiscard]] FormHost &host() const { return m_host; }
    /// Returns the layout for the control, above description and problems.
    [[nodiscard]] QVBoxLayout *controlRow() const { return m_controlRow; }
    /// Returns the layout for contents below them.
    [[nodiscard]] QVBoxLayout *body() const { return m_body; }
    /// Sets the accessible name of the control, and its object name: "argument_" and the pointer.
    void name(QWidget *control) const;
    /// Creates a small button of this field. `what` makes the object name, `title` is shown.
    [[nodiscard]] QToolButton *makeButton(const QString &what, const QString &title);
    [[nodiscard]] QString objectNameFor(const QString &what) const;
    /// Creates the button that switches the value to null and back, for a nullable field.
    [[nodiscard]] QToolButton *makeNullButton();
    void setValue(const std::optional<QByteArray> &value);

private:
    FormHost &m_host;
    FormField m_field;
    QVBoxLayout *m_controlRow;
    QVBoxLayout *m_body;
    FieldNote *m_note;
    QStringList m_problems;
    bool m_hasHintsOnly = true;
};

} // namespace Pullcord
