// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/catalog/formschema.h"

#include <QWidget>

class QSplitter;
class QToolButton;

namespace Pullcord {

class JsonEditor;
class SchemaForm;

/// Editor for a value with a schema, as a form and as JSON. Both are side by side where there is room, else one above
/// the other. Either can be hidden, and with room for few lines only one is shown. The JSON text is the source: the
/// form changes it place by place and preserves the rest.
class SchemaEditor final : public QWidget
{
    Q_OBJECT

public:
    /// `what` names the value for the user: "Arguments".
    explicit SchemaEditor(const QString &what, QWidget *parent = nullptr);
    ~SchemaEditor() override;

    /// Starts with `value`; if it is empty, with the schema's initial value.
    void start(const QByteArray &schema, const QByteArray &value = {});

    [[nodiscard]] QByteArray value() const; ///< as typed
    /// True if the value can be sent: a JSON object. It may violate the schema, since an inspector must be able to send
    /// invalid values.
    [[nodiscard]] bool isGood() const;
    /// True if the value violates the schema.
    [[nodiscard]] bool hasProblems() const;
    /// Restores the schema's initial value.
    void reset();
    void focusFirst();
    /// Call when the user tries to use the value: problems are no longer hints.
    void touchAll();
    /// Sets the focus to the first problem.
    void focusProblem();
    /// Shows the form, the JSON, or both; the form if neither.
    void showParts(bool form, bool json);
    [[nodiscard]] bool showsForm() const { return m_wantsForm && !(isOneOnly() && m_isJsonFirst); }
    [[nodiscard]] bool showsJson() const { return m_wantsJson && !(isOneOnly() && !m_isJsonFirst); }
    [[nodiscard]] JsonEditor *json() const { return m_json; }
    /// Returns the state of the visible parts and the splitter, for restoreLayout().
    [[nodiscard]] QByteArray saveLayout() const;
    void restoreLayout(const QByteArray &layout);

signals:
    void changed();
    /// The user has moved the splitter, or shown or hidden a part.
    void layoutChosen();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    [[nodiscard]] QToolButton *makeButton(const QString &name, const QString &text, const QString &toolTip);
    void startWith(const QByteArray &value);
    void followJson();
    void choose(bool isJson, bool isShown);
    void arrange();
    [[nodiscard]] bool isOneOnly() const { return m_isTight && m_wantsForm && m_wantsJson; }

    FormSchema m_schema;
    QByteArray m_initial; ///< initial value of the schema
    QSplitter *m_splitter;
    SchemaForm *m_form;
    JsonEditor *m_json;
    QToolButton *m_formButton;
    QToolButton *m_jsonButton;
    bool m_wantsForm = true; ///< what to show if there is room; also m_wantsJson
    bool m_wantsJson = true;
    bool m_isTight = false; ///< room for one part only
    bool m_isJsonFirst = false;
    bool m_isShared = false; ///< the splitter has sizes, set by the program or the user
};

} // namespace Pullcord
