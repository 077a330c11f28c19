// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/servers/checkoptions.h"

#include "app/cli/optionvalues.h"

#include <QCommandLineParser>

using namespace Qt::StringLiterals;

namespace Pullcord {

Result<CheckOptions> CheckOptions::read(const QCommandLineParser &parser)
{
    CheckOptions options;
    int forms = 0;
    for (const auto &[name, form] :
         {std::pair{u"json"_s, Form::Json}, {u"sarif"_s, Form::Sarif}, {u"junit"_s, Form::Junit}}) {
        if (parser.isSet(name)) {
            options.form = form;
            ++forms;
        }
    }
    if (forms > 1)
        return usage(u"check: --json, --sarif and --junit exclude each other"_s);
    if (parser.isSet(u"fail-on"_s)) {
        const QString name = parser.value(u"fail-on"_s);
        options.failOn = findingSeverityFromName(name);
        if (!options.failOn && name != "never"_L1)
            return usage(u"--fail-on takes error, warning, info or never, not \"%1\""_s.arg(name));
    }
    options.baselinePath = parser.value(u"baseline"_s);
    options.writesBaseline = parser.isSet(u"write-baseline"_s);
    if (options.writesBaseline && options.baselinePath.isEmpty())
        return usage(u"--write-baseline requires --baseline with the file"_s);
    options.isVerbose = parser.isSet(u"verbose"_s);
    options.lists = parser.isSet(u"list"_s);
    if (options.lists && (options.form == Form::Sarif || options.form == Form::Junit))
        return usage(u"check: --list requires --json, and excludes --sarif and --junit"_s);
    options.tool = parser.value(u"tool"_s);
    options.mayChange = parser.isSet(u"yes"_s);
    return options;
}

} // namespace Pullcord
