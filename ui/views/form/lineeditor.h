// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/form/fieldeditor.h"

class QLineEdit;

namespace Pullcord {

class FieldNote;

/// Line editor for a number, or a text with a format. Dates have a calendar that writes into the line.
class LineEditor final : public FieldEditor
{
    Q_OBJECT

public:
    LineEditor(FormHost &host, const FormField &field, QWidget *parent);
    ~LineEditor() override;

    void fill(const JsonValue &value) override;
    [[nodiscard]] QWidget *control() const override;

private:
    [[nodiscard]] QToolButton *makeCalendarButton();
    void takeDate(const QDate &date);

    QLineEdit *m_line;
    FieldNote *m_cut; ///< says that the text is cut
    QToolButton *m_null;
};

} // namespace Pullcord
