// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/reopenoffer.h"

#include <utility>

namespace Pullcord {

ReopenOffer::ReopenOffer(QObject *parent)
    : QObject(parent)
{}

ReopenOffer::~ReopenOffer() = default;

void ReopenOffer::setOpenTabs(const OpenTabs &openTabs)
{
    m_openTabs = openTabs;
    emit changed();
}

void ReopenOffer::accept()
{
    if (m_openTabs.isEmpty())
        return;
    const OpenTabs openTabs = std::exchange(m_openTabs, {});
    emit changed();
    emit accepted(openTabs);
}

} // namespace Pullcord
