// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/servers/controloptions.h"

#include "app/cli/optionvalues.h"
#include "core/json/jsonchecker.h"

#include <QCommandLineParser>

using namespace Qt::StringLiterals;

namespace Pullcord {

RequestId ControlOptions::idFrom(const QString &text)
{
    const QByteArray json = text.trimmed().toUtf8();
    JsonChecker checker;
    const RequestId id = checker.check(json) ? RequestId() : RequestId::fromJson(json);
    return id.canBeAnswered() ? id : RequestId::fromString(text);
}

Outcome ControlOptions::read(const QCommandLineParser &parser)
{
    const QString direction = parser.value(u"direction"_s);
    if (parser.isSet(u"direction"_s) && direction != "client"_L1 && direction != "server"_L1)
        return usage(u"--direction expects client or server, not \"%1\""_s.arg(direction));
    if (direction == "server"_L1)
        cancel.direction = Direction::ServerToClient;
    if (parser.isSet(u"reason"_s))
        cancel.reason = parser.value(u"reason"_s);
    if (parser.isSet(u"connection"_s)) {
        bool isNumber = false;
        cancel.connection = parser.value(u"connection"_s).toUInt(&isNumber);
        if (!isNumber)
            return usage(u"--connection expects a number, not \"%1\""_s.arg(parser.value(u"connection"_s)));
    }
    const QString waiting = parser.value(u"waiting"_s);
    if (waiting.section(u':', 0, 0) == "error"_L1) {
        cancel.error.emplace();
        bool isNumber = true;
        if (const QString code = waiting.section(u':', 1, 1); !code.isEmpty())
            cancel.error->code = code.toLongLong(&isNumber);
        if (!isNumber)
            return usage(
                u"--waiting error:CODE:TEXT: CODE must be an integer, not \"%1\""_s.arg(waiting.section(u':', 1, 1)));
        if (const QString text = waiting.section(u':', 2); !text.isEmpty())
            cancel.error->message = text;
    } else if (parser.isSet(u"waiting"_s) && waiting != "keep"_L1 && waiting != "late"_L1) {
        return usage(u"--waiting expects keep, late, or error:CODE:TEXT, not \"%1\""_s.arg(waiting));
    }
    const bool hasCancelOptions = parser.isSet(u"direction"_s) || parser.isSet(u"connection"_s) ||
                                  parser.isSet(u"waiting"_s) || parser.isSet(u"reason"_s);
    if (verb == Verb::Describe && hasCancelOptions)
        return usage(u"control: --direction, --connection, --reason and --waiting require cancel or cancel-all"_s);
    return std::monostate();
}

} // namespace Pullcord
