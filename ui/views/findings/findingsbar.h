// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingkind.h"
#include "core/findings/report/unappliedrules.h"
#include "core/findings/uncheckedmessages.h"

#include <QSet>
#include <QTimer>
#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace Pullcord {

/// Filter of the findings: search text, least severity, silenced rules.
class FindingsBar final : public QWidget
{
    Q_OBJECT

public:
    explicit FindingsBar(QWidget *parent = nullptr);
    ~FindingsBar() override;

    [[nodiscard]] FindingSeverity least() const;
    [[nodiscard]] QString text() const;
    [[nodiscard]] bool isFiltering() const;
    void focusText();
    /// Sets the rules silenced for the current server. Emits nothing.
    void setSilenced(const QSet<FindingCode> &codes);
    /// Shows which rules cannot be applied to this capture; none hides the note.
    void setUnapplied(const UnappliedRules &rules);
    /// Shows the state of schema validation: number of events left, and messages skipped.
    void setChecked(qsizetype toCheck, const UncheckedMessages &unchecked);

signals:
    /// Emitted shortly after the last key, or at once for a choice.
    void changed();
    /// The user wants to enable these rules again.
    void bringBackWanted(const QSet<Pullcord::FindingCode> &codes);

private:
    void fillMenu();

    QLineEdit *m_text;
    QComboBox *m_least;
    QToolButton *m_silenced;
    QLabel *m_unapplied;
    QLabel *m_checked;
    QSet<FindingCode> m_codes;
    QTimer m_typing;
};

} // namespace Pullcord
