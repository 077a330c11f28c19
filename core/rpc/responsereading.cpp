// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/responsereading.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

constexpr qsizetype MostQuoted = 200; // bytes

QString inShort(const JsonValue &value)
{
    const QByteArrayView raw = value.raw();
    const QString text = QString::fromUtf8(raw.first(qMin(raw.size(), MostQuoted)));
    return raw.size() > MostQuoted ? text + u'…' : text;
}

} // namespace

ResponseReading ResponseReading::ofResult(const JsonValue &result, const Dialect &dialect)
{
    ResponseReading reading;
    if (!result.isObject()) {
        if (dialect.resultsAreObjects)
            reading.problem = u"invalid response: the result is not an object, but %1"_s.arg(inShort(result));
        return reading;
    }
    const bool hasTypes = !dialect.resultTypes.isEmpty();
    JsonValue type;
    bool hasMore = false; // something besides the type: questions, or a state to continue with
    for (const JsonMember &member : result) {
        if (member.keyEquals("isError"))
            reading.toolError = member.value.toBool().value_or(false);
        else if (member.keyEquals("resultType"))
            type = member.value;
        else if (member.keyEquals("task"))
            reading.mayBeTask = true;
        else if (member.keyEquals("inputRequests"))
            hasMore = hasMore || member.value.begin() != member.value.end();
        else if (member.keyEquals("requestState"))
            hasMore = true;
    }
    if (!type.isValid())
        return reading;
    const QByteArray name = type.toUtf8();
    reading.mayBeTask = reading.mayBeTask || name == "task";
    if (!hasTypes)
        return reading;
    if (!dialect.resultTypes.contains(name))
        reading.problem = u"invalid response: the resultType %1 is unknown"_s.arg(inShort(type));
    else if (name == dialect.asksFirst && !hasMore)
        reading.problem =
            u"invalid response: the server asks for input, but there is neither a question nor a state to "
            "continue with"_s;
    else
        reading.asksFirst = name == dialect.asksFirst;
    return reading;
}

QString ResponseReading::problemOfError(const JsonValue &error)
{
    if (!error.isObject())
        return u"malformed error, not an object: %1"_s.arg(inShort(error));
    if (!error.member("code").toInteger())
        return u"malformed error, without an integer code: %1"_s.arg(inShort(error));
    if (!error.member("message").isString())
        return u"malformed error, without a message: %1"_s.arg(inShort(error));
    return {};
}

} // namespace Pullcord
