// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/guide.h"

#include <QWidget>

class QLineEdit;
class QListWidget;
class QSplitter;

namespace Pullcord {

class GuideBrowser;
class MessageBar;

/// User guide: contents or search results beside a page. A window of its own, not blocked by modal dialogs. External
/// links are shown, and opened on request only.
class GuideWindow final : public QWidget
{
    Q_OBJECT

public:
    explicit GuideWindow(QWidget *parent = nullptr);
    ~GuideWindow() override;

    /// Brings the window to the front with a page, scrolled to `heading`. An empty or unknown name keeps the current
    /// page, initially the contents.
    void open(const QString &page = {}, const QString &heading = {});
    [[nodiscard]] QString page() const;

protected:
    void keyPressEvent(QKeyEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QWidget *makeBar();
    void listContents();
    void listFound(const QString &words);
    void addRow(qsizetype page, const QString &text);
    void chooseRow();
    void goToFirst();
    void onPageShown();
    void askToOpen(const QUrl &url);

    Guide m_guide;
    MessageBar *m_messages;
    QLineEdit *m_search;
    QListWidget *m_list;
    GuideBrowser *m_browser;
};

} // namespace Pullcord
