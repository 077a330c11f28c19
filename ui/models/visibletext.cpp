// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/visibletext.h"

#include "core/capture/humantext.h"

#include <algorithm>

namespace Pullcord {

VisibleText::VisibleText(const QString &source)
    : m_source(source)
    , m_shown(HumanText::visibleLines(source))
{
    if (m_shown.size() == m_source.size()) // a mark is longer than what it stands for
        return;
    qsizetype shown = 0;
    for (qsizetype at = 0; at < m_source.size();) {
        if (m_source.at(at) == m_shown.at(shown) ||
            m_shown.at(shown) != u'⟨') { // else half a pair, which cannot be shown
            ++at;
            ++shown;
            continue;
        }
        const qsizetype size = m_shown.indexOf(u'⟩', shown) + 1 - shown;
        const bool isPair =
            m_source.at(at).isHighSurrogate() && at + 1 < m_source.size() && m_source.at(at + 1).isLowSurrogate();
        m_marks.push_back({at, shown, isPair ? 2 : 1, size});
        at += m_marks.back().sourceSize;
        shown += size;
    }
}

qsizetype VisibleText::toShown(qsizetype inSource) const
{
    auto after = std::upper_bound(m_marks.begin(), m_marks.end(), inSource,
                                  [](qsizetype position, const Mark &mark) { return position < mark.source; });
    if (after == m_marks.begin())
        return inSource;
    const Mark &mark = *--after;
    const qsizetype into = inSource - mark.source;
    return into < mark.sourceSize ? mark.shown : mark.shown + mark.shownSize + into - mark.sourceSize;
}

qsizetype VisibleText::toSource(qsizetype inShown) const
{
    auto after = std::upper_bound(m_marks.begin(), m_marks.end(), inShown,
                                  [](qsizetype position, const Mark &mark) { return position < mark.shown; });
    if (after == m_marks.begin())
        return inShown;
    const Mark &mark = *--after;
    const qsizetype into = inShown - mark.shown;
    return into < mark.shownSize ? mark.source : mark.source + mark.sourceSize + into - mark.shownSize;
}

QString VisibleText::original(qsizetype begin, qsizetype end) const
{
    const qsizetype from = toSource(qMin(begin, m_shown.size()));
    qsizetype to = toSource(qMin(end, m_shown.size()));
    if (end > begin && toShown(to) < end && to < m_source.size()) // it ends within a mark
        to += m_source.at(to).isHighSurrogate() ? 2 : 1;
    return m_source.mid(from, to - from);
}

} // namespace Pullcord
