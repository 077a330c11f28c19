// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/tables/fontscaledsections.h"

#include "ui/views/tables/letterwidth.h"

#include <QEvent>
#include <QHeaderView>

#include <utility>

namespace Pullcord {

FontScaledSections::FontScaledSections(QHeaderView *header)
    : QObject(header)
    , m_header(header)
    , m_letter(letter())
{
    header->installEventFilter(this);
}

FontScaledSections::~FontScaledSections() = default;

double FontScaledSections::letter() const
{
    return letterWidth(QFontMetricsF(m_header->font()));
}

bool FontScaledSections::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::FontChange && letter() > 0) {
        const double wider = letter() / std::exchange(m_letter, letter());
        for (int section = 0; section < m_header->count(); ++section) {
            if (!m_header->isSectionHidden(section))
                m_header->resizeSection(section, qRound(m_header->sectionSize(section) * wider));
        }
    }
    return QObject::eventFilter(watched, event);
}

} // namespace Pullcord
