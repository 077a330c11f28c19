// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <QList>
#include <QObject>
#include <QPointer>

namespace Pullcord {

/// The dialogs of a page that lie beside its window, to answer or to send: they go when another tab is looked at, and come
/// back with their own, as they were. One that the window waits for stays.
class PageDialogs final : public QObject
{
    Q_OBJECT

public:
    explicit PageDialogs(QWidget *page);
    ~PageDialogs() override;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void hideAll();
    void showAll();

    QWidget *m_page;
    QList<QPointer<QDialog>> m_hidden;
};

} // namespace Pullcord
