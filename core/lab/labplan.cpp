// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lab/labplan.h"

#include "core/capture/formatting.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace Pullcord {

std::chrono::nanoseconds LabMoment::at(std::chrono::nanoseconds duration) const
{
    return absolute.value_or(std::chrono::nanoseconds(std::llround(share * double(duration.count()))));
}

QString LabMoment::text() const
{
    return absolute ? Formatting::duration(absolute->count()) : u"%1 %"_s.arg(share * 100);
}

bool LabPlan::needsDuration() const
{
    const bool hasMiddle = std::any_of(ugly.begin(), ugly.end(), [](LabCase testCase) {
        return testCase == LabCase::Twice || testCase == LabCase::OtherType || testCase == LabCase::WithId;
    });
    return (count > 0 || hasMiddle) && !(from.absolute && to.absolute);
}

std::chrono::nanoseconds LabPlan::moment(int n, std::chrono::nanoseconds duration) const
{
    const std::chrono::nanoseconds first = from.at(duration);
    return count < 2 ? first : first + (to.at(duration) - first) * n / (count - 1);
}

} // namespace Pullcord
