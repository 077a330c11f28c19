// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/calls/resultprinter.h"

#include "app/cli/clioptions.h"
#include "app/cli/output.h"
#include "core/json/jsonchecker.h"
#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "core/mcp/catalog/contentblock.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord::ResultPrinter {

namespace {

/// Reports an invalid result, and prints it unchanged.
int complain(const CliOptions &options, const QByteArray &result, const Error &error)
{
    Output::remark(u"pullcord-cli: %1"_s.arg(Output::printable(error.detail)));
    if (!options.json)
        Output::resultBytes(JsonText::indented(result));
    return ExitMismatch;
}

/// True if the text content repeats the structured content, as MCP recommends; then it is printed once.
bool isInText(const JsonValue &structured, const QList<ContentBlock> &blocks)
{
    const QByteArray compact = JsonText::compact(structured.raw());
    return std::ranges::any_of(blocks, [&compact](const ContentBlock &block) {
        const QByteArray text = block.text().toUtf8();
        return !text.isEmpty() && !JsonChecker().check(text) && JsonText::compact(text) == compact;
    });
}

/// Prints the parts of a result. Prints invalid parts unchanged; nothing is dropped.
class Parts
{
public:
    explicit Parts(const CliOptions &options)
        : m_isJson(options.json)
    {}

    /// `where` names the block for a remark; `whole` is the JSON that contains it.
    void print(const ContentBlock &block, const QString &where, const QByteArray &whole, const QString &before = {})
    {
        const QString problem = problemOf(block);
        if (problem.isEmpty())
            show(before + block.summary());
        else
            raw(u"%1 %2"_s.arg(where, problem), whole);
    }
    /// Prints a remark about the result.
    void complain(const QString &problem)
    {
        m_isFlawed = true;
        Output::remark(Output::printable(u"pullcord-cli: %1"_s.arg(problem)));
    }
    /// Prints a remark about a part, and the part itself.
    void raw(const QString &problem, QByteArrayView part)
    {
        complain(problem);
        if (!m_isJson)
            Output::resultBytes(JsonText::compact(part));
    }
    [[nodiscard]] int code() const { return m_isFlawed ? int(ExitMismatch) : int(ExitOk); }

private:
    /// Returns empty if the summary is all that a terminal can show.
    static QString problemOf(const ContentBlock &block)
    {
        const JsonValue value(block.raw);
        switch (block.type) {
        case ContentBlock::Type::Text:
            return value.member("text").isString() ? QString() : u"has the type \"text\" but no text"_s;
        case ContentBlock::Type::Image:
        case ContentBlock::Type::Audio:
            return block.data() ? QString() : u"is invalid: %1"_s.arg(block.data().error().detail);
        case ContentBlock::Type::ResourceLink:
            return value.member("uri").isString() ? QString() : u"is a link without a uri"_s;
        case ContentBlock::Type::Resource:
            return block.resource().bytes() ? QString() : u"embeds a resource without a readable text or blob"_s;
        case ContentBlock::Type::Other:
            break;
        }
        if (!value.isObject())
            return u"is not an object"_s;
        return block.typeName.isEmpty() ? u"has no type"_s
                                        : u"has a type that MCP does not define: %1"_s.arg(block.typeName);
    }
    void show(const QString &text) const
    {
        if (!m_isJson)
            Output::result(text);
    }

