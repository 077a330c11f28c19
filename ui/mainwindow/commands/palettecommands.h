// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/catalog/cataloglist.h"
#include "ui/models/filter/palettemodel.h"

#include <QObject>

#include <functional>

class QAction;
class QMenu;
class QWidget;

namespace Pullcord {

class Actions;
class CommandPalette;
struct Services;
struct ServerTarget;
class ConversationView;
class ConversationController;

/// Command palette of a page: finds every command by a few typed letters.
class PaletteCommands final : public QObject
{
    Q_OBJECT

public:
    /// `menus` are in order; all arguments must outlive it.
    PaletteCommands(const Services &services, ConversationController &controller, const Actions &actions,
                    ConversationView &bench, const QList<QMenu *> &menus, QWidget *page);
    ~PaletteCommands() override;

signals:
    void serverChosen(const Pullcord::ServerTarget &target);
    void captureChosen(const QString &path);
    void pageChosen(const QString &guidePage);

private:
    void open();
    void add(const PaletteEntry &entry, std::function<void()> run);
    void addActions();
    void addTabs();
    void addCatalog();
    void addServers();
    void addCaptures();
    void addPages();
    void run(qsizetype entry);
    /// Shows a catalog item where it can be called or read.
    void go(CatalogList::Kind kind, const QString &key);
    [[nodiscard]] QString whyNot(const QAction *action) const;

    const Services &m_services;
    ConversationController &m_controller;
    const Actions &m_actions;
    ConversationView &m_bench;
    QList<QMenu *> m_menus;
    CommandPalette *m_palette;
    QList<PaletteEntry> m_entries; ///< while the palette is open
    QList<std::function<void()>> m_runs;
};

} // namespace Pullcord
