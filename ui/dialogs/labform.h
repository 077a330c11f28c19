// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/labplan.h"
#include "ui/models/formschema.h"

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

/// What the cancellation lab is to try, to be filled in. A tool that may change something is only taken when somebody has said
/// that it may be called.
class LabForm final : public QWidget
{
    Q_OBJECT

public:
    explicit LabForm(ToolList &tools, QWidget *parent = nullptr);
    ~LabForm() override;

    /// `arguments` are a raw JSON object; empty: what the schema suggests.
    void setTool(const QString &name, const QByteArray &arguments);
    [[nodiscard]] QString tool() const;
    [[nodiscard]] LabPlan plan() const;
    /// Why it cannot be tried as it stands, as a sentence; empty if it can.
    [[nodiscard]] QString whyNot() const;
    /// The first control, for the focus.
    [[nodiscard]] QWidget *first() const;

signals:
    /// plan() or whyNot() may be another.
    void changed();

private:
    void makeToolRows(QFormLayout &rows);
    void makeMoments(QFormLayout &rows);
    void makeUgly(QFormLayout &rows);
    [[nodiscard]] QSpinBox *makeNumber(const QString &name, int least, int most, int value, const QString &toolTip);
    void takeTools();
    void showTool(const QByteArray &arguments = {});
    void showDoubt();
    void showMisfit();

    QPointer<ToolList> m_tools;
    QString m_shown; ///< the tool that the fields are about
    QComboBox *m_tool;
    JsonEditor *m_arguments;
    FieldNote *m_misfit;       ///< what the tool does not take of the arguments; they may be sent all the same
    FormSchema m_schema{"{}"}; ///< of the arguments of m_shown
    FieldNote *m_doubt;
    QCheckBox *m_mayChange;
    QSpinBox *m_count;
    QSpinBox *m_from;
    QSpinBox *m_to;
    QSpinBox *m_concurrent;
    QSpinBox *m_bystanders;
    SecondsBox *m_limit;
    QCheckBox *m_ugly;
};

} // namespace Pullcord