    bool m_isJson;
    bool m_isFlawed = false;
};

/// True for questions of the server, which are printed, not answered.
bool isQuestion(const JsonValue &result)
{
    return result.member("resultType").toUtf8() == "input_required";
}

int printTool(const CliOptions &options, const QByteArray &result)
{
    const JsonValue value(result);
    const JsonValue content = value.member("content");
    Parts parts(options);
    const QList<ContentBlock> blocks = ContentBlock::in(content);
    if (!content.isValid() && !isQuestion(value))
        parts.complain(u"the result of the tool has no array \"content\""_s);
    if (content.isValid() && !content.isArray())
        parts.raw(u"the content of the result is not an array"_s,
                  blocks.isEmpty() ? QByteArrayView(result) : content.raw());
    else if (!options.json && blocks.isEmpty())
        Output::resultBytes(JsonText::indented(result));
    if (content.isArray()) {
        for (qsizetype i = 0; i < blocks.size(); ++i)
            parts.print(blocks.at(i), u"block %1 of the content"_s.arg(i + 1), blocks.at(i).raw);
    }
    const JsonValue structured = value.member("structuredContent");
    if (!options.json && structured.isValid() && !blocks.isEmpty() && !isInText(structured, blocks))
        Output::resultBytes(JsonText::indented(structured.raw()));
    return value.member("isError").toBool().value_or(false) ? int(ExitPeerError) : parts.code();
}

/// Prints text unchanged, on a line of its own; describes binary data.
void show(const ResourceContents &contents, const QByteArray &bytes)
{
    if (contents.isBlob) {
        Output::remark(u"Not shown: %1; --output FILE writes it"_s.arg(Output::printable(contents.summary())));
        return;
    }
    Output::resultPiece(bytes);
    if (!bytes.endsWith('\n'))
        Output::resultPiece("\n");
}

int printResource(const CliOptions &options, const QByteArray &result)
{
    const auto all = ResourceContents::in(result);
    if (!all)
        return complain(options, result, all.error());
    if (all->isEmpty())
        Output::remark(u"The resource has no contents"_s);
    int code = ExitOk;
    int number = 0;
    for (const ResourceContents &contents : *all) {
        const QString path = ++number == 1 ? options.outputPath : u"%1.%2"_s.arg(options.outputPath).arg(number);
        const Result<QByteArray> bytes = contents.bytes();
        if (!bytes) {
            Output::remark(u"pullcord-cli: %1"_s.arg(Output::printable(bytes.error().detail)));
            if (!options.json)
                Output::resultBytes(JsonText::compact(contents.raw));
            code = ExitMismatch;
        } else if (!options.outputPath.isEmpty()) {
            if (const Outcome saved = Output::save(path, *bytes); !saved) {
                Output::remark(u"pullcord-cli: %1"_s.arg(saved.error().detail));
                return ExitFile;
            }
            Output::remark(u"Wrote %1 to %2"_s.arg(Output::printable(contents.summary()), path));
        } else if (!options.json) {
            show(contents, *bytes);
        }
        if (!contents.isBlob && JsonValue(contents.raw).member("blob").isValid()) {
            Output::remark(u"pullcord-cli: %1 has both a text and a blob; the blob is not %2"_s.arg(
                Output::printable(contents.uri), options.outputPath.isEmpty() ? u"shown"_s : u"written"_s));
            code = ExitMismatch;
        }
    }
    return code;
}

int printPrompt(const CliOptions &options, const QByteArray &result)
{
    const auto messages = PromptMessage::in(result);
    if (!messages)
        return complain(options, result, messages.error());
    Parts parts(options);
    for (qsizetype i = 0; i < messages->size(); ++i) {
        const PromptMessage &message = messages->at(i);
        const JsonValue value(message.raw);
        const QString where = u"message %1"_s.arg(i + 1);
        if (!value.isObject())
            parts.raw(where + u" is not an object"_s, message.raw);
        else if (!value.member("content").isObject())
            parts.raw(where + u": its content is not an object"_s, message.raw);
        else if (!value.member("role").isString())
            parts.raw(where + u" has no role"_s, message.raw);
        else
            parts.print(message.content.constFirst(), where, message.raw, message.role + u": "_s);
    }
    return parts.code();
}

int printCompletion(const CliOptions &options, const QByteArray &result)
{
    const auto completion = CompletionResult::from(result);
    if (!completion)
        return complain(options, result, completion.error());
    Parts parts(options);
    const JsonValue given = JsonValue(result).member("completion");
    for (const JsonMember &value : given.member("values")) {
        if (!value.value.isString())
            parts.raw(u"a value is not a string"_s, value.value.raw());
        else if (!options.json)
            Output::result(value.value.toString());
    }
    if (options.json)
        return parts.code();
    const qsizetype count = completion->values.size();
    if (const JsonValue total = given.member("total"); total.isValid() && !completion->total)
        parts.raw(u"the total is not an integer"_s, total.raw());
    if (completion->total && *completion->total != count)
        Output::remark(u"%1 of %2"_s.arg(count).arg(*completion->total));
    else if (completion->hasMore)
        Output::remark(u"There are more than these %1"_s.arg(count));
    return parts.code();
}

} // namespace

int print(const CliOptions &options, const QByteArray &result)
{
    const bool isOfTool = options.command == CliOptions::Command::Call || options.command == CliOptions::Command::Tasks;
    if (isQuestion(JsonValue(result)) || isOfTool)
        return printTool(options, result);
    if (options.command == CliOptions::Command::Read)
        return printResource(options, result);
    return options.command == CliOptions::Command::Prompt ? printPrompt(options, result)
                                                          : printCompletion(options, result);
}

} // namespace Pullcord::ResultPrinter
