// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/catalog/catalogtexts.h"

#include "core/capture/formatting.h"
#include "core/json/jsonvalue.h"
#include "core/mcp/requests/taskinfo.h"
#include "ui/models/messages/metafacts.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"

#include <QCoreApplication>
#include <QLocale>

namespace Pullcord::CatalogTexts {
using namespace Qt::StringLiterals;

namespace {

using Kind = CatalogList::Kind;
constexpr qint64 NsInMs = 1'000'000;
constexpr qsizetype MostIcons = 8; // more icons are not listed
constexpr qsizetype MostAudience = 20;
constexpr qsizetype MostInIcon = 60; // characters per fact
constexpr qsizetype MostMeta = 50;

/// Gives tr() its own context.
struct CatalogTexts
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::CatalogTexts)
};

QString notOffered(Kind kind)
{
    switch (kind) {
    case Kind::Tools:
        return CatalogTexts::tr("This server has no tools: it does not declare the capability “tools”.");
    case Kind::Prompts:
        return CatalogTexts::tr("This server has no prompts: it does not declare the capability “prompts”.");
    case Kind::Resources:
        return CatalogTexts::tr("This server has no resources: it does not declare the capability “resources”.");
    case Kind::ResourceTemplates:
        break;
    }
    return CatalogTexts::tr("This server has no resource templates: it does not declare the capability “resources”.");
}

/// Converts a monotonic time to wall-clock time; with the date if it is not today.
QString timeOf(qint64 ns, const Clock &clock)
{
    constexpr qint64 Furthest = qint64(1000) * 365 * 24 * 3600 * 1000; // limit of meaningful dates, in ms
    const qint64 away = qBound(-Furthest, ns / NsInMs - clock.monotonic / NsInMs, Furthest);
    const QDateTime time = clock.wall.addMSecs(away);
    return time.date() == clock.wall.date() ? time.toString(u"HH:mm:ss"_s)
                                            : QLocale().toString(time, QLocale::ShortFormat);
}

QString execution(TaskSupport support)
{
    switch (support) {
    case TaskSupport::Required:
        return CatalogTexts::tr("It can only be called as a task.");
    case TaskSupport::Optional:
        return CatalogTexts::tr("It can be called as a task.");
    case TaskSupport::Forbidden:
        break;
    }
    return CatalogTexts::tr("It cannot be called as a task.");
}

/// Returns the text for a boolean annotation; empty if it is not a boolean.
QString hint(const JsonValue &value, const QString &ifTrue, const QString &ifFalse)
{
    const std::optional<bool> claim = value.toBool();
    return !claim ? QString() : *claim ? ifTrue : ifFalse;
}

bool isIn(Kind kind, const SubscriptionFilter &filter)
{
    return kind == Kind::Tools ? filter.tools : kind == Kind::Prompts ? filter.prompts : filter.resources;
}

} // namespace

QString name(Kind kind)
{
    switch (kind) {
    case Kind::Tools:
        return CatalogTexts::tr("Tools");
    case Kind::Prompts:
        return CatalogTexts::tr("Prompts");
    case Kind::Resources:
        return CatalogTexts::tr("Resources");
    case Kind::ResourceTemplates:
        break;
    }
    return CatalogTexts::tr("Templates", "of resources");
}

QString title(const CatalogItem &item)
{
    return Formatting::visible(Texts::head(item.title.isEmpty() ? item.key() : item.title));
}

QString invalidTitle(int row)
{
    return CatalogTexts::tr("Invalid entry %1", "of a list").arg(row + 1);
}

QString problem(const CatalogItem &item)
{
    if (item.problem.isEmpty())
        return {};
    const QString text = Texts::translated(item.problem);
    return item.isUsable ? CatalogTexts::tr("Violates the specification: %1.").arg(text)
                         : CatalogTexts::tr("Invalid entry, not usable: %1.").arg(text);
}

QString whyExcluded(const QString &reason)
{
    return CatalogTexts::tr("This tool cannot be called: %1").arg(reason);
}

QString state(Kind kind, CatalogModel::State state, const QString &problem)
{
    switch (state) {
    case CatalogModel::State::Unknown:
        return CatalogTexts::tr("The list has not been requested yet.");
    case CatalogModel::State::NotDeclared:
        return notOffered(kind);
    case CatalogModel::State::Loading:
        return CatalogTexts::tr("The list was requested, but has not arrived completely.");
    case CatalogModel::State::Failed:
        return CatalogTexts::tr("The list is incomplete. %1").arg(problem);
    case CatalogModel::State::Complete:
    case CatalogModel::State::Stale: // the cache hints explain it
        break;
    }
    return CatalogTexts::tr("The list is complete.");
}

QString received(const CacheHints &hints, const Clock &clock)
{
    return CatalogTexts::tr("Received at %1.", "a time").arg(timeOf(hints.received, clock));
}

QString keeping(const CacheHints &hints)
{
    if (hints.ttl.count() == 0)
        return CatalogTexts::tr("The server does not allow caching.");
    const QString span = Formatting::duration(qMin(hints.ttl.count(), hints.expiry() / NsInMs) * NsInMs);
    return hints.scope == CacheHints::Scope::Public
               ? CatalogTexts::tr("The server allows caching for %1, for all users (public).").arg(span)
               : CatalogTexts::tr("The server allows caching for %1, for this user only (private).").arg(span);
}

