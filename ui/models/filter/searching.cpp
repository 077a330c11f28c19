// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/filter/searching.h"

#include <QElapsedTimer>

namespace Pullcord {

namespace {
constexpr qint64 SliceMilliseconds = 8;
} // namespace

Searching::Searching(QObject *parent)
    : QObject(parent)
{
    connect(&m_next, &SlicedWork::slice, this, [this] {
        if (work())
            m_next.stop();
        emit advanced();
    });
}

Searching::~Searching() = default;

void Searching::start(std::unique_ptr<Finder> finder)
{
    m_finder = std::move(finder);
    if (!m_finder || work())
        m_next.stop();
    else
        m_next.start();
}

const std::vector<qsizetype> &Searching::hits() const
{
    static const std::vector<qsizetype> none;
    return m_finder ? m_finder->hits() : none;
}

/// Returns true at the end of the search.
bool Searching::work()
{
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < SliceMilliseconds) {
        if (m_finder->advance())
            return true;
    }
    return false;
}

} // namespace Pullcord
