// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/resultprinter.h"

#include "app/cli/clioptions.h"
#include "app/cli/output.h"
#include "core/json/jsonchecker.h"
#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "core/mcp/promptmessage.h"

#include <QFileInfo>
#include <QSaveFile>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord::ResultPrinter {

namespace {

/// The result is not what it should be: said, and shown as it is.
int complain(const CliOptions &options, const QByteArray &result, const Error &error)
{
    Output::remark(u"pullcord-cli: %1"_s.arg(Output::printable(error.detail)));
    if (!options.json)
        Output::resultBytes(JsonText::indented(result));
    return ExitPeerError;
}

/// A tool that has structured content should give the same as text; where it does, once is enough.
bool isInText(const JsonValue &structured, const QList<ContentBlock> &blocks)
{
    const QByteArray compact = JsonText::compact(structured.raw());
    return std::ranges::any_of(blocks, [&compact](const ContentBlock &block) {
        const QByteArray text = block.text().toUtf8();
        return !text.isEmpty() && !JsonChecker().check(text) && JsonText::compact(text) == compact;
    });
}

int printTool(const CliOptions &options, const QByteArray &result)
{
    const JsonValue value(result);
    if (const JsonValue content = value.member("content"); content.isValid() && !content.isArray())
        Output::remark(u"pullcord-cli: the content of the result is not an array"_s);
    const QList<ContentBlock> blocks = ContentBlock::in(value.member("content"));
    if (!options.json && blocks.isEmpty())
        Output::resultBytes(JsonText::indented(result));
    for (const ContentBlock &block : blocks) {
        if (!options.json)
            Output::result(block.summary());
    }
    const JsonValue structured = value.member("structuredContent");
    if (!options.json && structured.isValid() && !blocks.isEmpty() && !isInText(structured, blocks))
        Output::resultBytes(JsonText::indented(structured.raw()));
    return value.member("isError").toBool().value_or(false) ? ExitPeerError : ExitOk;
}

/// For its owner's eyes only, and in its place only when it is whole, like an export.
Outcome save(const QString &path, const QByteArray &bytes)
{
    const auto failed = [&path](const QString &why) {
        return Error{ErrorKind::Io, u"cannot write %1: %2"_s.arg(path, why)};
    };
    if (const QFileInfo target(path); target.exists() && !target.isFile() && !target.isDir())
        return failed(u"it is not a regular file"_s);
    QSaveFile file(path);
    const bool written = file.open(QIODevice::WriteOnly) &&
                         file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner) &&
                         file.write(bytes) == bytes.size() && file.commit();
    return written ? Outcome(std::monostate()) : failed(file.errorString());
}

/// Text as it is, on a line of its own; of bytes only what they are.
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
    int code = ExitOk;
    int number = 0;
    for (const ResourceContents &contents : *all) {
        const QString path = ++number == 1 ? options.outputPath : u"%1.%2"_s.arg(options.outputPath).arg(number);
        const Result<QByteArray> bytes = contents.bytes();
        if (!bytes) {
            Output::remark(u"pullcord-cli: %1"_s.arg(Output::printable(bytes.error().detail)));
            code = ExitPeerError;
        } else if (!options.outputPath.isEmpty()) {
            if (const Outcome saved = save(path, *bytes); !saved) {
                Output::remark(u"pullcord-cli: %1"_s.arg(saved.error().detail));
                return ExitFile;
            }
            Output::remark(u"Wrote %1 to %2"_s.arg(Output::printable(contents.summary()), path));
        } else if (!options.json) {
            show(contents, *bytes);
        }
    }
    return code;
}

int printPrompt(const CliOptions &options, const QByteArray &result)
{
    const auto messages = PromptMessage::in(result);
    if (!messages)
        return complain(options, result, messages.error());
    for (const PromptMessage &message : *messages) {
        for (const ContentBlock &block : message.content) {
            if (!options.json)
                Output::result(u"%1: %2"_s.arg(message.role, block.summary()));
        }
    }
    return ExitOk;
}

int printCompletion(const CliOptions &options, const QByteArray &result)
{
    const auto completion = CompletionResult::from(result);
    if (!completion)
        return complain(options, result, completion.error());
    if (options.json)
        return ExitOk;
    for (const QString &value : completion->values)
        Output::result(value);
    const qsizetype count = completion->values.size();
    if (completion->total && *completion->total != count)
        Output::remark(u"%1 of %2"_s.arg(count).arg(*completion->total));
    else if (completion->hasMore)
        Output::remark(u"There are more than these %1"_s.arg(count));
    return ExitOk;
}

} // namespace

int print(const CliOptions &options, const QByteArray &result)
{
    const bool isQuestion = JsonValue(result).member("resultType").toUtf8() == "input_required"; // we answer none
    const bool isOfTool = options.command == CliOptions::Command::Call || options.command == CliOptions::Command::Tasks;
    if (isQuestion || isOfTool)
        return printTool(options, result);
    if (options.command == CliOptions::Command::Read)
        return printResource(options, result);
    return options.command == CliOptions::Command::Prompt ? printPrompt(options, result)
                                                          : printCompletion(options, result);
}

} // namespace Pullcord::ResultPrinter