QString cacheHints(const CacheHints &hints, bool isFresh, const Clock &clock)
{
    if (hints.ttl.count() == 0)
        return keeping(hints);
    const QString until = timeOf(hints.expiry(), clock);
    const QString left = isFresh ? CatalogTexts::tr("Fresh until %1. Refresh reloads it anyway.", "a time").arg(until)
                         : hints.isFreshAt(clock.monotonic)
                             ? CatalogTexts::tr("Stale: the server has reported a change since. Refresh reloads it.")
                             : CatalogTexts::tr("Stale since %1. Refresh reloads it.", "a time").arg(until);
    return u"%1\n%2"_s.arg(keeping(hints), left);
}

QString changes(Kind kind, const SubscriptionFilter &agreed)
{
    return isIn(kind, agreed) ? CatalogTexts::tr("The server reports changes.")
                              : CatalogTexts::tr("The server does not declare support for change notifications.");
}

QString changesCannotCome(const QString &refusal)
{
    return CatalogTexts::tr("The server offers no stream for change notifications: %1.").arg(refusal);
}

QString changesNoMore(Kind kind, const SubscriptionFilter &before)
{
    return isIn(kind, before)
               ? CatalogTexts::tr(
                     "The subscription ended, so the server no longer reports changes. Refresh subscribes again.")
               : changes(kind, {});
}

QString summary(Kind kind, const CatalogItem &item)
{
    QStringList lines;
    if (!item.description.isEmpty())
        lines << Texts::head(item.description);
    if (item.name != item.title)
        lines << CatalogTexts::tr("Name: %1").arg(Texts::head(item.name));
    if (kind == Kind::Resources || kind == Kind::ResourceTemplates)
        lines << Texts::head(item.uri);
    QStringList facts;
    if (!item.mimeType.isEmpty())
        facts << Texts::head(item.mimeType);
    if (item.size)
        facts << Formatting::byteCount(*item.size);
    if (!facts.isEmpty())
        lines << Texts::listed(facts);
    lines += annotations(item.annotations);
    for (const Icon &icon : item.icons.first(qMin(item.icons.size(), MostIcons))) {
        if (!icon.src.startsWith("data:"_L1)) // data: URIs are shown as icons
            lines << CatalogTexts::tr("Icon, not fetched: %1").arg(Texts::head(icon.src));
    }
    return lines.join(u'\n');
}

QString about(Kind kind, const CatalogItem &item)
{
    QStringList lines;
    lines << problem(item) << summary(kind, item);
    const JsonValue raw(item.raw);
    if (kind == Kind::Tools && raw.member("execution").isObject())
        lines << execution(taskSupportOf(raw));
    if (kind == Kind::Tools && raw.member("outputSchema").isValid())
        lines << CatalogTexts::tr("Its results have structured content, as declared in outputSchema.");
    for (const Icon &icon : item.icons.first(qMin(item.icons.size(), MostIcons))) {
        if (!icon.src.startsWith("data:"_L1))
            continue;
        QStringList facts{Texts::head(icon.mimeType, MostInIcon), Texts::head(icon.sizes.join(u' '), MostInIcon),
                          Texts::head(icon.theme, MostInIcon), Formatting::byteCount(icon.src.size() * 3 / 4)};
        facts.removeAll(QString());
        lines << CatalogTexts::tr("Icon, in the entry: %1").arg(facts.join(u", "_s));
    }
    const QList<MetaFact> meta = metaFacts(raw.member("_meta"));
    for (const MetaFact &fact : meta.first(qMin(meta.size(), MostMeta)))
        lines << CatalogTexts::tr("_meta: %1: %2", "a name, and its value").arg(fact.name, fact.text);
    if (meta.size() > MostMeta)
        lines << CatalogTexts::tr("_meta: %L1 more").arg(meta.size() - MostMeta);
    lines.removeAll(QString());
    return lines.join(u'\n');
}

QStringList annotations(const QByteArray &json)
{
    const JsonValue said(json);
    QStringList claims;
    claims << hint(said.member("readOnlyHint"), CatalogTexts::tr("changes nothing"), CatalogTexts::tr("changes things"))
           << hint(said.member("destructiveHint"), CatalogTexts::tr("may destroy"),
                   CatalogTexts::tr("destroys nothing"))
           << hint(said.member("idempotentHint"), CatalogTexts::tr("no further effect if repeated"),
                   CatalogTexts::tr("further effect if repeated"))
           << hint(said.member("openWorldHint"), CatalogTexts::tr("reaches the outside world"),
                   CatalogTexts::tr("stays within the server"));
    claims.removeAll(QString());
    QStringList lines;
    if (!claims.isEmpty())
        lines << CatalogTexts::tr("The server claims: %1").arg(Texts::listed(claims));
    QStringList audience;
    if (const JsonValue who = said.member("audience"); who.isArray()) {
        for (const JsonMember &each : who) {
            if (audience.size() == MostAudience) {
                audience << u"…"_s;
                break;
            }
            audience << Texts::head(each.value.toString());
        }
        lines << CatalogTexts::tr("For: %1", "an audience").arg(Texts::listed(audience));
    }
    if (const std::optional<double> priority = said.member("priority").toDouble())
        lines << CatalogTexts::tr("Priority: %1", "from 0 to 1").arg(*priority);
    if (const QString changed = said.member("lastModified").toString(); !changed.isEmpty())
        lines << CatalogTexts::tr("Last changed: %1").arg(Texts::head(changed));
    return lines;
}

} // namespace Pullcord::CatalogTexts
