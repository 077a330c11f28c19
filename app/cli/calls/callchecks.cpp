// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/calls/callchecks.h"

#include "app/cli/output.h"
#include "app/cli/servers/servercommand.h"
#include "core/json/jsonschema.h"
#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "core/rpc/progressnotice.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

constexpr qsizetype MostReported = 10; // of one kind

QByteArrayView nameOf(OutputCheck::Verdict verdict)
{
    switch (verdict) {
    case OutputCheck::Verdict::Matches:
        return "matches";
    case OutputCheck::Verdict::Violated:
        return "violated";
    case OutputCheck::Verdict::Undecided:
        return "undecided";
    case OutputCheck::Verdict::Nothing:
        break;
    }
    return "none";
}

} // namespace

QByteArray CallChecks::jsonOf(const QList<TranslatableText> &all)
{
    QByteArrayList texts;
    for (const TranslatableText &words : all)
        texts.append(JsonText::quoted(words));
    return '[' + texts.join(',') + ']';
}

CallChecks::CallChecks(Conversation &conversation, QObject *parent)
    : QObject(parent)
    , m_conversation(conversation)
{
    m_waiting.setSingleShot(true);
    m_waiting.callOnTimeout(this, [this] { giveUp(u"the list of tools did not arrive in time"_s); });
}

void CallChecks::take(const RequestRecord &record, bool isOfCall, const Transition &transition, const Event &event)
{
    const bool isKnown = transition.kind == Transition::Kind::Progressed && isOfCall;
    const bool isUnknown = transition.kind == Transition::Kind::UnknownProgress && record.isOpen() &&
                           event.direction == Direction::ServerToClient;
    if (!isKnown && !isUnknown)
        return;
    const ProgressNotice notice = ProgressNotice::of(JsonValue(event.part(transition.message.params)));
    complain(isKnown ? notice.complaint(m_last) : notice.unknownToken());
    if (isKnown && notice.value)
        m_last = notice.value;
}

void CallChecks::complain(const TranslatableText &words)
{
    if (words.isEmpty() || ++m_wrong > MostReported)
        return;
    m_progress.append(words);
    Output::remark(u"The server sent invalid progress: %1"_s.arg(Output::printable(words)));
    if (m_wrong == MostReported)
        Output::remark(u"Further violations are counted, but not printed"_s);
}

void CallChecks::checkArguments(const QString &tool, const QByteArray &arguments)
{
    m_tool = tool;
    m_arguments = arguments.isEmpty() ? "{}"_ba : arguments;
    askForTools(Part::Arguments);
}

void CallChecks::checkOutput(const QString &tool, const QByteArray &result)
{
    m_tool = tool;
    m_result = result;
    if (m_isListed)
        judgeOutput();
    else
        askForTools(Part::Output);
}

void CallChecks::judge()
{
    if (m_part == Part::Arguments)
        judgeArguments();
    else
        judgeOutput();
}

void CallChecks::askForTools(Part then)
{
    m_part = then;
    ToolList *tools = m_conversation.tools();
    connect(tools, &CatalogList::failed, this, [this](const Error &error) {
        if (m_waiting.isActive())
            giveUp(sentenceOf(error));
    });
    const auto listed = [this] {
        if (!m_waiting.isActive())
            return;
        m_waiting.stop();
        m_isListed = true;
        judge();
    };
    connect(tools, &CatalogList::changed, this, listed);
    m_waiting.start(Patience);
    Output::status(then == Part::Arguments ? u"Requesting the tools to check the arguments (--no-check skips this) …"_s
                                           : u"Requesting the tools to check the result (--no-check skips this) …"_s);
    if (!tools->refresh(CatalogList::Refresh::IfStale))
        listed();
}

std::optional<Tool> CallChecks::tool() const
{
    const QList<CatalogItem> &all = m_conversation.tools()->items();
    const auto found =
        std::find_if(all.begin(), all.end(), [this](const CatalogItem &each) { return each.name == m_tool; });
    return found == all.end() ? std::nullopt : std::optional(Tool::from(*found));
}

