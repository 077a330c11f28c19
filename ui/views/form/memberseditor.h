// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/formfield.h"

#include <QWidget>

#include <vector>

class QLineEdit;
class QToolButton;
class QVBoxLayout;

namespace Pullcord {

class FieldEditor;
class FormHost;
class FormRows;

/// The members of an object, each in a row. Of very many, the first ones and a button for more.
class MembersEditor final : public QWidget
{
    Q_OBJECT

public:
    /// Rows that are made at once.
    static constexpr int Page = 60;

    MembersEditor(FormHost &host, const FormField &group, QWidget *parent);
    ~MembersEditor() override;

    /// `object` may be Invalid.
    void fill(const JsonValue &object);
    /// Null if no member is shown that this place is in.
    [[nodiscard]] FieldEditor *editorAt(const QByteArray &pointer) const;
    /// The first field gets the focus.
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
    QList<FormField> m_fields; ///< all; those beyond m_editors wait for the button
    std::vector<FieldEditor *> m_editors;
    std::vector<Extra> m_extras;
    FormRows *m_rows;
    FormRows *m_extraRows;
    QVBoxLayout *m_layout;
    QToolButton *m_more = nullptr;
    QLineEdit *m_name = nullptr; ///< of a member to add
    QByteArray m_shown;
};

} // namespace Pullcord
