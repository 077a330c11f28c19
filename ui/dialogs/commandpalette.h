// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/filter/palettemodel.h"

#include <QPointer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QListView;

namespace Pullcord {

/// Command palette over the window: a line to type in, and the matching commands. Up and Down select, Enter runs,
/// Escape closes, as does any loss of focus. The focus is restored before a command runs.
class CommandPalette final : public QWidget
{
    Q_OBJECT

public:
    /// Lies over `over`.
    explicit CommandPalette(QWidget *over);
    ~CommandPalette() override;

    void begin(const QList<PaletteEntry> &entries, const QStringList &lately);
    /// Closes the palette and restores the focus.
    void leave();

signals:
    /// The index of the chosen entry. The palette has closed.
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
    QPointer<QWidget> m_before; ///< focus widget before
};

} // namespace Pullcord
