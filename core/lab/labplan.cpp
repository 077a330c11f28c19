// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lab/labplan.h"

#include "core/capture/formatting.h"
#include "core/translatabletext.h"

#include <algorithm>
#include <cmath>

namespace Pullcord {

using namespace Qt::StringLiterals;

const QList<LabCaseKind> &LabCaseKind::all()
{
    using enum LabCase;
    constexpr auto Silence =
        QT_TRANSLATE_NOOP("TranslatableText", "The server stops and sends nothing more for the request");
    constexpr auto Nothing = QT_TRANSLATE_NOOP("TranslatableText", "The server ignores the cancellation and continues");
    static const QList<LabCaseKind> kinds{
        {Sweep, "sweep"_L1, QT_TRANSLATE_NOOP("TranslatableText", "During the call"), Silence},
        {AtOnce, "at-once"_L1, QT_TRANSLATE_NOOP("TranslatableText", "Right after the request"), Silence},
        {Twice, "twice"_L1, QT_TRANSLATE_NOOP("TranslatableText", "Cancelled twice"), Silence},
        {OtherType, "other-type"_L1, QT_TRANSLATE_NOOP("TranslatableText", "Id of the other type"), Nothing},
        {WithId, "with-id"_L1, QT_TRANSLATE_NOOP("TranslatableText", "Sent as a request"), Nothing},
        {AfterEnd, "after-end"_L1, QT_TRANSLATE_NOOP("TranslatableText", "After the response"), Nothing},
        {UnknownId, "unknown-id"_L1, QT_TRANSLATE_NOOP("TranslatableText", "Unknown id, used later"), Nothing},
        {MissingId, "missing-id"_L1, QT_TRANSLATE_NOOP("TranslatableText", "No id"), Nothing},
        {NullId, "null-id"_L1, QT_TRANSLATE_NOOP("TranslatableText", "Id null"), Nothing},
        {ObjectId, "object-id"_L1, QT_TRANSLATE_NOOP("TranslatableText", "Id as an object"), Nothing},
        {Initialize, "initialize"_L1, QT_TRANSLATE_NOOP("TranslatableText", "Cancelling initialize"), Nothing},
    };
    return kinds;
}

const LabCaseKind &LabCaseKind::of(LabCase testCase)
{
    return all().at(qsizetype(testCase));
}

QList<LabCase> LabCaseKind::edgeCases()
{
    QList<LabCase> cases;
    for (const LabCaseKind &kind : all()) {
        if (kind.testCase != LabCase::Sweep)
            cases << kind.testCase;
    }
    return cases;
}

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
    const bool hasMiddle = std::any_of(edgeCases.begin(), edgeCases.end(), [](LabCase testCase) {
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
