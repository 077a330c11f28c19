// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/wrapping/serverwrapping.h"

#include "core/config/configtext.h"
#include "core/config/placeholder.h"
#include "core/config/serverimport.h"
#include "core/config/wrapping/entryedit.h"
#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "core/secrets/secrets.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <span>
#include <utility>

namespace Pullcord::ServerWrapping {
using namespace Qt::StringLiterals;

namespace {

constexpr QByteArrayView HeaderVariable("PULLCORD_HEADER_");
constexpr QByteArrayView UrlVariable("PULLCORD_URL");
constexpr QByteArrayView TypeNames[] = {"type", "transport"};

Error failure(const TranslatableText &why)
{
    return {.kind = ErrorKind::Protocol, .detail = why};
}

/// Error about the entry, with its line.
Error failureAt(QByteArrayView text, const ConfigNode &entry, const TranslatableText &why)
{
    return failure(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "line %1: %2"),
                                        ConfigNode::lineAt(text, entry.begin), why));
}

Error notEditable(QByteArrayView text, const ConfigNode &entry)
{
    return failureAt(text, entry,
                     TranslatableText::of(QT_TRANSLATE_NOOP(
                         "TranslatableText", "the entry is written in a form that cannot be edited safely; change it "
                                             "by hand")));
}

const ConfigNode *commandOf(const ConfigNode &entry)
{
    return entry.childOf(ImportedServer::CommandNames);
}

const ConfigNode *addressOf(const ConfigNode &entry)
{
    return entry.childOf(ImportedServer::AddressNames);
}

const ConfigNode *headersOf(const ConfigNode &entry)
{
    return entry.childOf(ImportedServer::HeaderNames);
}

const ConfigNode *variablesOf(const ConfigNode &entry)
{
    return entry.childOf(ImportedServer::VariableNames);
}

/// The entry in the text, and its value as JSON.
struct Entry
{
    QByteArray json; ///< of the whole configuration
    ConfigNode node;

    [[nodiscard]] JsonValue value(const QString &pointer) const { return JsonValue(json).pointer(pointer.toUtf8()); }

