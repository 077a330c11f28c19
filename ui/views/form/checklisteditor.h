// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/form/fieldeditor.h"

class QListWidget;

namespace Pullcord {

/// Editor for an array of some of several values: a list of check boxes.
class CheckListEditor final : public FieldEditor
{
    Q_OBJECT

public:
    CheckListEditor(FormHost &host, const FormField &field, QWidget *parent);
    ~CheckListEditor() override;

    void fill(const JsonValue &value) override;
    [[nodiscard]] QWidget *control() const override;

private:
    void takeChecks();

    QListWidget *m_list;
    QToolButton *m_null;
    QByteArray m_shown; ///< raw JSON
};

} // namespace Pullcord
