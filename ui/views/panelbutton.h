// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

class QAction;
class QToolButton;
class QWidget;

namespace Pullcord {

/// A flat button with the icon of an action, which hides with it and is reached by Tab.
[[nodiscard]] QToolButton *makePanelButton(QAction *action, QWidget *parent);

} // namespace Pullcord
