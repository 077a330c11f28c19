// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/catalog/cataloglist.h"

#include "core/json/jsonvalue.h"
#include "core/mcp/validation/mcpschema.h"

#include <QVarLengthArray>

#include <algorithm>
#include <span>
#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

/// Names of a list on the wire.
struct KindNames
{
    const char *method;
    const char *member;
    const char *capability;
    const char *change;
};

/// Indexed by Kind.
constexpr KindNames AllKindNames[] = {
    {"tools/list", "tools", "tools", "notifications/tools/list_changed"},
    {"prompts/list", "prompts", "prompts", "notifications/prompts/list_changed"},
    {"resources/list", "resources", "resources", "notifications/resources/list_changed"},
    {"resources/templates/list", "resourceTemplates", "resources", "notifications/resources/list_changed"},
};

/// A known member of entries, and the required type of its value.
struct Member
{
    QByteArrayView name;
    bool (JsonValue::*isRight)() const;
    const char *what;
    bool isRequired = false;
    bool isKey = false;        ///< requests name the entry by it
    bool isForObjects = false; ///< a schema that must have the type "object"
};

// `what` completes "its title is not …".
constexpr Member Shared[] = {
    {"title", &JsonValue::isString, QT_TRANSLATE_NOOP("TranslatableText", "a string")},
    {"description", &JsonValue::isString, QT_TRANSLATE_NOOP("TranslatableText", "a string")},
    {"mimeType", &JsonValue::isString, QT_TRANSLATE_NOOP("TranslatableText", "a string")},
    {"icons", &JsonValue::isArray, QT_TRANSLATE_NOOP("TranslatableText", "an array")},
    {"annotations", &JsonValue::isObject, QT_TRANSLATE_NOOP("TranslatableText", "an object")},
    {"_meta", &JsonValue::isObject, QT_TRANSLATE_NOOP("TranslatableText", "an object")},
};
constexpr Member OfTools[] = {
    {"name", &JsonValue::isString, QT_TRANSLATE_NOOP("TranslatableText", "a string"), true, true},
    {"inputSchema", &JsonValue::isObject, QT_TRANSLATE_NOOP("TranslatableText", "an object"), true, false, true},
    {"outputSchema", &JsonValue::isObject, QT_TRANSLATE_NOOP("TranslatableText", "an object")},
    {"execution", &JsonValue::isObject, QT_TRANSLATE_NOOP("TranslatableText", "an object")},
};
constexpr Member OfPrompts[] = {
    {"name", &JsonValue::isString, QT_TRANSLATE_NOOP("TranslatableText", "a string"), true, true},
    {"arguments", &JsonValue::isArray, QT_TRANSLATE_NOOP("TranslatableText", "an array")},
};
constexpr Member OfResources[] = {
    {"name", &JsonValue::isString, QT_TRANSLATE_NOOP("TranslatableText", "a string"), true},
    {"uri", &JsonValue::isString, QT_TRANSLATE_NOOP("TranslatableText", "a string"), true, true},
    {"size", &JsonValue::isNumber, QT_TRANSLATE_NOOP("TranslatableText", "a number")},
};
constexpr Member OfTemplates[] = {
    {"name", &JsonValue::isString, QT_TRANSLATE_NOOP("TranslatableText", "a string"), true},
    {"uriTemplate", &JsonValue::isString, QT_TRANSLATE_NOOP("TranslatableText", "a string"), true, true},
};

std::span<const Member> membersOf(CatalogList::Kind kind)
{
    switch (kind) {
    case CatalogList::Kind::Tools:
        return OfTools;
    case CatalogList::Kind::Prompts:
        return OfPrompts;
    case CatalogList::Kind::Resources:
        return OfResources;
    case CatalogList::Kind::ResourceTemplates:
        break;
    }
    return OfTemplates;
}

const Member *find(std::span<const Member> members, const JsonMember &wanted)
{
    const auto found =
        std::find_if(members.begin(), members.end(), [&](const Member &each) { return wanted.keyEquals(each.name); });
    return found == members.end() ? nullptr : &*found;
}

void addProblem(CatalogItem &item, const TranslatableText &problem)
{
    item.problem = item.problem.isEmpty() ? problem
                                          : TranslatableText::joined({item.problem, problem},
                                                                     QT_TRANSLATE_NOOP("TranslatableText", "%1, %2"));
}

/// True for a schema of type object, or without a type: arguments are an object anyway.
bool isForObjects(const JsonValue &schema)
{
    const JsonValue type = schema.member("type");
    return !type.isValid() || type.toUtf8() == "object";
}

