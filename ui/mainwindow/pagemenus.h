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

/// Menus of a page, shown in the menu bar while the page is in view. Owner: the page.
class PageMenus final : public QObject
{
    Q_OBJECT

public:
    PageMenus(const Services &services, const Actions &actions, QWidget *page);
    ~PageMenus() override;

    /// In the order of the menu bar.
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
