// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/servers/laboptions.h"

#include "app/cli/optionvalues.h"

#include <QCommandLineParser>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

Outcome readNumber(const QCommandLineParser &parser, const QString &name, int least, int most, int &target)
{
    if (!parser.isSet(name))
        return std::monostate();
    bool isNumber = false;
    const int value = parser.value(name).toInt(&isNumber);
    if (!isNumber || value < least || value > most)
        return usage(u"--%1 expects a number between %2 and %3, not \"%4\""_s.arg(
            name, QString::number(least), QString::number(most), parser.value(name)));
    target = value;
    return std::monostate();
}

/// Reads "25%" of the call, or a time.
Outcome readMoment(const QCommandLineParser &parser, const QString &name, LabMoment &target)
{
    const QString text = parser.value(name);
    if (text.isEmpty())
        return std::monostate();
    if (text.endsWith(u'%')) {
        bool isNumber = false;
        const double percent = text.chopped(1).trimmed().toDouble(&isNumber);
        if (!isNumber || !(percent >= 0 && percent <= 100))
            return usage(u"--%1 expects a share of the call (0% to 100%) or a time, not \"%2\""_s.arg(name, text));
        target = {percent / 100, {}};
        return std::monostate();
    }
    const auto time = milliseconds(parser, name);
    if (!time)
        return time.error();
    target = {0, *time};
    return std::monostate();
}

} // namespace

Result<LabOptions> LabOptions::read(const QCommandLineParser &parser)
{
    LabOptions options;
    LabPlan &plan = options.plan;
    plan.tool = parser.value(u"tool"_s);
    for (const auto &[name, least, most, target] : {std::tuple{u"count"_s, 0, LabPlan::MostTrials, &plan.count},
                                                    {u"concurrent"_s, 1, LabPlan::MostAtOnce, &plan.concurrent},
                                                    {u"bystanders"_s, 0, LabPlan::MostAtOnce, &plan.bystanders}}) {
        if (const Outcome read = readNumber(parser, name, least, most, *target); !read)
            return read.error();
    }
    for (const auto &[name, target] : {std::pair{u"from"_s, &plan.from}, {u"to"_s, &plan.to}}) {
        if (const Outcome read = readMoment(parser, name, *target); !read)
            return read.error();
    }
    // A share and a time can only be compared after the call has been measured.
    const bool areShares = !plan.from.absolute && !plan.to.absolute;
    if (areShares ? plan.from.share > plan.to.share
                  : plan.from.absolute && plan.to.absolute && *plan.from.absolute > *plan.to.absolute)
        return usage(u"--from (%1) is later than --to (%2)"_s.arg(plan.from.text(), plan.to.text()));
    if (const Outcome read = readTimes(parser, {{u"patience"_s, &plan.patience}, {u"limit"_s, &plan.limit}}); !read)
        return read.error();
    if (parser.isSet(u"no-ugly"_s))
        plan.edgeCases.clear();
    if (plan.count == 0 && plan.edgeCases.isEmpty())
        return usage(u"nothing to run: --count 0 and --no-ugly"_s);
    if (parser.isSet(u"reason"_s))
        plan.reason = parser.value(u"reason"_s);
    return options;
}

} // namespace Pullcord
