// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/formfield.h"

#include <QWidget>

class QHBoxLayout;
class QToolButton;
class QVBoxLayout;

namespace Pullcord {

class FieldNote;
class FormHost;

/// The widget for one place of a form, whatever its kind. It keeps no value: fill() shows what the JSON has there, and
/// what a person does goes to the FormHost.
class FieldEditor : public QWidget
{
    Q_OBJECT

public:
    /// The editor for a field of that kind.
    [[nodiscard]] static FieldEditor *make(FormHost &host, const FormField &field, QWidget *parent);

    /// The innermost one that a widget is in, or is; null if it is in none.
    [[nodiscard]] static const FieldEditor *around(const QWidget *widget);

    ~FieldEditor() override;

    [[nodiscard]] const FormField &field() const { return m_field; }
    /// Shows that value; Invalid: there is none.
    virtual void fill(const JsonValue &value) = 0;
    /// What the focus goes to.
    [[nodiscard]] virtual QWidget *control() const = 0;
    /// The row with its title, for more buttons, if it has one: then it needs the whole width.
    [[nodiscard]] virtual QHBoxLayout *headerRow() const { return nullptr; }
    /// The innermost shown editor for the place of that JSON Pointer, which is at or below this one.
    [[nodiscard]] virtual FieldEditor *editorAt(const QByteArray &pointer);
    /// Somebody has added it just now and goes on there.
    virtual void begin();
    virtual void clearProblems();
    /// Said below the field. `isHint`: nobody was there yet; what is no hint shows with all that is said.
    void addProblem(const QString &text, bool isHint);

    /// The title, and whether it must be filled in.
    [[nodiscard]] static QString label(const FormField &field);
    /// How far what is in a value stands to the right of it.
    [[nodiscard]] static int indent(const QWidget &widget);
    /// A small button beside the field of that place.
    [[nodiscard]] static QToolButton *makeButton(QWidget *parent, const QByteArray &pointer, const QString &what,
                                                 const QString &title);

protected:
    FieldEditor(FormHost &host, const FormField &field, QWidget *parent);

    [[nodiscard]] FormHost &host() const { return m_host; }
    /// For the control: in the row above the description and what is wrong.
    [[nodiscard]] QVBoxLayout *controlRow() const { return m_controlRow; }
    /// For what stands below them.
    [[nodiscard]] QVBoxLayout *body() const { return m_body; }
    /// Names the control, for people and for tests: "argument_" and the pointer.
    void name(QWidget *control) const;
    /// A small button of this field; `what` names it among the others, `title` is for people.
    [[nodiscard]] QToolButton *makeButton(const QString &what, const QString &title);
    [[nodiscard]] QString objectNameFor(const QString &what) const;
    /// The button that makes the value null and back, where null will do as well.
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
