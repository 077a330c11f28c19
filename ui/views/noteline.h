// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLineEdit>

namespace Pullcord {

/// Where a note is read and written, in its place: Enter, or going elsewhere, keeps what stands there, Escape what stood
/// there before.
class NoteLine final : public QLineEdit
{
    Q_OBJECT

public:
    explicit NoteLine(QWidget *parent = nullptr);
    ~NoteLine() override;

    /// What is kept now. It does not take the place of what somebody is writing.
    void setNote(const QString &note);
    /// The same for another thing, after keep().
    void setNoteOfAnother(const QString &note);
    /// Keeps what is being written.
    void keep();

signals:
    void noteChanged(const QString &note);
    /// Somebody has ended it by a key.
    void left();

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    QString m_kept;
};

} // namespace Pullcord
