// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/form/fieldeditor.h"

namespace Pullcord {

class JsonEditor;

/// Editor for a value without a better field, as JSON. Invalid JSON cannot be sent: it makes the form broken.
class JsonFieldEditor final : public FieldEditor
{
    Q_OBJECT

public:
    JsonFieldEditor(FormHost &host, const FormField &field, QWidget *parent);
    ~JsonFieldEditor() override;

    void fill(const JsonValue &value) override;
    [[nodiscard]] QWidget *control() const override;

private:
    void takeText();

    JsonEditor *m_editor;
    QByteArray m_shown; ///< raw JSON
    bool m_filling = false;
};

} // namespace Pullcord
