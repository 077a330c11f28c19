// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/formschema.h"

#include <QWidget>

class QSplitter;
class QToolButton;

namespace Pullcord {

class JsonEditor;
class SchemaForm;

/// A value that a schema describes, as a form and as JSON, one beside the other where there is room, else one above the
/// other; either may be hidden, and where there is room for a few lines only, their buttons say which one is shown. The JSON is the truth: the form changes it place by place and leaves the rest of what was
/// typed alone.
class SchemaEditor final : public QWidget
{
    Q_OBJECT

public:
    /// `what` the value is, for people: "Arguments".
    explicit SchemaEditor(const QString &what, QWidget *parent = nullptr);
    ~SchemaEditor() override;

    /// Starts anew with `value`, or with what the schema suggests if that is empty.
    void start(const QByteArray &schema, const QByteArray &value = {});

    [[nodiscard]] QByteArray value() const; ///< as typed
    /// It can be sent: a JSON object. Whether the schema likes it is another question: an inspector sends wrong ones, too.
    [[nodiscard]] bool isGood() const;
    /// The schema does not like it.
    [[nodiscard]] bool hasProblems() const;
    /// Back to what the schema suggests.
    void reset();
    /// To the first field of the form.
    void focusFirst();
    /// Something was tried with the value: what is wrong is a hint no more.
    void touchAll();
    /// To what is wrong, which is said there.
    void focusProblem();
    /// At least one of the two is shown: the form where neither is wanted.
    void showParts(bool form, bool json);
    [[nodiscard]] bool showsForm() const { return m_wantsForm && !(isOneOnly() && m_isJsonFirst); }
    [[nodiscard]] bool showsJson() const { return m_wantsJson && !(isOneOnly() && !m_isJsonFirst); }
    [[nodiscard]] JsonEditor *json() const { return m_json; }
    /// Which parts are shown, and how the room is shared; to be given back to restoreLayout().
    [[nodiscard]] QByteArray saveLayout() const;
    void restoreLayout(const QByteArray &layout);

signals:
    void changed();
    /// Somebody has shared out the room otherwise, or shows or hides a part.
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
    QByteArray m_initial; ///< what the schema suggests
    QSplitter *m_splitter;
    SchemaForm *m_form;
    JsonEditor *m_json;
    QToolButton *m_formButton;
    QToolButton *m_jsonButton;
    bool m_wantsForm = true; ///< where there is room, as m_wantsJson
    bool m_wantsJson = true;
    bool m_isTight = false; ///< there is room for one of them
    bool m_isJsonFirst = false;
    bool m_isShared = false; ///< the room, by our shares or somebody's
};

} // namespace Pullcord
