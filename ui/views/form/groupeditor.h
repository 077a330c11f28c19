// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/form/fieldeditor.h"

namespace Pullcord {

class FieldHeader;
class MembersEditor;

/// Editor for an object: a foldable header and its members. An optional object is added and removed as a whole. Members
/// are created when first opened, so recursive schemas cost nothing.
class GroupEditor final : public FieldEditor
{
    Q_OBJECT

public:
    GroupEditor(FormHost &host, const FormField &field, QWidget *parent);
    ~GroupEditor() override;

    void fill(const JsonValue &value) override;
    [[nodiscard]] QWidget *control() const override;
    [[nodiscard]] QHBoxLayout *headerRow() const override;
    [[nodiscard]] FieldEditor *editorAt(const QByteArray &pointer) override;
    void begin() override;
    void clearProblems() override;

private:
    void makeHeader();
    void setOpen(bool open);
    /// True without a header: for the root, and for a branch named by its choice.
    [[nodiscard]] bool isBare() const;

    FieldHeader *m_header = nullptr;
    QToolButton *m_add = nullptr;
    QToolButton *m_remove = nullptr;
    QToolButton *m_null = nullptr;
    MembersEditor *m_members = nullptr; ///< created when first shown
    QByteArray m_shown;                 ///< raw JSON
    bool m_wasPresent = false;
};

} // namespace Pullcord
