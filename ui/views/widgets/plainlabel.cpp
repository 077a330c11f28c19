// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/widgets/plainlabel.h"

namespace Pullcord {

PlainLabel::PlainLabel(QWidget *parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
}

PlainLabel::PlainLabel(const QString &text, QWidget *parent)
    : PlainLabel(parent)
{
    setText(text);
}

PlainLabel::~PlainLabel() = default;

} // namespace Pullcord
