// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

class QComboBox;
class QFormLayout;
class QLineEdit;
class QString;
class QWidget;

/// Accessible names and descriptions, where Qt's own would be wrong or missing.
namespace Pullcord::AccessibleNames {

/// Names a combo box. Qt uses its label only if that is beside it, so this adds a hidden one.
void name(QComboBox *box, const QString &name);
/// Names a line edit that shares its form row with a button. Qt looks for the label only in the parent of the edit.
void name(QLineEdit *edit, const QFormLayout &form);
/// Sets a tool tip of foreign text, escaped, and an accessible description without markup.
void setToolTip(QWidget *widget, const QString &text);

} // namespace Pullcord::AccessibleNames
