// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLineEdit>

namespace Pullcord {

/// Line for a note, read and edited in place. Enter or a change of the focus saves it, Escape restores it.
class NoteLine final : public QLineEdit
{
    Q_OBJECT

public:
    explicit NoteLine(QWidget *parent = nullptr);
    ~NoteLine() override;

    /// Sets the saved note; does not overwrite an edit in progress.
    void setNote(const QString &note);
    /// Sets the note of another item; call keep() before.
    void setNoteOfAnother(const QString &note);
    /// Saves an edit in progress.
    void keep();

signals:
    void noteChanged(const QString &note);
    /// The user has finished the edit with a key.
    void left();

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    QString m_kept;
};

} // namespace Pullcord
