// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/palettemodel.h"

#include <QPointer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QListView;

namespace Pullcord {

/// A line over the window to type what is to be done, with what fits below it. Up and Down choose, Enter does it, Escape closes; so does
/// whatever takes the focus away. Where the focus was, it is again before anything is done.
class CommandPalette final : public QWidget
{
    Q_OBJECT

public:
    /// Lies over `over`.
    explicit CommandPalette(QWidget *over);
    ~CommandPalette() override;

    void begin(const QList<PaletteEntry> &entries, const QStringList &lately);
    /// Gives the focus back.
    void leave();

signals:
    /// One of the entries, by its place in their list. The palette has closed.
    void chosen(qsizetype entry);

protected:
    void paintEvent(QPaintEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    bool onKey(int key);
    void step(int by);
    void choose();
    void search(const QString &text);
    void place();

    PaletteModel m_model;
    QLineEdit *m_line;
    QListView *m_list;
    QLabel *m_note;
    QPointer<QWidget> m_before; ///< who had the focus
};

} // namespace Pullcord
