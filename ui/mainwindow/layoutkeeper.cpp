// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/layoutkeeper.h"

#include <chrono>
#include <utility>

namespace Pullcord {
using namespace std::chrono_literals;

LayoutKeeper::LayoutKeeper(Settings &settings, QObject *parent)
    : QObject(parent)
    , m_settings(settings)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(500ms); // dragging a splitter makes many changes
    connect(&m_soon, &QTimer::timeout, this, &LayoutKeeper::flush);
}

LayoutKeeper::~LayoutKeeper() = default;

std::function<void()> LayoutKeeper::add(Save save)
{
    m_parts.push_back({std::move(save)});
    return [this, part = m_parts.size() - 1] {
        m_parts[part].isChanged = true;
        m_soon.start();
    };
}

void LayoutKeeper::flush()
{
    m_soon.stop();
    for (Part &part : m_parts) {
        if (std::exchange(part.isChanged, false))
            part.save(m_settings);
    }
}

} // namespace Pullcord