/// Sets CatalogItem::problem and isUsable.
void judge(CatalogItem &item, CatalogList::Kind kind, const JsonValue &value)
{
    QList<TranslatableText> problems;
    const auto add = [&](const char *sentence, const auto &...arguments) {
        problems << TranslatableText::of(sentence, arguments...);
    };
    QVarLengthArray<const Member *, 4> there;
    const std::span<const Member> own = membersOf(kind);
    if (value.isObject()) {
        for (const JsonMember &member : value) {
            const Member *known = find(own, member);
            known = known ? known : find(Shared, member);
            if (!known)
                continue;
            there.append(known);
            const bool isRight = (member.value.*known->isRight)();
            if (isRight && known->isForObjects && !isForObjects(member.value))
                add(QT_TRANSLATE_NOOP("TranslatableText", "its %1 is not %2"), QLatin1StringView(known->name),
                    TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "of type \"object\"")));
            if (!isRight)
                add(known->name.endsWith('s') ? QT_TRANSLATE_NOOP("TranslatableText", "its %1 are not %2")
                                              : QT_TRANSLATE_NOOP("TranslatableText", "its %1 is not %2"),
                    QLatin1StringView(known->name), TranslatableText::of(known->what));
            if (known->isKey)
                item.isUsable = isRight && !member.value.toUtf8().isEmpty();
            if (known->isKey && isRight && !item.isUsable)
                add(QT_TRANSLATE_NOOP("TranslatableText", "its %1 is empty"), QLatin1StringView(known->name));
        }
    } else {
        add(QT_TRANSLATE_NOOP("TranslatableText", "it is not an object"));
        item.isUsable = false;
    }
    for (const Member &member : own) {
        if (!value.isObject() || !member.isRequired || there.contains(&member))
            continue;
        add(QT_TRANSLATE_NOOP("TranslatableText", "it has no %1"), QLatin1StringView(member.name));
        item.isUsable = item.isUsable && !member.isKey;
    }
    if (const TranslatableText problem =
            CatalogItem::addressProblem(item.uri, kind == CatalogList::Kind::ResourceTemplates);
        !problem.isEmpty())
        problems << problem;
    item.problem = TranslatableText::joined(problems, QT_TRANSLATE_NOOP("TranslatableText", "%1, %2"));
}

constexpr const KindNames &namesOf(CatalogList::Kind kind)
{
    return AllKindNames[size_t(kind)];
}

} // namespace

CatalogList::CatalogList(Client &client, Kind kind, QObject *parent)
    : QObject(parent)
    , m_client(client)
    , m_kind(kind)
    , m_pages(client, namesOf(kind).method, namesOf(kind).member)
{
    connect(&m_pages, &PageReader::page, this, &CatalogList::takePage);
    connect(&m_pages, &PageReader::finished, this, &CatalogList::end);
    connect(&m_pages, &PageReader::loadingChanged, this, &CatalogList::loadingChanged);
    connect(&m_pages, &PageReader::failed, this, &CatalogList::failed);
    connect(&m_pages, &PageReader::done, this, &CatalogList::changed);
    m_pause.setSingleShot(true);
    m_pause.callOnTimeout(this, [this] {
        if (m_client.rpc().state() == Transport::State::Open)
            refresh();
    });
    connect(client.rpc().notifications(namesOf(kind).change), &NotificationSource::received, this,
            &CatalogList::onServerChanged);
    connect(&client, &Client::ready, this, [this] { m_holds = false; });
}

CatalogList::~CatalogList() = default;

bool CatalogList::isDeclared() const
{
    const JsonValue capability = JsonValue(m_client.server().capabilities).member(namesOf(m_kind).capability);
    return capability.isValid() && capability.type() != JsonType::Null;
}

QString CatalogList::schemaProblem(const QByteArray &entry) const
{
    const QByteArray member = namesOf(m_kind).member;
    const QByteArray response = R"({"jsonrpc":"2.0","id":0,"result":{")" + member + "\":[" + entry + "]}}";
    const SchemaVerdict verdict = SchemaVerdict::of(response, namesOf(m_kind).method, m_client.revision());
    const QString prefix = u"/result/%1/0"_s.arg(QString::fromLatin1(member));
    QStringList places;
    for (const SchemaVerdict::Place &place : verdict.places) {
        if (place.pointer.startsWith(prefix)) // ignores what is missing outside the entry
            places.append(u"%1 %2"_s.arg(place.pointer.mid(prefix.size()), place.message).trimmed());
    }
    return places.join(u", "_s);
}

bool CatalogList::isFresh() const
{
    return m_holds && m_hints.isFreshAt(monotonicNow());
}

void CatalogList::onServerChanged()
{
    m_holds = false;
    if (isLoading())
        m_again = true;
    else if (m_loadedOnce)
        m_pause.start(Pause);
}

bool CatalogList::refresh(Refresh mode)
{
    m_pause.stop();
    if (!isDeclared()) {
        m_holds = false;
        if (!isLoading() && !m_items.isEmpty()) {
            take({});
            emit changed();
        }
        return false;
    }
    if (mode == Refresh::IfStale && isFresh())
        return false;
    if (isLoading()) {
        m_again = m_again || mode == Refresh::Bypass;
        return true;
    }
    m_loadedOnce = true;
    m_coming.clear();
    m_comingKeys.clear();
    m_comingHints.reset();
    m_pages.start();
    return true;
}

void CatalogList::takePage(const QByteArray &result)
{
    const JsonValue page(result);
    for (const JsonMember &entry : page.member(namesOf(m_kind).member)) {
        m_coming.append(CatalogItem::from(entry.value));
        CatalogItem &item = m_coming.last();
        judge(item, m_kind, entry.value);
        if (!item.isUsable)
            continue;
        if (m_comingKeys.contains(item.key()))
            addProblem(item, TranslatableText::of(
                                 QT_TRANSLATE_NOOP("TranslatableText", "an earlier entry has the same name")));
        m_comingKeys.insert(item.key());
    }
    const CacheHints hints = CacheHints::in(page, monotonicNow());
    m_comingHints = m_comingHints ? CacheHints::ofBoth(*m_comingHints, hints) : hints;
}

void CatalogList::take(QList<CatalogItem> items)
{
    m_items = std::move(items);
    onTaken();
}

void CatalogList::end(const std::optional<Error> &problem)
{
    const bool again = std::exchange(m_again, false);
    m_holds = !problem && !again;
    if (!problem || m_items.isEmpty()) {
        m_hints = m_comingHints.value_or(CacheHints());
        take(std::exchange(m_coming, {}));
    }
    m_coming.clear();
    if (again)
        m_pause.start(Pause);
}

} // namespace Pullcord
