// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/filter/finder.h"

#include "core/json/jsonbytes.h"
#include "core/json/jsonstring.h"

#include <utility>

namespace Pullcord {

namespace {
constexpr qsizetype Characters = 1 << 18; ///< searched per step
constexpr qsizetype Bytes = 1 << 20;
} // namespace

TextFinder::TextFinder(QString text, const QString &wanted)
    : m_text(std::move(text))
    , m_matcher(wanted, Qt::CaseInsensitive)
{}

bool TextFinder::advance()
{
    const qsizetype length = m_matcher.pattern().size();
    const qsizetype stop = qMin(m_at + Characters, m_text.size());
    // A hit may span two stretches.
    const QStringView view = QStringView(m_text).first(qMin(stop + length - 1, m_text.size()));
    while (length > 0 && !isFull()) {
        const qsizetype hit = m_matcher.indexIn(view, m_at);
        if (hit < 0)
            break;
        add(hit);
        m_at = hit + length;
    }
    m_at = qMax(m_at, stop);
    return length == 0 || isFull() || m_at >= m_text.size();
}

JsonFinder::JsonFinder(QByteArray json, const QString &wanted)
    : m_json(std::move(json))
    , m_matcher(wanted)
{}

bool JsonFinder::advance()
{
    const char *const begin = m_json.constData();
    const char *const end = begin + m_json.size();
    const char *const stop = begin + qMin(m_at + Bytes, m_json.size());
    const char *at = begin + m_at;
    while (at < stop && !isFull()) {
        if (*at != '"' && JsonBytes::isDelimiter(*at)) {
            ++at;
            continue;
        }
        const char *const next = *at == '"' ? JsonBytes::skipString(at, end) : JsonBytes::skipScalar(at, end);
        if (isIn({at, next}))
            add(at - begin);
        at = next;
    }
    m_at = at - begin;
    return isFull() || m_at >= m_json.size();
}

bool JsonFinder::isIn(QByteArrayView token) const
{
    if (!token.startsWith('"'))
        return m_matcher.isIn(token);
    const QByteArrayView inside = token.size() < 2 ? QByteArrayView() : token.sliced(1, token.size() - 2);
    return inside.contains('\\') ? m_matcher.isIn(JsonString::decoded(token)) : m_matcher.isIn(inside);
}

} // namespace Pullcord
