// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/logheader.h"

#include <QStyleOptionHeader>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

/// Styles know no distance but their margin, which is the same for all headers: the text brings its own.
QString spaced(const QString &title)
{
    return u" %1 "_s.arg(title);
}

} // namespace

LogHeader::LogHeader(QWidget *parent)
    : QHeaderView(Qt::Horizontal, parent)
{
    setSectionsClickable(true);
}

LogHeader::~LogHeader() = default;

int LogHeader::widthFor(const QString &title) const
{
    const int margin = style()->pixelMetric(QStyle::PM_HeaderMargin, nullptr, this);
    return fontMetrics().horizontalAdvance(spaced(title)) + 3 * margin; // the third for the line between
}

void LogHeader::initStyleOptionForIndex(QStyleOptionHeader *option, int logicalIndex) const
{
    QHeaderView::initStyleOptionForIndex(option, logicalIndex);
    option->text = spaced(option->text);
}

} // namespace Pullcord
