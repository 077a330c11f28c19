// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/form/fieldeditor.h"

class QComboBox;

namespace Pullcord {

/// Editor for one of several values, with entries for none and null where allowed.
class ChoiceEditor final : public FieldEditor
{
    Q_OBJECT

public:
    ChoiceEditor(FormHost &host, const FormField &field, QWidget *parent);
    ~ChoiceEditor() override;

    void fill(const JsonValue &value) override;
    [[nodiscard]] QWidget *control() const override;

private:
    QComboBox *m_list;
    int m_before = 0; ///< number of entries before the options
};

} // namespace Pullcord
