// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/messages/rawtext.h"

#include <QPlainTextEdit>
#include <QTextDocument>

namespace Pullcord {

QString rawTextOf(const QPlainTextEdit &edit)
{
    return edit.document()->toRawText().replace(QChar::ParagraphSeparator, u'\n');
}

} // namespace Pullcord
