// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/visibletext.h"

#include "core/capture/formatting.h"

#include <algorithm>

namespace Pullcord {

VisibleText::VisibleText(const QString &source)
    : m_source(source)
{
    const QString visible = Formatting::visibleLines(source);
    if (visible.size() == m_source.size() && !visible.contains(u'\r')) { // a mark is longer than its character
        m_shown = visible;
        return;
    }
    m_shown.reserve(visible.size());
    qsizetype from = 0;
    for (qsizetype at = 0; at < m_source.size();) {
        Mark mark{.source = at, .shown = m_shown.size()};
        qsizetype taken = 1;
        if (visible.at(from) == u'\r') { // only before a line feed; widgets show both as one
            mark.sourceSize = taken = 2;
            m_shown += u'\n';
        } else if (visible.at(from) == m_source.at(at) ||
                   visible.at(from) != u'⟨') { // or an unpaired surrogate, which cannot be shown
            m_shown += visible.at(from);
            mark.sourceSize = 1;
        } else {
            const bool isPair =
                m_source.at(at).isHighSurrogate() && at + 1 < m_source.size() && m_source.at(at + 1).isLowSurrogate();
            mark.sourceSize = isPair ? 2 : 1;
            taken = visible.indexOf(u'⟩', from) + 1 - from;
            m_shown += QStringView(visible).sliced(from, taken);
        }
        mark.shownSize = m_shown.size() - mark.shown;
        if (mark.shownSize != mark.sourceSize)
            m_marks.push_back(mark);
        at += mark.sourceSize;
        from += taken;
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
    if (end > begin && toShown(to) < end && to < m_source.size()) // the range ends inside a mark
        to += m_source.at(to).isHighSurrogate() ? 2 : 1;
    return m_source.mid(from, to - from);
}

} // namespace Pullcord
