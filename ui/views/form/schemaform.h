// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/catalog/formschema.h"

#include <QPointer>
#include <QWidget>

class QScrollArea;

namespace Pullcord {

class FieldEditor;
class FieldNote;
class FormHost;

/// Form for a JSON Schema: a field per place with its problems, and a summary below.
///
/// It stores no value: the JSON text is the source. User input is emitted by edited() as the changed text, with the
/// rest preserved; fill() shows a text.
class SchemaForm final : public QWidget
{
    Q_OBJECT

public:
    explicit SchemaForm(QWidget *parent = nullptr);
    ~SchemaForm() override;

    void setSchema(const FormSchema &schema);
    /// `text` must be well-formed. Problems in fields not edited since setSchema() are shown as hints.
    void fill(const QByteArray &text);
    /// Shows all problems as such from now on, not as hints.
    void touchAll();
    /// True while edited() is emitted for input in a field.
    [[nodiscard]] bool isEditing() const;
    /// The fields follow this widget in the tab order.
    void setTabAnchor(QWidget *anchor) { m_anchor = anchor; }

    void focusFirst();
    /// Sets the focus to the first field with a problem or invalid JSON, and shows problems as such, not as hints.
    void focusProblem();
    /// True if a field contains invalid JSON.
    [[nodiscard]] bool isBroken() const;
    /// Describes the schema violations, or why validation is impossible; empty if there are none.
    [[nodiscard]] QString summary() const { return m_summaryText; }
    [[nodiscard]] bool hasProblems() const { return !m_errors.isEmpty(); }

signals:
    void edited(const QByteArray &text);
    void brokenChanged();

private:
    void arrange();
    void leave(const QWidget *from, const QWidget *to);
    void bringIntoView(QWidget *part);
    void showProblems();
    [[nodiscard]] QString unchecked() const;
    void orderTabs();

    QScrollArea *m_area;
    FieldNote *m_summary;
    QPointer<QWidget> m_anchor;
    FormHost *m_host = nullptr;
    FieldEditor *m_root = nullptr; ///< destroyed before m_host
    QList<QWidget *> m_tabs;
    QList<JsonSchemaError> m_errors;
    QString m_summaryText;
    bool m_filling = false;
};

} // namespace Pullcord