    [[nodiscard]] static Result<Entry> of(QByteArrayView text, const QString &pointer)
    {
        Result<QByteArray> json = ConfigText::toJson(text);
        if (!json)
            return json.error();
        Result<ConfigNode> node = ConfigNode::at(text, pointer);
        if (!node)
            return node.error();
        if (node->kind != ConfigNode::Kind::Object)
            return failureAt(text, *node,
                             TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the entry is not an object")));
        for (qsizetype i = 1; i < node->children.size(); ++i) {
            const ConfigNode &child = node->children.at(i);
            const auto end = node->children.cbegin() + i;
            if (std::find_if(node->children.cbegin(), end,
                             [&](const ConfigNode &each) { return each.name == child.name; }) != end)
                return ConfigNode::twice(text, child.begin, child.name);
        }
        return Entry{*std::move(json), *std::move(node)};
    }
};

/// Returns the entry of a server. That of a command has its command as a member; in YAML, an alias may hide it.
Result<Entry> entryOf(QByteArrayView text, const ImportedServer &server)
{
    Result<Entry> entry = Entry::of(text, server.pointer);
    if (entry && !server.target.isHttp() && !commandOf(entry->node))
        return notEditable(text, entry->node);
    return entry;
}

/// Returns the configuration without the value at the pointer, to compare the rest.
QByteArray without(const QByteArray &json, const QString &pointer)
{
    const JsonValue value = JsonValue(json).pointer(pointer.toUtf8());
    if (!value.isValid())
        return {};
    const qsizetype begin = value.raw().data() - json.constData();
    return JsonText::compact(QByteArray(json).replace(begin, value.raw().size(), "null"));
}

/// Returns the server at the pointer of a configuration.
std::optional<ServerTarget> serverIn(QByteArrayView text, const QString &pointer)
{
    const auto servers = ServerImport::fromConfiguration(text);
    if (!servers)
        return {};
    const auto found = std::ranges::find(*servers, pointer, &ImportedServer::pointer);
    return found == servers->end() || !found->isUsable() ? std::nullopt : std::optional(found->target);
}

/// Returns the edited text if it reads as expected, and everything beside the entry is as before.
Result<QByteArray> checked(QByteArrayView text, const Entry &entry, const QString &pointer, const QByteArray &edited,
                           const std::function<bool(const ServerTarget &)> &isExpected)
{
    const Result<QByteArray> json = ConfigText::toJson(edited);
    const auto server = serverIn(edited, pointer);
    if (!json || !server || !isExpected(*server) || without(entry.json, pointer) != without(*json, pointer))
        return notEditable(text, entry.node);
    return edited;
}

QByteArrayList utf8(const QStringList &texts)
{
    QByteArrayList all;
    for (const QString &text : texts)
        all << text.toUtf8();
    return all;
}

QStringList wordsBefore(const Wrapper &wrapper, const ServerTarget &server)
{
    QStringList words{u"proxy"_s,  wrapper.folder + u'/',
                      u"--name"_s, u"%1: %2"_s.arg(wrapper.host, server.name),
                      u"--keep"_s, QString::number(wrapper.keptSize)};
    if (!wrapper.rules.isEmpty())
        words << u"--rules"_s << wrapper.rules;
    return words;
}

/// Puts words before those of a command, in each of the forms that hosts have.
Outcome putBefore(EntryEdit &edit, QByteArrayView text, const ConfigNode &entry, const JsonValue &value,
                  const QByteArray &program, const QByteArrayList &words)
{
    const ConfigNode &command = *commandOf(entry);
    const JsonValue former = value.member(command.name);
    if (command.kind == ConfigNode::Kind::Array) { // opencode
        edit.prepend(command, QByteArrayList{program} + words);
        return std::monostate();
    }
    const bool isZed = command.kind == ConfigNode::Kind::Object;
    const ConfigNode &holder = isZed ? command : entry;
    const ConfigNode *const path = isZed ? command.child("path") : &command;
    if (!path || !(isZed ? former.member("path") : former).isString())
        return failureAt(text, command,
                         TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the command is not a text")));
    const QByteArrayList all = words + QByteArrayList{isZed ? former.member("path").toUtf8() : former.toUtf8()};
    const ConfigNode *const arguments = holder.child("args");
    edit.replace(*path, edit.scalar(program));
    if (!arguments)
        edit.insertAfter(holder, *path, "args", edit.array(all));
    else if (arguments->kind == ConfigNode::Kind::Array)
        edit.prepend(*arguments, all);
    else
        edit.replace(*arguments, edit.array(all)); // null
    return std::monostate();
}

bool hasSameRest(const ServerTarget &a, const ServerTarget &b)
{
    return a.command.setVariables == b.command.setVariables && a.command.unsetVariables == b.command.unsetVariables &&
           a.command.workingDirectory == b.command.workingDirectory;
}

Result<QByteArray> wrapCommand(QByteArrayView text, const ImportedServer &server, const Wrapper &wrapper,
                               const Entry &entry)
{
    EntryEdit edit(text);
    const QStringList words = wordsBefore(wrapper, server.target) + QStringList{u"--"_s};
    const JsonValue value = entry.value(server.pointer);
    if (const Outcome put = putBefore(edit, text, entry.node, value, wrapper.program.toUtf8(), utf8(words)); !put)
        return put.error();
    const QStringList expected = words + QStringList{server.target.command.program} + server.target.command.arguments;
    return checked(text, entry, server.pointer, edit.result(), [&](const ServerTarget &made) {
        return made.command.program == wrapper.program && made.command.arguments == expected &&
               hasSameRest(made, server.target);
    });
}

/// Replaces the program of a wrapped entry.
Result<QByteArray> mend(QByteArrayView text, const ImportedServer &server, const Wrapper &wrapper, const Entry &entry)
{
    EntryEdit edit(text);
    const ConfigNode &command = *commandOf(entry.node);
    const ConfigNode *path = &command;
    if (command.kind == ConfigNode::Kind::Object)
        path = command.child("path");
    else if (command.kind == ConfigNode::Kind::Array)
        path = command.children.isEmpty() ? nullptr : &command.children.constFirst();
    if (path)
        edit.replace(*path, edit.scalar(wrapper.program.toUtf8()));
    return checked(text, entry, server.pointer, edit.result(), [&](const ServerTarget &made) {
        return made.command.program == wrapper.program && made.command.arguments == server.target.command.arguments &&
               hasSameRest(made, server.target);
    });
}

/// Turns the entry of a server behind a URL into that of a command.
class UrlWrapper
{
public:
    UrlWrapper(QByteArrayView text, const ImportedServer &server, const Wrapper &wrapper, const Entry &entry)
        : m_text(text)
        , m_server(server)
        , m_wrapper(wrapper)
        , m_entry(entry)
        , m_value(entry.value(server.pointer))
        , m_edit(text)
    {}

    Result<QByteArray> run();

private:
    Outcome moveHeaders();
    void moveReferences();
    void moveAddress();
    void setType();
    /// True for the words; reading a configuration may add defaults to placeholders.
    [[nodiscard]] bool isMade(const QStringList &words) const
    {
        return std::ranges::equal(words, m_words, [](const QString &read, const QString &written) {
            return read == written || !Placeholder::in(read).isEmpty();
        });
    }

    QByteArrayView m_text;
    const ImportedServer &m_server;
    const Wrapper &m_wrapper;
    const Entry &m_entry;
    JsonValue m_value;
    EntryEdit m_edit;
    QStringList m_words;
    QByteArrayList m_variables; ///< names and values that the entry gets, in turn
    QByteArray m_environment;   ///< name of its member with variables
    bool m_hasEnvironment = false;
    bool m_isList = false; ///< the command is a list, as in opencode
};

/// The values stay where they are, under other names.
Outcome UrlWrapper::moveHeaders()
{
    const ConfigNode *const headers = headersOf(m_entry.node);
    if (!headers)
        return std::monostate();
    const JsonValue values = m_value.member(headers->name);
    if (std::distance(values.begin(), values.end()) != headers->children.size())
        return notEditable(m_text, m_entry.node); // behind an alias in YAML
    if (headers->children.isEmpty())
        return std::monostate();
    if (const ConfigNode *const variables = variablesOf(m_entry.node)) {
        const JsonValue held = m_value.member(variables->name);
        if (held.begin() != held.end())
            return failureAt(
                m_text, *variables,
                TranslatableText::of(QT_TRANSLATE_NOOP(
                    "TranslatableText", "the entry has variables and headers, which cannot both be kept")));
        m_edit.removeMember(m_entry.node, variables->name);
    }
    m_hasEnvironment = true;
    m_edit.rename(*headers, m_environment);
    int number = 0;
    for (const ConfigNode &header : headers->children) {
        const QByteArray variable = HeaderVariable.toByteArray() + QByteArray::number(++number);
        m_edit.rename(header, variable);
        m_words << u"--header"_s << QString::fromUtf8(header.name + ": $" + variable);
    }
    return std::monostate();
}

/// In Codex, members name environment variables, which a command must be allowed to see.
void UrlWrapper::moveReferences()
{
    QByteArrayList names;
    const ConfigNode *const token = m_entry.node.child("bearer_token_env_var");
    const ConfigNode *const others = m_entry.node.child("env_http_headers");
    if (token) {
        names << m_value.member(token->name).toUtf8();
        m_words << u"--header"_s << QString::fromUtf8("Authorization: Bearer $" + names.constLast());
    }
    if (others) {
        for (const JsonMember &header : m_value.member(others->name)) {
            names << header.value.toUtf8();
            m_words << u"--header"_s << header.key() + u": $"_s + header.value.toString();
        }
    }
    if (names.isEmpty())
        return;
    const ConfigNode &place = token ? *token : *others;
    m_edit.rename(place, "env_vars");
    m_edit.replace(place, m_edit.array(names));
    if (token && others)
        m_edit.removeMember(m_entry.node, others->name);
}

void UrlWrapper::moveAddress()
{
    const ConfigNode &address = *addressOf(m_entry.node);
    QByteArray url = m_value.member(address.name).toUtf8();
    if (Secrets::maskedQuery(QString::fromUtf8(url)) != QString::fromUtf8(url)) {
        m_variables << UrlVariable.toByteArray() << url;
        url = '$' + UrlVariable.toByteArray();
    }
    m_words << u"--url"_s << QString::fromUtf8(url);
    const QByteArrayList words = utf8(m_words);
    const QByteArray program = m_wrapper.program.toUtf8();
    m_edit.rename(address, m_environment == "envs" ? "cmd" : "command");
    if (m_isList) {
        m_edit.replace(address, m_edit.array(QByteArrayList{program} + words));
    } else {
        m_edit.replace(address, m_edit.scalar(program));
        m_edit.insertAfter(m_entry.node, address, "args", m_edit.array(words));
    }
    if (m_variables.isEmpty())
        return;
    const ConfigNode *const headers = headersOf(m_entry.node);
    if (m_hasEnvironment)
        m_edit.insertAfter(*headers, headers->children.last(), m_variables.first(), m_edit.scalar(m_variables.last()));
    else
        m_edit.insertAfter(m_entry.node, address, m_environment, m_edit.object(m_variables));
}

void UrlWrapper::setType()
{
    for (const QByteArrayView name : TypeNames) {
        if (const ConfigNode *const type = m_entry.node.child(name); type && m_value.member(name).isString())
            m_edit.replace(*type, m_edit.scalar(m_isList ? "local" : "stdio"));
    }
}

Result<QByteArray> UrlWrapper::run()
{
    if (const ConfigNode *const helper = m_entry.node.child("headersHelper"))
        return failureAt(m_text, *helper,
                         TranslatableText::of(QT_TRANSLATE_NOOP(
                             "TranslatableText", "a program makes the headers, which the proxy cannot run")));
    const ConfigNode *const address = addressOf(m_entry.node);
    if (!address)
        return failureAt(m_text, m_entry.node,
                         TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the URL was not found")));
    m_isList = m_value.member("type").toUtf8() == "remote";
    m_environment = m_isList ? "environment" : address->name == "uri" ? "envs" : "env";
    m_words = wordsBefore(m_wrapper, m_server.target);
    if (m_server.target.http.kind == HttpOptions::Kind::HttpSse)
        m_words << u"--transport"_s << nameOf(m_server.target.http.kind);
    if (const Outcome moved = moveHeaders(); !moved)
        return moved.error();
    moveReferences();
    moveAddress();
    setType();
    return checked(m_text, m_entry, m_server.pointer, m_edit.result(), [&](const ServerTarget &made) {
        const qsizetype variables = m_variables.size() / 2;
        const ConfigNode *const headers = headersOf(m_entry.node);
        return made.command.program == m_wrapper.program && isMade(made.command.arguments) &&
               made.command.setVariables.size() == variables + (headers ? headers->children.size() : 0);
    });
}

/// Takes the words of the proxy out of a command.
Result<QByteArray> unwrapCommand(QByteArrayView text, const ImportedServer &server, const Entry &entry,
                                 qsizetype dashes, const QByteArray &former)
{
    EntryEdit edit(text);
    const ConfigNode &command = *commandOf(entry.node);
    const ServerTarget expected = inner(server.target);
    const JsonValue value = entry.value(server.pointer);
    if (command.kind == ConfigNode::Kind::Array) {
        edit.removeFirst(command, dashes + 2);
    } else {
        const bool isZed = command.kind == ConfigNode::Kind::Object;
        const ConfigNode *const path = isZed ? command.child("path") : &command;
        const ConfigNode *const arguments = (isZed ? command : entry.node).child("args");
        const JsonValue words = (isZed ? value.member(command.name) : value).member("args");
        if (!path || !arguments)
            return failureAt(
                text, command,
                TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "its arguments were not found")));
        edit.replace(*path, edit.scalar(words.element(dashes + 1).toUtf8()));
        const JsonValue before(former);
        const bool hadNone =
            before.isObject() && !(isZed ? before.member(command.name) : before).member("args").isValid();
        if (hadNone && arguments->children.size() == dashes + 2)
            edit.removeMember(isZed ? command : entry.node, "args");
        else
            edit.removeFirst(*arguments, dashes + 2);
    }
    return checked(text, entry, server.pointer, edit.result(), [&](const ServerTarget &made) {
        return made.command.program == expected.command.program &&
               made.command.arguments == expected.command.arguments && hasSameRest(made, server.target);
    });
}

/// Turns headers that name variables back into members of Codex.
void putReferencesBack(EntryEdit &edit, const ConfigNode &entry, const ConfigNode &allowed, const QStringList &words)
{
    static const QRegularExpression reference(uR"(\A(.+?): (Bearer )?\$(?!PULLCORD_HEADER_)(\w+)\z)"_s);
    QByteArray token;
    QByteArrayList others;
    for (const QString &word : words) {
        const QRegularExpressionMatch match = reference.match(word);
        if (!match.hasMatch())
            continue;
        if (match.hasCaptured(2))
            token = match.captured(3).toUtf8();
        else
            others << match.captured(1).toUtf8() << match.captured(3).toUtf8();
    }
    edit.rename(allowed, token.isEmpty() ? "env_http_headers" : "bearer_token_env_var");
    edit.replace(allowed, token.isEmpty() ? edit.object(others) : edit.scalar(token));
    if (!token.isEmpty() && !others.isEmpty())
        edit.insertAfter(entry, allowed, "env_http_headers", edit.object(others));
}

/// Returns the URL as the entry has it; reading a configuration may add defaults to placeholders.
QByteArray addressIn(const JsonValue &entry, const ConfigNode &command)
{
    const JsonValue words = entry.member(command.kind == ConfigNode::Kind::Array ? command.name : "args");
    QByteArray address;
    bool isNext = false;
    for (const JsonMember &word : words) {
        if (std::exchange(isNext, word.value.toUtf8() == "--url"))
            address = word.value.toUtf8();
    }
    if (!address.startsWith('$'))
        return address;
    for (const QByteArrayView name : ImportedServer::VariableNames) {
        if (const JsonValue value = entry.member(name).member(address.sliced(1)); value.isString())
            return value.toUtf8();
    }
    return address;
}

/// Turns the command back into a URL. `former` names the members, if it is known.
Result<QByteArray> unwrapUrl(QByteArrayView text, const ImportedServer &server, const Entry &entry,
                             const QByteArray &former)
{
    EntryEdit edit(text);
    const JsonValue before(former);
    const ConfigNode &command = *commandOf(entry.node);
    const ConfigNode *const variables = variablesOf(entry.node);
    const ServerTarget expected = inner(server.target);
    const QStringList &words = server.target.command.arguments;
    const auto nameFrom = [&](std::span<const QByteArrayView> names, QByteArrayView usual) {
        const auto found =
            std::ranges::find_if(names, [&](QByteArrayView name) { return before.member(name).isValid(); });
        return found == names.end() ? usual : *found;
    };
    edit.rename(command, nameFrom(ImportedServer::AddressNames, command.name == "cmd" ? "uri" : "url"));
    edit.replace(command, edit.scalar(addressIn(entry.value(server.pointer), command)));
    edit.removeMember(entry.node, "args");
    for (const QByteArrayView name : TypeNames) {
        const ConfigNode *const type = entry.node.child(name);
        const QByteArray known = before.member(name).toUtf8();
        if (type && !known.isEmpty())
            edit.replace(*type, edit.scalar(known));
        else if (type)
            edit.replace(*type, edit.scalar(command.kind == ConfigNode::Kind::Array            ? "remote"
                                            : expected.http.kind == HttpOptions::Kind::HttpSse ? "sse"
                                            : command.name == "cmd"                            ? "streamable_http"
                                                                                               : "http"));
    }
    if (const ConfigNode *const allowed = entry.node.child("env_vars")) // Codex
        putReferencesBack(edit, entry.node, *allowed, words);
    if (variables) {
        qsizetype left = 0;
        for (const ConfigNode &variable : variables->children) {
            const QString reference = u": $"_s + QString::fromUtf8(variable.name);
            const auto header =
                std::ranges::find_if(words, [&](const QString &word) { return word.endsWith(reference); });
            if (header != words.end())
                edit.rename(variable, header->chopped(reference.size()).toUtf8());
            else if (variable.name == UrlVariable)
                edit.removeMember(*variables, variable.name);
            left += variable.name == UrlVariable ? 0 : 1;
        }
        if (left > 0)
            edit.rename(*variables, nameFrom(ImportedServer::HeaderNames,
                                             edit.format() == ConfigText::Format::Toml ? "http_headers" : "headers"));
        else
            edit.removeMember(entry.node, variables->name);
    }
    return checked(text, entry, server.pointer, edit.result(),
                   [&](const ServerTarget &made) { return made.isHttp() && made.address() == expected.address(); });
}

} // namespace

