// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/slicedwork.h"

#include <deque>

namespace Pullcord {

namespace {

/// All active instances, the next one first.
std::deque<SlicedWork *> &queue()
{
    static std::deque<SlicedWork *> all;
    return all;
}

} // namespace

SlicedWork::SlicedWork(QObject *parent)
    : QObject(parent)
{}

SlicedWork::~SlicedWork()
{
    stop();
}

void SlicedWork::start()
{
    if (m_isActive)
        return;
    m_isActive = true;
    queue().push_back(this);
    wakeFirst();
}

void SlicedWork::stop()
{
    if (!m_isActive)
        return;
    m_isActive = false;
    m_timer.stop();
    std::erase(queue(), this);
    wakeFirst();
}

void SlicedWork::wakeFirst()
{
    if (!queue().empty() && !queue().front()->m_timer.isActive())
        queue().front()->m_timer.start(0, queue().front());
}

void SlicedWork::timerEvent(QTimerEvent *)
{
    m_timer.stop();
    queue().pop_front();
    queue().push_back(this);
    wakeFirst(); // in the next turn
    emit slice();
}

} // namespace Pullcord
