// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/questiontexts.h"

#include "core/capture/requestlog.h"
#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "core/mcp/catalog/contentblock.h"
#include "ui/models/requests/requestfacts.h"
#include "ui/models/texts.h"

#include <QCoreApplication>
#include <QStringList>

namespace Pullcord::QuestionTexts {
using namespace Qt::StringLiterals;

namespace {

struct QuestionContext
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::QuestionTexts)
};

/// Joins the elements of a list, or their member `member`.
QString joined(const JsonValue &list, QByteArrayView member = {})
{
    QStringList texts;
    for (const JsonMember &each : list) {
        const JsonValue value = member.isEmpty() ? each.value : each.value.member(member);
        texts << (value.isString() ? value.toString() : QString::fromUtf8(value.raw()));
    }
    return Texts::listed(texts);
}

void add(QStringList &facts, const QString &pattern, const JsonValue &value)
{
    if (value.isValid())
        facts << pattern.arg(value.isString() ? value.toString() : QString::fromUtf8(JsonText::compact(value.raw())));
}

/// Describes the preferences for the response.
QString wishes(const JsonValue &params)
{
    const JsonValue preferences = params.member("modelPreferences");
    QStringList facts;
    add(facts, QuestionContext::tr("at most %1 tokens"), params.member("maxTokens"));
    if (const JsonValue hints = preferences.member("hints"); hints.isArray())
        facts << QuestionContext::tr("model like %1").arg(joined(hints, "name"));
    add(facts, QuestionContext::tr("cost priority %1"), preferences.member("costPriority"));
    add(facts, QuestionContext::tr("speed priority %1"), preferences.member("speedPriority"));
    add(facts, QuestionContext::tr("intelligence priority %1"), preferences.member("intelligencePriority"));
    add(facts, QuestionContext::tr("temperature %1"), params.member("temperature"));
    if (const JsonValue stops = params.member("stopSequences"); stops.isArray())
        facts << QuestionContext::tr("stop at %1").arg(joined(stops));
    add(facts, QuestionContext::tr("with the context of: %1"), params.member("includeContext"));
    if (const JsonValue tools = params.member("tools"); tools.isArray())
        facts << QuestionContext::tr("tools: %1").arg(joined(tools, "name"));
    return facts.join(u" · "_s);
}

QString conversation(const JsonValue &params)
{
    QStringList parts;
    if (const QString wanted = wishes(params); !wanted.isEmpty())
        parts << wanted;
    if (const JsonValue prompt = params.member("systemPrompt"); prompt.isString())
        parts << QuestionContext::tr("System prompt:") + u'\n' + prompt.toString();
    for (const JsonMember &each : params.member("messages")) {
        const PromptMessage message = PromptMessage::from(each.value);
        QStringList blocks;
        for (const ContentBlock &block : message.content)
            blocks << block.summary();
        parts << QuestionContext::tr("%1:", "speaker of the next lines").arg(message.role) + u'\n' + blocks.join(u'\n');
    }
    return parts.join(u"\n\n"_s);
}

} // namespace

QString heading(const QString &server, const QByteArray &method, const QByteArray &params)
{
    if (method == "sampling/createMessage")
        return QuestionContext::tr("%1 asks for the reply of a language model. Write the model's reply.").arg(server);
    if (method == "roots/list")
        return QuestionContext::tr("%1 asks which folders it should work with.").arg(server);
    if (method != "elicitation/create")
        return QuestionContext::tr("%1 asks: %2").arg(server, QString::fromUtf8(method));
    return JsonValue(params).member("mode").toUtf8() == "url"
               ? QuestionContext::tr("%1 asks you to visit a page.").arg(server)
               : QuestionContext::tr("%1 asks for information.").arg(server);
}

QString which(const RequestLog &log, qsizetype row, qsizetype number, qsizetype count)
{
    if (row < 0)
        return {};
    const bool isServers = log.record(row).direction == Direction::ServerToClient;
    const qsizetype call = isServers ? log.headOf(row) : row;
    QStringList facts;
    if (count > 1)
        facts << QuestionContext::tr("question %1 of %2").arg(number).arg(count);
    if (isServers)
        facts << QuestionContext::tr("server request %1").arg(log.record(row).id.display());
    if (!isServers || call != row)
        facts << QuestionContext::tr("for %1", "a request of ours").arg(Texts::requestTitle(log.record(call)));
    return Texts::listed(facts);
}

QString story(const QByteArray &method, const QByteArray &params)
{
    const JsonValue asked(params);
    if (method == "sampling/createMessage")
        return conversation(asked);
    if (method == "elicitation/create")
        return asked.member("message").toString();
    return {};
}

} // namespace Pullcord::QuestionTexts
