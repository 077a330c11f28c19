// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/formschema.h"

#include <QPointer>
#include <QWidget>

class QScrollArea;

namespace Pullcord {

class FieldEditor;
class FieldNote;
class FormHost;

/// A form for a JSON Schema: a field for each place, what is wrong at the field, and all of it in a line below.
///
/// It holds no value: the JSON text is the truth. What is typed goes out by edited(), as that text with the change and
/// everything else as it was; fill() shows a text.
class SchemaForm final : public QWidget
{
    Q_OBJECT

public:
    explicit SchemaForm(QWidget *parent = nullptr);
    ~SchemaForm() override;

    void setSchema(const FormSchema &schema);
    /// `text` must be well-formed. What is wrong where nobody was yet, since setSchema(), is a hint and no mistake.
    void fill(const QByteArray &text);
    /// From here on all is said to be wrong that is.
    void touchAll();
    /// What comes now by edited() is somebody's work in a field.
    [[nodiscard]] bool isEditing() const;
    /// The fields follow that widget in the tab order.
    void setTabAnchor(QWidget *anchor) { m_anchor = anchor; }

    /// The focus, to the first field.
    void focusFirst();
    /// To the first field that the schema does not like, or that is no JSON, and what is wrong is no hint any more.
    void focusProblem();
    /// Something that is no JSON stands in a field for JSON.
    [[nodiscard]] bool isBroken() const;
    /// What the schema does not like about the text shown, or why nobody can tell; empty for nothing.
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
    FieldEditor *m_root = nullptr; ///< goes before m_host
    QList<QWidget *> m_tabs;
    QList<JsonSchemaError> m_errors;
    QString m_summaryText;
    bool m_filling = false;
};

} // namespace Pullcord
