// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

class QAction;
class QToolButton;
class QWidget;

namespace Pullcord {

/// Creates a flat button with the icon of an action. It is hidden with the action, and reached by Tab.
[[nodiscard]] QToolButton *makePanelButton(QAction *action, QWidget *parent);

} // namespace Pullcord
