// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/flatschema.h"

#include <QTabWidget>

namespace Pullcord {

class ArgumentsForm;
class JsonEditor;

/// Arguments as a form and as JSON, kept in step. The JSON is the truth: the form changes it member by member and leaves
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
    /// They can be sent: a JSON object; and as a form, each value of its field's type. Whoever wants to send another
    /// does so from the JSON tab.
    [[nodiscard]] bool isGood() const;
    /// Back to what the schema suggests.
    void reset();
    [[nodiscard]] JsonEditor *json() const { return m_json; }

signals:
    void changed();

private:
    void applyField(const QString &name, const std::optional<QByteArray> &value);
    void followJson();

    FlatSchema m_schema;
    ArgumentsForm *m_form;
    JsonEditor *m_json;
};

} // namespace Pullcord
