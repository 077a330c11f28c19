// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/formschema.h"

#include <QTabWidget>

namespace Pullcord {

class JsonEditor;
class SchemaForm;

/// Arguments as a form and as JSON, kept in step. The JSON is the truth: the form changes it place by place and leaves
/// the rest of what was typed alone.
class ArgumentsEditor final : public QTabWidget
{
    Q_OBJECT

public:
    explicit ArgumentsEditor(QWidget *parent = nullptr);
    ~ArgumentsEditor() override;

    /// Starts anew with `arguments`, or with what the schema suggests if they are empty.
    void start(const QByteArray &schema, const QByteArray &arguments = {});

    [[nodiscard]] QByteArray arguments() const; ///< as typed
    /// They can be sent: a JSON object. Whether the schema likes them is another question: an inspector sends wrong ones,
    /// too.
    [[nodiscard]] bool isGood() const;
    /// The schema does not like them.
    [[nodiscard]] bool hasProblems() const;
    /// Back to what the schema suggests.
    void reset();
    [[nodiscard]] JsonEditor *json() const { return m_json; }

signals:
    void changed();

private:
    void followJson();

    FormSchema m_schema;
    QByteArray m_initial; ///< what the schema suggests
    SchemaForm *m_form;
    JsonEditor *m_json;
};

} // namespace Pullcord
