// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingkind.h"
#include "core/findings/unappliedrules.h"
#include "core/findings/uncheckedmessages.h"

#include <QSet>
#include <QTimer>
#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace Pullcord {

/// What of the findings is shown: a text to search for, from which severity on, and which rules are silenced.
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
    /// The rules that are silenced for the present server. Nothing is emitted.
    void setSilenced(const QSet<FindingCode> &codes);
    /// Those that the capture cannot be held against are told; none: nothing is.
    void setUnapplied(const UnappliedRules &rules);
    /// How far the messages have been held against the schemas: so many events are still to be looked at, those were passed
    /// over.
    void setChecked(qsizetype toCheck, const UncheckedMessages &unchecked);

signals:
    /// Shortly after the last key, or at once for a choice.
    void changed();
    /// Somebody wants to hear of these again.
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
