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

/// The user guide: F1 opens it at what has the focus, in the page or in one of its dialogs. All pages share one window of it.
/// And what the program is.
class HelpCommands final : public QObject
{
    Q_OBJECT

public:
    /// `version` is the program's.
    HelpCommands(const QString &version, Actions &actions, QWidget *page);
    ~HelpCommands() override;

    /// That page, or the one that was read last.
    void openGuide(const QString &page = {});
    /// What a sort of finding means.
    void explain(FindingCode code);
    /// The page on what has the focus; empty if nothing is said of it.
    [[nodiscard]] static QString pageInFocus();

protected:
    /// A dialog has the key to itself.
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QWidget *m_page;
    std::shared_ptr<GuideWindow> m_guide; ///< once it was wanted here
};

} // namespace Pullcord
