// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/form/fieldeditor.h"

#include <QHash>

class QComboBox;

namespace Pullcord {

/// A value that may have one of several forms: which one, and below it that form. What was typed in another form is
/// there again when it is chosen again.
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
    int m_shownBranch = -1; ///< which m_shownEditor is for
    int m_current = -1;
    int m_before = 0;              ///< entries before the branches
    QByteArray m_shown;            ///< raw
    QHash<int, QByteArray> m_left; ///< what other branches had when they were left
};

} // namespace Pullcord
