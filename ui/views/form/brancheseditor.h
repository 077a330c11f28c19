// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/form/fieldeditor.h"

#include <QHash>

class QComboBox;

namespace Pullcord {

/// Editor for a value with several alternative schemas: a choice, and the form of the chosen branch. Input in other
/// branches is kept and restored.
class BranchesEditor final : public FieldEditor
{
    Q_OBJECT

public:
    BranchesEditor(FormHost &host, const FormField &field, QWidget *parent);
    ~BranchesEditor() override;

    void fill(const JsonValue &value) override;
    [[nodiscard]] QWidget *control() const override;
    [[nodiscard]] QHBoxLayout *headerRow() const override;
    [[nodiscard]] FieldEditor *editorAt(const QByteArray &pointer) override;
    void clearProblems() override;

private:
    void choose(int branch);
    void showBranch(int branch);

    QList<FormField> m_branches;
    QHBoxLayout *m_row;
    QComboBox *m_list;
    FieldEditor *m_shownEditor = nullptr;
    int m_shownBranch = -1; ///< branch of m_shownEditor
    int m_current = -1;
    int m_before = 0;              ///< number of entries before the branches
    QByteArray m_shown;            ///< raw JSON
    QHash<int, QByteArray> m_left; ///< values of the other branches when they were left
};

} // namespace Pullcord
