// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>

#include <functional>
#include <vector>

namespace Pullcord {

class Settings;

/// Saves the parts of a page's layout that the user has changed, shortly afterwards. Unchanged parts are not written:
/// of several pages, the last change of a part wins.
class LayoutKeeper final : public QObject
{
    Q_OBJECT

public:
    using Save = std::function<void(Settings &settings)>;

    explicit LayoutKeeper(Settings &settings, QObject *parent = nullptr);
    ~LayoutKeeper() override;

    /// Registers a part; the returned function must be called after each change of it.
    [[nodiscard]] std::function<void()> add(Save save);
    /// Saves pending changes now.
    void flush();

private:
    struct Part
    {
        Save save;
        bool isChanged = false;
    };

    Settings &m_settings;
    std::vector<Part> m_parts;
    QTimer m_soon;
};

} // namespace Pullcord
