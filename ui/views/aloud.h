// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

class QComboBox;
class QFormLayout;
class QLineEdit;
class QString;
class QWidget;

/// What screen readers say where Qt by itself would have them say something else.
namespace Pullcord::Aloud {

/// Qt names a combo box by its label alone, which has to stand beside it: for one that nobody sees, or that stands elsewhere.
void name(QComboBox *box, const QString &name);
/// Names an edit that shares its row of a form with a button: Qt looks for the label only in the parent of the edit.
void name(QLineEdit *edit, const QFormLayout &form);
/// A tool tip of a text that somebody else has written; who hears it gets it without the markup.
void setToolTip(QWidget *widget, const QString &text);

} // namespace Pullcord::Aloud