void CallChecks::judgeArguments()
{
    if (const std::optional<Tool> called = tool(); !called)
        m_uncheckedArguments << u"the server does not list a tool with that name"_s;
    else if (called->inputSchema.isEmpty())
        m_uncheckedArguments << u"the tool has none, although MCP requires one"_s;
    else
        compareArguments(called->inputSchema);
    for (const TranslatableText &words : m_uncheckedArguments.first(qMin(m_uncheckedArguments.size(), MostReported)))
        reportUnchecked(words);
    if (!m_wrongArguments.isEmpty())
        Output::remark(u"The arguments violate the tool's input schema:"_s);
    for (const TranslatableText &words : m_wrongArguments.first(qMin(m_wrongArguments.size(), MostReported)))
        Output::remark(Output::printable(words));
    if (m_wrongArguments.size() > MostReported)
        Output::remark(u"and %1 more"_s.arg(m_wrongArguments.size() - MostReported));
    if (!m_wrongArguments.isEmpty())
        Output::remark(Output::printable(u"%1 was not called; --no-check calls it anyway"_s.arg(m_tool)));
    emit argumentsChecked(m_wrongArguments.isEmpty());
}

void CallChecks::compareArguments(const QByteArray &inputSchema)
{
    JsonSchemaOptions options;
    options.limits.maxTime = Patience;
    const Result<JsonSchema> schema = JsonSchema::compile(inputSchema, options);
    if (!schema || !JsonValue(inputSchema).isObject()) {
        m_uncheckedArguments << u"its schema is invalid: %1"_s.arg(schema ? u"it is not an object"_s
                                                                          : QString(schema.error().detail));
        return;
    }
    const QList<JsonSchemaError> errors = schema->validate(JsonValue(m_arguments));
    for (const JsonSchemaError &error : errors) {
        auto &kind = error.kind == JsonSchemaError::Kind::Violation ? m_wrongArguments : m_uncheckedArguments;
        kind << (error.instanceLocation.isEmpty() ? u"the arguments: "_s + error.message
                                                  : u"%1 %2"_s.arg(error.instanceLocation, error.message));
    }
}

void CallChecks::judgeOutput()
{
    const JsonValue result(m_result);
    if (const std::optional<Tool> called = tool()) {
        m_output = OutputCheck::of(called->outputSchema, result.member("structuredContent").raw().toByteArray(),
                                   result.member("isError").toBool().value_or(false));
    }
    const QList<TranslatableText> lines = m_output.lines();
    for (const TranslatableText &line : lines)
        Output::remark(Output::printable(line));
    emit checked();
}

void CallChecks::giveUp(const QString &why)
{
    m_waiting.stop();
    const bool isOfArguments = m_part == Part::Arguments;
    reportUnchecked(why);
    if (isOfArguments)
        m_uncheckedArguments << why;
    if (isOfArguments)
        emit argumentsChecked(true);
    else
        emit checked();
}

void CallChecks::reportUnchecked(const QString &why) const
{
    const QString what = m_part == Part::Arguments ? u"input"_s : u"output"_s;
    Output::remark(Output::printable(u"Not validated against the tool's %1 schema: %2"_s.arg(what, why)));
}

void CallChecks::addTo(QByteArray &report) const
{
    if (!m_wrongArguments.isEmpty())
        report = JsonText::withMember(report, "argumentProblems", jsonOf(m_wrongArguments));
    if (!m_uncheckedArguments.isEmpty())
        report = JsonText::withMember(report, "argumentsUnchecked", jsonOf(m_uncheckedArguments));
    if (m_wrong > 0) {
        report = JsonText::withMember(report, "progressProblems", jsonOf(m_progress));
        report = JsonText::withMember(report, "progressProblemCount", QByteArray::number(m_wrong));
    }
    if (m_output.verdict == OutputCheck::Verdict::Nothing)
        return;
    QByteArray output = JsonText::withMember({}, "verdict", JsonText::quoted(nameOf(m_output.verdict)));
    output = JsonText::withMember(output, "says", jsonOf(m_output.lines()));
    report = JsonText::withMember(report, "outputSchema", output);
}

} // namespace Pullcord
