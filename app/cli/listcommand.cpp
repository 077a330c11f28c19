// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/listcommand.h"

#include "app/cli/output.h"
#include "core/capture/humantext.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

constexpr qsizetype WidestColumn = 40; ///< a longer name moves its own line alone

/// What a person wants to know of it beside its key.
QString about(const CatalogItem &item)
{
    const QString firstLine = item.description.section(u'\n', 0, 0);
    if (item.uri.isEmpty())
        return firstLine;
    QStringList parts{HumanText::visible(item.title), firstLine, item.mimeType};
    if (item.size)
        parts.append(HumanText::byteCount(*item.size));
    parts.removeAll(QString());
    return parts.join(u" · "_s);
}

/// A prompt's name is followed by what it wants to know; in brackets what it need not.
QString keyOf(CatalogList::Kind kind, const CatalogItem &item)
{
    if (kind != CatalogList::Kind::Prompts)
        return item.key();
    QString key = item.name;
    const auto arguments = PromptArgument::of(item);
    for (const PromptArgument &argument : arguments)
        key += argument.isRequired ? u' ' + argument.name : u" [%1]"_s.arg(argument.name);
    return key;
}

} // namespace

void ListCommand::work()
{
    CatalogList *list = &conversation().catalog()->list(options().list);
    connect(list, &CatalogList::failed, this, [this](const Error &error) {
        Output::remark(u"pullcord-cli: %1"_s.arg(sentenceOf(error)));
        leave(exitCodeOf(error));
    });
    // It follows a failure too, with what had come; the first code counts.
    const auto show = [this] {
        print();
        leave(ExitOk);
    };
    connect(list, &CatalogList::changed, this, show, Qt::SingleShotConnection);
    if (!list->refresh()) {
        Output::remark(u"The server declares no such capability: it was not asked"_s);
        show();
    }
}

QList<CatalogItem> ListCommand::items() const
{
    if (options().list != CatalogList::Kind::Tools)
        return conversation().catalog()->list(options().list).items();
    const QList<Tool> &tools = conversation().tools()->tools(); // without those that must be left out
    return {tools.begin(), tools.end()};
}

void ListCommand::print() const
{
    const QList<CatalogItem> items = this->items();
    if (options().json) {
        QByteArrayList raw;
        for (const CatalogItem &item : items)
            raw.append(item.raw);
        Output::resultBytes('[' + raw.join(",\n ") + ']');
        return;
    }
    QStringList keys;
    qsizetype width = 0;
    for (const CatalogItem &item : items) {
        keys.append(HumanText::visible(keyOf(options().list, item)));
        width = qBound(width, keys.constLast().size(), WidestColumn);
    }
    for (qsizetype i = 0; i < items.size(); ++i)
        Output::result(Output::printable(keys.at(i).leftJustified(width) + u"  "_s + about(items.at(i))));
}

} // namespace Pullcord