bool isWrapped(const ServerTarget &server)
{
    const StdioCommand &command = server.command;
    const qsizetype slash = std::max(command.program.lastIndexOf(u'/'), command.program.lastIndexOf(u'\\'));
    return command.program.sliced(slash + 1).startsWith("pullcord-cli"_L1) &&
           command.arguments.value(0) == "proxy"_L1 &&
           (command.arguments.contains("--"_L1) || command.arguments.contains("--url"_L1));
}

QString title(const ServerTarget &server)
{
    const QStringList &words = server.command.arguments;
    const QStringList own = words.first(words.contains(u"--"_s) ? words.indexOf(u"--"_s) : words.size());
    const qsizetype name = own.indexOf(u"--name"_s);
    return name < 0 ? server.name : own.value(name + 1);
}

bool isBroken(const ServerTarget &server)
{
    return isWrapped(server) && QDir::isAbsolutePath(server.command.program) &&
           !QFileInfo::exists(server.command.program);
}

ServerTarget inner(const ServerTarget &server)
{
    ServerTarget target = server;
    const QStringList &words = server.command.arguments;
    if (const qsizetype dashes = words.indexOf("--"_L1); dashes >= 0) {
        target.command.program = words.value(dashes + 1);
        target.command.arguments = words.mid(dashes + 2);
        return target;
    }
    target.command = {};
    QString url = words.value(words.indexOf("--url"_L1) + 1);
    if (url.startsWith(u'$'))
        url = server.command.setVariables.value(url.sliced(1), url);
    if (const auto parsed = HttpOptions::urlFrom(url))
        target.http.url = *parsed;
    else
        target.urlTemplate = url;
    if (const qsizetype kind = words.indexOf("--transport"_L1); kind >= 0)
        target.http.kind = httpKindFromName(words.value(kind + 1)).value_or(target.http.kind);
    return target;
}

