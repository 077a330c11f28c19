// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <QList>
#include <QObject>
#include <QPointer>

namespace Pullcord {

/// Non-modal dialogs of a page: hidden while another tab is in view, and shown again with their page. Modal ones stay.
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
