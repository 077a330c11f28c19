// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
//
// A command line can be restored from its words, and any command has a title.
#include "core/transport/innercommand.h"
#include "core/transport/shellwords.h"
#include "core/transport/stdiocommand.h"
#include "fuzz/require.h"

using namespace Pullcord;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size)
{
    const QString text = QString::fromUtf8(QByteArrayView(data, qsizetype(size)));
    const Result<QStringList> words = ShellWords::split(text);
    REQUIRE(words || !words.error().detail.isEmpty());
    if (!words)
        return 0;
    const Result<QStringList> again = ShellWords::split(ShellWords::join(*words));
    REQUIRE(again && *again == *words);
    const Result<StdioCommand> command = StdioCommand::fromLine(text);
    REQUIRE(command);
    if (command->program.isEmpty())
        return 0;
    (void)command->title();
    (void)command->describe();
    if (const auto inner = InnerCommand::in(*words))
        REQUIRE(!inner->runner.isEmpty() && inner->words.size() < words->size());
    return 0;
}
