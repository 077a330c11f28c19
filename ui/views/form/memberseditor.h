// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/catalog/formfield.h"

#include <QWidget>

#include <vector>

class QLineEdit;
class QToolButton;
class QVBoxLayout;

namespace Pullcord {

class FieldEditor;
class FormHost;
class FormRows;

/// Members of an object, a row each. A large object shows its first members, and a button for more.
class MembersEditor final : public QWidget
{
    Q_OBJECT

public:
    /// Rows created at once.
    static constexpr int Page = 60;

    MembersEditor(FormHost &host, const FormField &group, QWidget *parent);
    ~MembersEditor() override;

    /// `object` may be Invalid.
    void fill(const JsonValue &object);
    /// Returns null if no visible member contains this place.
    [[nodiscard]] FieldEditor *editorAt(const QByteArray &pointer) const;
    /// Sets the focus to the first field.
    void begin();
    void clearProblems();

private:
    struct Extra
    {
        FieldEditor *editor;
        QWidget *row;
    };
    void makeRows();
    void addRow(FormRows &layout, FieldEditor *editor, QWidget *row = nullptr);
    void makeNothing();
    void makeAdder();
    void fillExtras(const QHash<QByteArray, JsonValue> &members, const QByteArrayList &order);
    [[nodiscard]] Extra makeExtra(const QString &name);
    void addMember();
    [[nodiscard]] QString objectNameFor(const QString &what) const;

    FormHost &m_host;
    FormField m_group;
    QList<FormField> m_fields; ///< all of them; those beyond m_editors are not created yet
    std::vector<FieldEditor *> m_editors;
    std::vector<Extra> m_extras;
    FormRows *m_rows;
    FormRows *m_extraRows;
    QVBoxLayout *m_layout;
    QToolButton *m_more = nullptr;
    QLineEdit *m_name = nullptr; ///< for the name of a new member
    QByteArray m_shown;
};

} // namespace Pullcord
