// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QJsonArray>
#include <QString>

#include <vector>

namespace Pullcord {

/// Figures of the benchmark programs over all runs, compared with their limits.
class Figures
{
public:
    void add(const QString &name, double value);
    /// Returns the median of all runs; NaN without values.
    [[nodiscard]] double median(const QString &name) const;

    [[nodiscard]] QString table() const;
    [[nodiscard]] QJsonArray toJson() const;
    [[nodiscard]] bool allReached() const;

private:
    QHash<QString, std::vector<double>> m_values;
};

} // namespace Pullcord
