// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingkind.h"

#include <QObject>

#include <memory>

class QWidget;

namespace Pullcord {

class Actions;
class GuideWindow;
struct Services;

/// Help for a page: F1 opens the user guide at the topic of the open menu or of the focused widget, also in dialogs. All
/// pages share one guide window. Also the dialogs Diagnostics and About.
class HelpCommands final : public QObject
{
    Q_OBJECT

public:
    HelpCommands(const Services &services, Actions &actions, QWidget *page);
    ~HelpCommands() override;

    /// Opens a page; by default the one read last.
    void openGuide(const QString &page = {});
    /// Opens the explanation of a finding code.
    void explain(FindingCode code);
    /// Returns the page about the open menu, else about the focused widget; empty if there is none.
    [[nodiscard]] static QString pageInFocus();

protected:
    /// Handles the key in dialogs.
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QWidget *m_page;
    std::shared_ptr<GuideWindow> m_guide; ///< null until first used here
};

} // namespace Pullcord
