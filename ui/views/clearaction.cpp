// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/clearaction.h"

#include <QLineEdit>
#include <QStyle>

namespace Pullcord {

ClearAction::ClearAction(QLineEdit *line)
    : QAction(line->style()->standardIcon(QStyle::SP_LineEditClearButton, nullptr, line), {}, line)
{
    line->addAction(this, QLineEdit::TrailingPosition);
    setVisible(!line->text().isEmpty()); // after addAction(), which shows it
    connect(line, &QLineEdit::textChanged, this, [this](const QString &text) { setVisible(!text.isEmpty()); });
    connect(this, &QAction::triggered, line, [line] {
        line->clear();
        emit line->textEdited({});
    });
}

ClearAction::~ClearAction() = default;

} // namespace Pullcord
