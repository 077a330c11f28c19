// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/servers/controloptions.h"

#include "app/cli/optionvalues.h"
#include "core/json/jsonchecker.h"
#include "core/json/jsontext.h"

#include <QCommandLineParser>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {

RequestId ControlOptions::idFrom(const QString &text)
{
    const QByteArray json = text.trimmed().toUtf8();
    JsonChecker checker;
    const RequestId id = checker.check(json) ? RequestId() : RequestId::fromJson(json);
    return id.canBeAnswered() ? id : RequestId::fromString(text);
}

QByteArray ControlOptions::method() const
{
    switch (verb) {
    case Verb::Describe:
        return "describe"_ba;
    case Verb::Cancel:
    case Verb::CancelAfter:
        return "cancel"_ba;
    case Verb::CancelAll:
        return "cancelAll"_ba;
    case Verb::Rules:
        return "rules"_ba;
    case Verb::Enable:
    case Verb::Disable:
        return "setRule"_ba;
    case Verb::Held:
        return "held"_ba;
    case Verb::Release:
        return "release"_ba;
    case Verb::Drop:
        return "drop"_ba;
    }
    return {};
}

QByteArray ControlOptions::params() const
{
    if (verb == Verb::Cancel || verb == Verb::CancelAll)
        return cancel.toParams();
    QByteArray params = verb == Verb::CancelAfter ? cancel.toParams() : "{}"_ba;
    if (verb == Verb::CancelAfter) {
        JsonText::setMember(params, "after", QByteArray::number(after));
    } else if (verb == Verb::Enable || verb == Verb::Disable) {
        JsonText::setMember(params, "name", JsonText::quoted(rule));
        JsonText::setMember(params, "enabled", verb == Verb::Enable ? "true" : "false");
        if (next)
            JsonText::setMember(params, "next", QByteArray::number(*next));
    } else if (verb == Verb::Held || verb == Verb::Release || verb == Verb::Drop) {
        if (number)
            JsonText::setMember(params, "number", QByteArray::number(*number));
        else if (verb != Verb::Held)
            JsonText::setMember(params, "all", "true");
        if (!message.isEmpty())
            JsonText::setMember(params, "message", JsonText::quoted(message));
    }
    return params;
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
    if (parser.isSet(u"request"_s)) {
        bool isNumber = false;
        cancel.serial = parser.value(u"request"_s).toULongLong(&isNumber);
        if (!isNumber)
            return usage(u"--request expects a number, not \"%1\""_s.arg(parser.value(u"request"_s)));
        if (verb == Verb::CancelAll)
            return usage(u"control: --request requires cancel"_s);
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
    if (parser.isSet(u"message"_s)) {
        if (verb != Verb::Release || !number)
            return usage(u"control: --message requires release with the number of a held message"_s);
        message = parser.value(u"message"_s).toUtf8();
        if (message.trimmed().isEmpty())
            return usage(u"--message expects JSON, or - for standard input"_s);
    }
    const QStringList needCancel{u"direction"_s, u"connection"_s, u"request"_s, u"waiting"_s, u"reason"_s};
    const auto given = std::find_if(needCancel.begin(), needCancel.end(),
                                    [&parser](const QString &option) { return parser.isSet(option); });
    if (verb != Verb::Cancel && verb != Verb::CancelAfter && verb != Verb::CancelAll && given != needCancel.end())
        return usage(u"control: --%1 requires cancel or cancel-all"_s.arg(*given));
    return std::monostate();
}

} // namespace Pullcord