Result<QByteArray> wrap(QByteArrayView text, const ImportedServer &server, const Wrapper &wrapper)
{
    if (const ImportRemark *const obstacle = server.obstacle())
        return failure(obstacle->sentence());
    const bool isMended = isBroken(server.target);
    if (isWrapped(server.target) && !isMended)
        return failure(
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "it runs through the proxy already")));
    const Result<Entry> entry = entryOf(text, server);
    if (!entry)
        return entry.error();
    if (isMended)
        return mend(text, server, wrapper, *entry);
    if (server.target.isHttp())
        return UrlWrapper(text, server, wrapper, *entry).run();
    return wrapCommand(text, server, wrapper, *entry);
}

Result<QByteArray> unwrap(QByteArrayView text, const ImportedServer &server, const Former &former)
{
    if (!isWrapped(server.target))
        return failure(
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "it does not run through the proxy")));
    const Result<Entry> entry = entryOf(text, server);
    if (!entry)
        return entry.error();
    const ConfigNode::Range whole = entry->node.whole(text);
    if (!former.wrapped.isEmpty() && whole.of(text) == former.wrapped) {
        const QByteArray restored =
            text.first(whole.begin).toByteArray() + former.text + text.sliced(whole.end).toByteArray();
        const auto same =
            checked(text, *entry, server.pointer, restored, [](const ServerTarget &made) { return !isWrapped(made); });
        if (same)
            return same;
    }
    const qsizetype dashes = server.target.command.arguments.indexOf("--"_L1);
    return dashes >= 0 ? unwrapCommand(text, server, *entry, dashes, former.json)
                       : unwrapUrl(text, server, *entry, former.json);
}

Result<Former> formerOf(QByteArrayView text, QByteArrayView wrappedText, const QString &pointer)
{
    const Result<Entry> before = Entry::of(text, pointer);
    const Result<Entry> after = Entry::of(wrappedText, pointer);
    if (!before || !after)
        return before ? after.error() : before.error();
    return Former{.text = before->node.whole(text).of(text).toByteArray(),
                  .wrapped = after->node.whole(wrappedText).of(wrappedText).toByteArray(),
                  .json = before->value(pointer).raw().toByteArray()};
}

TranslatableText caution(const ImportedServer &server)
{
    if (!server.target.isHttp() || server.target.http.headers.value("Authorization"))
        return {};
    return TranslatableText::of(QT_TRANSLATE_NOOP(
        "TranslatableText", "If the server requires authorization, the host can no longer ask for it: the proxy sends "
                            "the headers of the entry, and nothing else."));
}

} // namespace Pullcord::ServerWrapping
