// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/listcommand.h"

#include "app/cli/output.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

void ListCommand::work()
{
    ToolCatalog *catalog = conversation().tools();
    connect(catalog, &ToolCatalog::failed, this, [this](const Error &error) {
        Output::remark(u"pullcord-cli: %1"_s.arg(sentenceOf(error)));
        leave(exitCodeOf(error));
    });
    // It follows a failure too, with what had come; the first code counts.
    const auto show = [this] {
        print();
        leave(ExitOk);
    };
    connect(catalog, &ToolCatalog::changed, this, show, Qt::SingleShotConnection);
    catalog->refresh();
}

void ListCommand::print() const
{
    const QList<Tool> &tools = conversation().tools()->tools();
    if (options().json) {
        QByteArrayList raw;
        for (const Tool &tool : tools)
            raw.append(tool.raw);
        Output::resultBytes('[' + raw.join(",\n ") + ']');
        return;
    }
    qsizetype width = 0;
    for (const Tool &tool : tools)
        width = qMax(width, tool.name.size());
    for (const Tool &tool : tools) {
        const QString firstLine = tool.description.section(u'\n', 0, 0);
        Output::result(Output::printable(u"%1  %2"_s.arg(tool.name, -int(width)).arg(firstLine)));
    }
}

} // namespace Pullcord
