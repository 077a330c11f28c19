// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/form/fieldeditor.h"

#include <vector>

namespace Pullcord {

class FieldHeader;

/// Editor for an array: a row per element, to add, remove and move elements. A long array shows its first elements, and
/// a button for more.
class ListEditor final : public FieldEditor
{
    Q_OBJECT

public:
    /// Rows created at once.
    static constexpr int Page = 40;

    ListEditor(FormHost &host, const FormField &field, QWidget *parent);
    ~ListEditor() override;

    void fill(const JsonValue &value) override;
    [[nodiscard]] QWidget *control() const override;
    [[nodiscard]] QHBoxLayout *headerRow() const override;
    [[nodiscard]] FieldEditor *editorAt(const QByteArray &pointer) override;
    void clearProblems() override;

private:
    struct Row
    {
        QWidget *whole;
        FieldEditor *editor;
        QToolButton *up;
        QToolButton *down;
        QToolButton *remove;
    };
    void makeHeader();
    void fillRows();
    void makeRow();
    void removeLastRow();
    void addElement();
    void removeElement(size_t index);
    void moveElement(size_t index, int by);

    FieldHeader *m_header;
    QToolButton *m_null;
    QToolButton *m_add;
    QToolButton *m_clear;
    QWidget *m_list;
    QToolButton *m_more;
    std::vector<Row> m_rows;
    int m_shownRows = Page;
    QByteArray m_shown; ///< raw JSON
    bool m_wasPresent = false;
};

} // namespace Pullcord
