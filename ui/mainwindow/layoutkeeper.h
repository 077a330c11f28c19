// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>

#include <functional>
#include <vector>

namespace Pullcord {

class Settings;

/// Writes down what people change in the layout of a page, soon after they have, and that alone: of two pages, the one in
/// which a part was changed last says how it looks in the pages that come.
class LayoutKeeper final : public QObject
{
    Q_OBJECT

public:
    using Save = std::function<void(Settings &settings)>;

    explicit LayoutKeeper(Settings &settings, QObject *parent = nullptr);
    ~LayoutKeeper() override;

    /// A part that is saved by itself; gives what is to be called when somebody has changed it.
    [[nodiscard]] std::function<void()> add(Save save);
    /// Writes what has not been written yet.
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
