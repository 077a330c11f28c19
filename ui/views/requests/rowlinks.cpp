// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/requests/rowlinks.h"

namespace Pullcord {

RowLinks::RowLinks(QWidget *parent)
    : PlainLabel(parent)
{
    setTextFormat(Qt::RichText);
    setWordWrap(true);
    setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(this, &QLabel::linkActivated, this, [this](const QString &row) { emit rowWanted(row.toLongLong()); });
    hide();
}

RowLinks::~RowLinks() = default;

void RowLinks::setLinks(const QString &links)
{
    if (text() != links) // otherwise a link would lose the focus
        setText(links);
    setHidden(links.isEmpty());
}

} // namespace Pullcord
