// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/mainwindow/conversationpage.h"

#include <QMainWindow>

namespace Pullcord {

/// A window on one conversation: the frame of its page.
class MainWindow final : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(const Services &services, QWidget *parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] ConversationPage &page() const { return *m_page; }
    [[nodiscard]] Workspace &workspace() const { return m_page->workspace(); }
    [[nodiscard]] Actions &actions() const { return m_page->actions(); }

    /// As ConversationPage does.
    void openCapture(const QString &path) { m_page->openCapture(path); }
    void connectTo(const ServerTarget &target) { m_page->connectTo(target); }

signals:
    void newWindowRequested();
    void openElsewhere(const QString &path);
    void connectElsewhere(const Pullcord::ServerTarget &target);

protected:
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void connectPage();
    void updateTitle();

    const Services &m_services;
    ConversationPage *m_page;
};

} // namespace Pullcord
