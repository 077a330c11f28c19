// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/style/contrast.h"

#include <algorithm>
#include <cmath>

namespace Pullcord::Contrast {

namespace {

constexpr int Steps = 20;

/// Returns the relative luminance (0 to 1) of an opaque color.
double luminance(const QColor &color)
{
    const auto linear = [](double channel) {
        return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(double(color.redF())) + 0.7152 * linear(double(color.greenF())) +
           0.0722 * linear(double(color.blueF()));
}

double worst(const QColor &color, const QList<QColor> &backs)
{
    double least = 21;
    for (const QColor &back : backs)
        least = std::min(least, ratio(color, back));
    return least;
}

} // namespace

QColor over(const QColor &front, const QColor &back, double share)
{
    const double alpha = double(front.alphaF()) * share;
    const auto mix = [alpha](int a, int b) { return int(std::lround(alpha * a + (1 - alpha) * b)); };
    return {mix(front.red(), back.red()), mix(front.green(), back.green()), mix(front.blue(), back.blue())};
}

double ratio(const QColor &front, const QColor &back)
{
    const double a = luminance(over(front, back));
    const double b = luminance(back);
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

QColor readable(const QColor &color, const QList<QColor> &backs, double least)
{
    if (backs.isEmpty() || worst(color, backs) >= least)
        return color;
    const QColor end = worst(Qt::white, backs) >= worst(Qt::black, backs) ? Qt::white : Qt::black;
    const QColor opaque = over(color, backs.constFirst());
    for (int step = 1; step < Steps; ++step) {
        const QColor mixed = over(end, opaque, double(step) / Steps);
        if (worst(mixed, backs) >= least)
            return mixed;
    }
    return end;
}

} // namespace Pullcord::Contrast
