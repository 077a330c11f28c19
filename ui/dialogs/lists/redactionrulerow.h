// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QComboBox;
class QLineEdit;
class QToolButton;

namespace Pullcord {

class FieldNote;

/// Editor for one redaction rule, with a note about errors.
class RedactionRuleRow final : public QWidget
{
    Q_OBJECT

public:
    /// `rule` in the format of Redaction; empty for a new one.
    explicit RedactionRuleRow(const QString &rule, QWidget *parent = nullptr);
    ~RedactionRuleRow() override;

    /// Empty without input.
    [[nodiscard]] QString rule() const;
    [[nodiscard]] bool isBad() const { return m_isBad; }
    /// Sets its position, from 0.
    void setPlace(qsizetype place);
    void begin();

signals:
    void changed();
    void removeRequested();

private:
    void check();

    QComboBox *m_kind;
    QLineEdit *m_what;
    QToolButton *m_remove;
    FieldNote *m_note;
    bool m_isBad = false;
};

} // namespace Pullcord
