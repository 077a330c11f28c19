// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/messages/metafacts.h"

#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "core/mcp/loglevel.h"
#include "core/rpc/tracecontext.h"
#include "ui/models/messages/eventtexts.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"

#include <QCoreApplication>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype LongestFact = 300;
constexpr qsizetype MostFacts = 200;
constexpr QByteArrayView OwnPrefix = "io.modelcontextprotocol/";

struct MetaTexts
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::MetaFact)
};

struct Reading
{
    QString text;
    bool isMalformed = false;
};

QString rawText(const JsonValue &value)
{
    const QByteArrayView raw = value.raw();
    return Texts::oneLine(raw.size() > 4 * LongestFact ? raw : JsonText::compact(raw), LongestFact);
}

Reading malformed(const JsonValue &value, const QString &why)
{
    return {MetaTexts::tr("malformed, %1: %2").arg(why, rawText(value)), true};
}

Reading tokenIn(const JsonValue &value)
{
    if (value.isString() || value.isInteger())
        return {rawText(value)};
    return malformed(value, MetaTexts::tr("it is neither a string nor an integer"));
}

Reading stringIn(const JsonValue &value)
{
    if (value.isString())
        return {Texts::oneLine(value.toUtf8(), LongestFact)};
    return malformed(value, MetaTexts::tr("it is not a string"));
}

Reading traceParentIn(const JsonValue &value)
{
    if (!value.isString())
        return stringIn(value);
    const Result<TraceContext> context = TraceContext::parse(value.toUtf8());
    if (!context)
        return malformed(value, Texts::translated(context.error().detail));
    const QString sampled = context->isSampled() ? MetaTexts::tr("sampled", "a trace: it is recorded")
                                                 : MetaTexts::tr("not sampled", "a trace: it is not recorded");
    const QString text =
        MetaTexts::tr("trace %1, parent span %2, %3")
            .arg(QString::fromLatin1(context->traceId), QString::fromLatin1(context->parentId), sampled);
    if (context->version == "00")
        return {text};
    return {MetaTexts::tr("%1, version %2").arg(text, QString::fromLatin1(context->version))};
}

template<typename Parse>
Reading membersIn(const JsonValue &value, Parse parse)
{
    if (!value.isString())
        return stringIn(value);
    const Result<QList<TraceContext::Member>> members = parse(value.toUtf8());
    if (!members)
        return malformed(value, Texts::translated(members.error().detail));
    QStringList texts;
    for (const TraceContext::Member &member : *members)
        texts << Texts::oneLine(member.key + '=' + member.value, LongestFact);
    return {Texts::head(texts.join(u", "_s))};
}

/// Reads an implementation info: name and version.
Reading implementationIn(const JsonValue &value)
{
    const QString name = value.member("name").toString();
    if (!value.isObject() || name.isEmpty())
        return malformed(value, MetaTexts::tr("it contains no name"));
    return {Texts::oneLine((name + u' ' + value.member("version").toString()).trimmed().toUtf8(), LongestFact)};
}

Reading logLevelIn(const JsonValue &value)
{
    return !value.isString() || logLevelFromName(value.toString())
               ? stringIn(value)
               : malformed(value, MetaTexts::tr("there is no such level"));
}

Reading read(QByteArrayView key, const JsonValue &value)
{
    if (key == "progressToken")
        return tokenIn(value);
    if (key == "traceparent")
        return traceParentIn(value);
    if (key == "tracestate")
        return membersIn(value, &TraceContext::stateMembers);
    if (key == "baggage")
        return membersIn(value, &TraceContext::baggageMembers);
    if (!key.startsWith(OwnPrefix))
        return {rawText(value)};
    const QByteArrayView own = key.sliced(OwnPrefix.size());
    if (own == "protocolVersion")
        return stringIn(value);
    if (own == "logLevel")
        return logLevelIn(value);
    if (own == "clientInfo" || own == "serverInfo")
        return implementationIn(value);
    if (own == "subscriptionId")
        return tokenIn(value);
    if (own == "related-task")
        return stringIn(value.member("taskId").isValid() ? value.member("taskId") : value);
    return {rawText(value)};
}

} // namespace

QList<MetaFact> metaFacts(const JsonValue &meta)
{
    if (!meta.isValid())
        return {};
    if (!meta.isObject())
        return {{u"_meta"_s, malformed(meta, MetaTexts::tr("it is not an object")).text, true}};
    QList<MetaFact> facts;
    for (const JsonMember &member : meta) {
        if (facts.size() == MostFacts) {
            facts.append({u"…"_s, MetaTexts::tr("there are more"), false});
            break;
        }
        const QByteArray key = JsonValue(member.rawKey).toUtf8();
        const Reading reading = read(key, member.value);
        const QByteArray shown = key.startsWith(OwnPrefix) ? key.sliced(OwnPrefix.size()) : key;
        facts.append({Texts::oneLine(shown, LongestFact), reading.text, reading.isMalformed});
    }
    return facts;
}

JsonValue metaOf(const Event &event, const Envelope &message)
{
    if (!event.isMessage())
        return {};
    if (!message.params.isEmpty())
        return JsonValue(event.part(message.params)).member("_meta");
    if (!message.result.isEmpty())
        return JsonValue(event.part(message.result)).member("_meta");
    return message.error.isEmpty() ? JsonValue() : JsonValue(event.part(message.error)).pointer("/data/_meta");
}

} // namespace Pullcord
