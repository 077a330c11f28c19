// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/form/fieldeditor.h"

namespace Pullcord {

class FieldHeader;
class MembersEditor;

/// An object: a header to fold it by, and its members when there are any to show. One that may be absent is added and
/// removed as a whole; what is in it is made when it is first opened, so a recursive schema has no end and costs nothing.
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
    /// The whole form needs no head, nor does what a choice of forms has named.
    [[nodiscard]] bool isBare() const;

    FieldHeader *m_header = nullptr;
    QToolButton *m_add = nullptr;
    QToolButton *m_remove = nullptr;
    QToolButton *m_null = nullptr;
    MembersEditor *m_members = nullptr; ///< made when it is first shown
    QByteArray m_shown;                 ///< raw
    bool m_wasPresent = false;
};

} // namespace Pullcord
