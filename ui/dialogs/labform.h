// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/labplan.h"
#include "ui/models/catalog/formschema.h"

#include <QPointer>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QSpinBox;

namespace Pullcord {

class FieldNote;
class JsonEditor;
class SecondsBox;
class ToolList;

/// Form for a plan of the cancellation lab. A tool that may have side effects requires the user's consent.
class LabForm final : public QWidget
{
    Q_OBJECT

public:
    explicit LabForm(ToolList &tools, QWidget *parent = nullptr);
    ~LabForm() override;

    /// `arguments` is a raw JSON object; empty: the schema's initial value.
    void setTool(const QString &name, const QByteArray &arguments);
    [[nodiscard]] QString tool() const;
    [[nodiscard]] LabPlan plan() const;
    /// Explains why the plan cannot run; empty if it can.
    [[nodiscard]] QString whyNot() const;
    /// Returns the first control, for the focus.
    [[nodiscard]] QWidget *first() const;

signals:
    /// plan() or whyNot() may have changed.
    void changed();

private:
    void makeToolRows(QFormLayout &rows);
    void makeMoments(QFormLayout &rows);
    void makeEdgeCases(QFormLayout &rows);
    [[nodiscard]] QSpinBox *makeNumber(const QString &name, int least, int most, int value, const QString &toolTip);
    void takeTools();
    void showTool(const QByteArray &arguments = {});
    void showDoubt();
    void showMisfit();

    QPointer<ToolList> m_tools;
    QString m_shown; ///< the tool shown by the fields
    QComboBox *m_tool;
    JsonEditor *m_arguments;
    FieldNote *m_misfit;       ///< schema violations of the arguments, which may be sent anyway
    FormSchema m_schema{"{}"}; ///< input schema of m_shown
    FieldNote *m_doubt;
    QCheckBox *m_mayChange;
    QSpinBox *m_count;
    QSpinBox *m_from;
    QSpinBox *m_to;
    QSpinBox *m_concurrent;
    QSpinBox *m_bystanders;
    SecondsBox *m_limit;
    QCheckBox *m_edgeCases;
};

} // namespace Pullcord
