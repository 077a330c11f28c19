// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/servers/listcommand.h"

#include "app/cli/output.h"
#include "core/capture/formatting.h"
#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"

#include <QHash>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

constexpr qsizetype WidestColumn = 40; ///< a longer name only moves its own line

/// Returns details of an item for display beside its key.
QString about(const CatalogItem &item)
{
    const QString firstLine = item.description.section(u'\n', 0, 0);
    if (item.uri.isEmpty())
        return firstLine;
    QStringList parts{Formatting::visible(item.title), firstLine, Formatting::visible(item.mimeType)};
    if (item.size)
        parts.append(Formatting::byteCount(*item.size));
    parts.removeAll(QString());
    return parts.join(u" · "_s);
}

/// Returns the name of a prompt with its arguments; optional ones in brackets.
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
    // Emitted after a failure, too, with the items so far; the first exit code counts.
    const auto show = [this] { leave(print()); };
    connect(list, &CatalogList::changed, this, show, Qt::SingleShotConnection);
    if (!list->refresh()) {
        Output::remark(u"The server does not declare the capability, so it was not asked"_s);
        show();
    }
}

/// Includes tools that no client may call.
QList<ListCommand::Entry> ListCommand::entries() const
{
    QHash<QString, QString> reasons;
    if (options().list == CatalogList::Kind::Tools) {
        for (const ExcludedTool &each : conversation().tools()->excluded())
            reasons.insert(each.tool.key(), u"omitted: "_s + each.reason);
    }
    QList<Entry> entries;
    const CatalogList &list = conversation().catalog()->list(options().list);
    for (const CatalogItem &item : list.items()) {
        QStringList problems{item.problem.isEmpty() ? list.schemaProblem(item.raw) : QString(item.problem),
                             reasons.value(item.key())};
        problems.removeAll(QString());
        entries.append({item, problems.join(u", "_s)});
    }
    return entries;
}

int ListCommand::print() const
{
    const QList<Entry> entries = this->entries();
    if (options().json)
        printJson(entries);
    else
        printTable(entries);
    const auto wrong =
        std::count_if(entries.begin(), entries.end(), [](const Entry &e) { return !e.problem.isEmpty(); });
    if (wrong == 0)
        return ExitOk;
    Output::remark(u"MCP does not allow %1 of %2 entries"_s.arg(wrong).arg(entries.size()));
    return ExitMismatch;
}

/// Prints entries as the server sent them; invalid ones get a further member.
void ListCommand::printJson(const QList<Entry> &entries)
{
    QByteArrayList raw;
    for (const Entry &entry : entries) {
        const bool isObject = JsonValue(entry.item.raw).isObject();
        if (entry.problem.isEmpty()) {
            raw.append(entry.item.raw);
            continue;
        }
        QByteArray marked = isObject ? entry.item.raw : JsonText::withMember({}, "_entry", entry.item.raw);
        raw.append(JsonText::withMember(marked, "_problem", JsonText::quoted(entry.problem)));
    }
    Output::resultBytes('[' + raw.join(",\n ") + ']');
}

void ListCommand::printTable(const QList<Entry> &entries) const
{
    QStringList keys;
    qsizetype width = 0;
    for (const Entry &entry : entries) {
        const QString key = Formatting::visible(keyOf(options().list, entry.item));
        keys.append(key.isEmpty() ? u"(without a name)"_s : key);
        width = qBound(width, keys.constLast().size(), WidestColumn);
    }
    for (qsizetype i = 0; i < entries.size(); ++i) {
        const QString problem = Formatting::visible(entries.at(i).problem);
        QStringList parts{problem.isEmpty() ? QString() : u"[invalid: %1]"_s.arg(problem), about(entries.at(i).item)};
        parts.removeAll(QString());
        Output::result(Output::printable(keys.at(i).leftJustified(width) + u"  "_s + parts.join(u' ')));
    }
}

} // namespace Pullcord
