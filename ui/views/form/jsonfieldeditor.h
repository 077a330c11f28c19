// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/form/fieldeditor.h"

namespace Pullcord {

class JsonEditor;

/// A value that no other field is good for, as JSON. What is not JSON cannot be sent: the form is broken until it is.
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
    QByteArray m_shown; ///< raw
    bool m_filling = false;
};

} // namespace Pullcord
