// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAction>

class QLineEdit;

namespace Pullcord {

/// Clears a line of text, at its end, while there is text. Unlike QLineEdit::setClearButtonEnabled() it appears at once: Qt fades its
/// button in, whatever the style says about animations.
class ClearAction final : public QAction
{
    Q_OBJECT

public:
    /// The line owns it.
    explicit ClearAction(QLineEdit *line);
    ~ClearAction() override;
};

} // namespace Pullcord
