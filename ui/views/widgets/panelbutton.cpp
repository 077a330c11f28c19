// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/widgets/panelbutton.h"

#include "ui/models/texts.h"

#include <QAction>
#include <QToolButton>

namespace Pullcord {
using namespace Qt::StringLiterals;

QToolButton *makePanelButton(QAction *action, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setDefaultAction(action);
    button->setObjectName(action->objectName() + u"Button"_s);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setAccessibleName(Texts::plain(action->text())); // the tool tip has the rest
    // Unlike menu entries, buttons are not hidden with their action.
    QObject::connect(action, &QAction::visibleChanged, button,
                     [button, action] { button->setVisible(action->isVisible()); });
    return button;
}

} // namespace Pullcord
