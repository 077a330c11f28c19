// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QObject>

class QMenu;
class QWidget;

namespace Pullcord {

class Actions;
struct ServerTarget;
struct Services;

/// The menus of a page, which the window's menu bar shows while the page is the shown one. The page owns them.
class PageMenus final : public QObject
{
    Q_OBJECT

public:
    PageMenus(const Services &services, const Actions &actions, QWidget *page);
    ~PageMenus() override;

    /// In their order in the bar.
    [[nodiscard]] const QList<QMenu *> &all() const { return m_menus; }

signals:
    void captureChosen(const QString &path);
    void serverChosen(const Pullcord::ServerTarget &target);

private:
    [[nodiscard]] QMenu *add(const QString &title);
    void makeFile(const Services &services);
    void makeServer(const Services &services);
    void makeRequest();
    void makeMark();
    void makeViewAndHelp();

    const Actions &m_actions;
    QWidget *m_page;
    QList<QMenu *> m_menus;
};

} // namespace Pullcord
