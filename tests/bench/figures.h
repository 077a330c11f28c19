// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QJsonArray>
#include <QString>

#include <vector>

namespace Pullcord {

/// What the programs of the benchmarks have told, run after run, and whether it is what was asked (design, section 7).
class Figures
{
public:
    void add(const QString &name, double value);
    /// The median of all runs; NaN if nothing was told.
    [[nodiscard]] double median(const QString &name) const;

    [[nodiscard]] QString table() const;
    [[nodiscard]] QJsonArray toJson() const;
    [[nodiscard]] bool allReached() const;

private:
    QHash<QString, std::vector<double>> m_values;
};

} // namespace Pullcord
