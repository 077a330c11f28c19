// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAction>

class QLineEdit;

namespace Pullcord {

/// Action at the end of a line edit that clears it; visible while there is text. Replaces
/// QLineEdit::setClearButtonEnabled(), since Qt fades that button in, even if the style has no animations.
class ClearAction final : public QAction
{
    Q_OBJECT

public:
    /// Owned by the line edit.
    explicit ClearAction(QLineEdit *line);
    ~ClearAction() override;
};

} // namespace Pullcord
