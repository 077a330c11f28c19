// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/importedserver.h"

#include "core/transport/secrets.h"

#include <QRegularExpression>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

using Kind = ImportRemark::Kind;

constexpr const char *AddressNames[] = {"url", "serverUrl", "httpUrl"};

/// Reads one entry, member by member; what was asked for counts as taken.
class EntryReader
{
public:
    EntryReader(const JsonValue &entry, ImportedServer &server)
        : m_entry(entry)
        , m_server(server)
    {}

    void run(const QString &folder);

private:
    [[nodiscard]] JsonValue take(const QByteArray &name);
    void remark(Kind kind, const QString &subject = {}, const QByteArray &member = {});
    [[nodiscard]] std::optional<QString> text(const JsonValue &value, const QString &pointer);
    [[nodiscard]] QString optionalText(const QByteArray &name);
    void readCommand(const QString &folder);
    void readProgram();
    void readVariables();
    void readUrl(const QByteArray &name);
    void readHeaders();
    void readWords();
    void noteTheRest();

    const JsonValue m_entry;
    ImportedServer &m_server;
    QByteArrayList m_taken;
    QStringList m_texts; ///< that may have placeholders in them
};

JsonValue EntryReader::take(const QByteArray &name)
{
    m_taken << name;
    return m_entry.member(name);
}

void EntryReader::remark(Kind kind, const QString &subject, const QByteArray &member)
{
    const QString pointer =
        member.isEmpty() ? m_server.pointer : ImportedServer::pointerTo(m_server.pointer, QString::fromUtf8(member));
    m_server.remarks.append({kind, subject, pointer});
}

/// A string; numbers and booleans as they stand, with a remark.
std::optional<QString> EntryReader::text(const JsonValue &value, const QString &pointer)
{
    const JsonType type = value.type();
    if (type == JsonType::Number || type == JsonType::Bool)
        m_server.remarks.append({Kind::TakenAsText, {}, pointer});
    else if (type != JsonType::String)
        return {};
    m_texts << (type == JsonType::String ? value.toString() : QString::fromUtf8(value.raw()));
    return m_texts.constLast();
}

/// Empty, with a remark where something else stands.
QString EntryReader::optionalText(const QByteArray &name)
{
    const JsonValue value = take(name);
    if (!value.isValid() || value.type() == JsonType::Null)
        return {};
    if (value.isString()) {
        m_texts << value.toString();
        return m_texts.constLast();
    }
    remark(Kind::LeftOut, u"string"_s, name);
    return {};
}

void EntryReader::run(const QString &folder)
{
    if (!m_entry.isObject()) {
        remark(Kind::NotAnObject);
        return;
    }
    m_server.disabled = take("disabled").toBool().value_or(false) || !take("enabled").toBool().value_or(true);
    QString type = take("type").toString();
    if (type.isEmpty())
        type = take("transport").toString();
    static const QHash<QString, HttpOptions::Kind> httpTypes{{u"http"_s, HttpOptions::Kind::Streamable},
                                                             {u"streamable-http"_s, HttpOptions::Kind::Streamable},
                                                             {u"streamable_http"_s, HttpOptions::Kind::Streamable},
                                                             {u"streamableHttp"_s, HttpOptions::Kind::Streamable},
                                                             {u"sse"_s, HttpOptions::Kind::HttpSse}};
    const bool isHttpType = httpTypes.contains(type);
    if (!type.isEmpty() && !isHttpType && type != "stdio"_L1) {
        remark(Kind::UnknownType, type, "type");
        return;
    }
    const auto *address = std::find_if(std::begin(AddressNames), std::end(AddressNames),
                                       [this](const char *name) { return m_entry.member(name).isValid(); });
    const bool hasAddress = address != std::end(AddressNames);
    const bool hasCommand = m_entry.member("command").isValid();
    if (isHttpType ? hasAddress : hasAddress && !hasCommand && type.isEmpty()) {
        m_server.target.http.kind = httpTypes.value(type, HttpOptions::Kind::Automatic);
        readUrl(*address);
        readHeaders();
    } else if (hasCommand && !isHttpType) {
        readCommand(folder);
    } else {
        remark(Kind::Nothing);
        return;
    }
    noteTheRest();
}

void EntryReader::readCommand(const QString &folder)
{
    StdioCommand &command = m_server.target.command;
    readProgram();
    readWords();
    readVariables();
    command.workingDirectory = optionalText("cwd");
    if (command.workingDirectory.isEmpty())
        command.workingDirectory = folder;
    if (const QString file = optionalText("envFile"); !file.isEmpty())
        remark(Kind::EnvFile, file, "envFile");
}

/// Program, or program and arguments in a list.
void EntryReader::readProgram()
{
    StdioCommand &command = m_server.target.command;
    const JsonValue value = take("command");
    const QString pointer = ImportedServer::pointerTo(m_server.pointer, u"command"_s);
    if (value.isArray()) {
        int index = 0;
        for (const JsonMember &word : value) {
            const auto known = text(word.value, ImportedServer::pointerTo(pointer, QString::number(index++)));
            if (!known) {
                remark(Kind::Unreadable, u"array of strings"_s, "command");
                return;
            }
            command.arguments << *known;
        }
        if (!command.arguments.isEmpty())
            command.program = command.arguments.takeFirst();
    } else if (value.isString()) {
        command.program = value.toString();
        m_texts << command.program;
    }
    if (command.program.trimmed().isEmpty())
        remark(Kind::Unreadable, u"string"_s, "command");
    else if (!m_entry.member("args").isValid() && value.isString() && command.program.contains(u' '))
        remark(Kind::Blanks, {}, "command");
}

/// A command without one of its arguments is another command, so nothing is left out here.
void EntryReader::readWords()
{
    const JsonValue value = take("args");
    if (!value.isValid() || value.type() == JsonType::Null)
        return;
    const QString pointer = ImportedServer::pointerTo(m_server.pointer, u"args"_s);
    if (!value.isArray()) {
        remark(Kind::Unreadable, u"array of strings"_s, "args");
        return;
    }
    int index = 0;
    for (const JsonMember &each : value) {
        const QString where = ImportedServer::pointerTo(pointer, QString::number(index++));
        if (const auto word = text(each.value, where))
            m_server.target.command.arguments << *word;
        else
            m_server.remarks.append({Kind::Unreadable, u"string"_s, where});
    }
}

void EntryReader::readVariables()
{
    const JsonValue value = take("env");
    if (!value.isValid() || value.type() == JsonType::Null)
        return;
    if (!value.isObject()) {
        remark(Kind::LeftOut, u"object"_s, "env");
        return;
    }
    StdioCommand &command = m_server.target.command;
    const QString pointer = ImportedServer::pointerTo(m_server.pointer, u"env"_s);
    for (const JsonMember &variable : value) {
        const QString name = variable.key();
        const QString where = ImportedServer::pointerTo(pointer, name);
        const auto known = text(variable.value, where);
        if (name.isEmpty() || name.contains(u'=') || name.contains(QChar::Null))
            m_server.remarks.append({Kind::LeftOut, u"name of a variable"_s, where});
        else if (variable.value.type() == JsonType::Null)
            command.unsetVariables << name; // as VS Code has it
        else if (known)
            command.setVariables.insert(name, *known);
        else
            m_server.remarks.append({Kind::LeftOut, u"string"_s, where});
    }
}

void EntryReader::readUrl(const QByteArray &name)
{
    const JsonValue value = take(name);
    if (!value.isString()) {
        remark(Kind::Unreadable, u"string"_s, name);
        return;
    }
    const QString typed = value.toString();
    m_texts << typed;
    const Result<QUrl> url = HttpOptions::urlFrom(typed);
    // A placeholder is no part of a URL, strictly, but may stand in its path.
    const QUrl lax(typed.contains("${"_L1) ? typed : QString(), QUrl::TolerantMode);
    if (url)
        m_server.target.http.url = *url;
    else if (HttpOptions::isAddress(typed) && lax.isValid() && !lax.host().isEmpty())
        m_server.target.http.url = lax;
    else
        remark(Kind::BadUrl, Secrets::maskedText(typed), name);
}

void EntryReader::readHeaders()
{
    const JsonValue value = take("headers");
    if (!value.isValid() || value.type() == JsonType::Null)
        return;
    if (!value.isObject()) {
        remark(Kind::LeftOut, u"object"_s, "headers");
        return;
    }
    const QString pointer = ImportedServer::pointerTo(m_server.pointer, u"headers"_s);
    for (const JsonMember &member : value) {
        const QString where = ImportedServer::pointerTo(pointer, member.key());
        const auto known = text(member.value, where);
        const HttpHeader header{member.key().toUtf8(), known.value_or(QString()).toUtf8()};
        if (known && HttpHeaders::isValid(header) && !HttpHeaders::isFraming(header.name))
            m_server.target.http.headers.add(header);
        else
            m_server.remarks.append({Kind::LeftOut, u"header"_s, where});
    }
}

void EntryReader::noteTheRest()
{
    static const QRegularExpression placeholder(uR"(\$\{[^}]*\})"_s);
    QStringList found;
    for (const QString &text : std::as_const(m_texts)) {
        for (auto match = placeholder.globalMatch(text); match.hasNext();)
            found << match.next().captured();
    }
    found.removeDuplicates();
    if (!found.isEmpty())
        remark(Kind::Placeholders, found.join(u", "_s));
    QStringList unknown;
    for (const JsonMember &member : m_entry) {
        if (!m_taken.contains(member.key().toUtf8()) && member.value.type() != JsonType::Null)
            unknown << member.key();
    }
    unknown.removeDuplicates();
    if (!unknown.isEmpty())
        remark(Kind::NotTaken, unknown.join(u", "_s));
}

} // namespace

bool ImportedServer::isUsable() const
{
    return std::none_of(remarks.begin(), remarks.end(),
                        [](const ImportRemark &remark) { return remark.kind >= Kind::NotAnObject; });
}

ImportedServer ImportedServer::read(const QString &name, const JsonValue &entry, const QString &pointer,
                                    const QString &folder)
{
    ImportedServer server;
    server.target.name = name;
    server.target.imported = true;
    server.pointer = pointer;
    EntryReader(entry, server).run(folder);
    return server;
}

QString ImportedServer::pointerTo(const QString &pointer, QString step)
{
    return pointer + u'/' + step.replace(u'~', "~0"_L1).replace(u'/', "~1"_L1);
}

bool ImportedServer::looksLikeOne(const JsonValue &object)
{
    const auto has = [&](QByteArrayView name) {
        const JsonType type = object.member(name).type();
        return type == JsonType::String || (type == JsonType::Array && name == "command");
    };
    return object.isObject() && (has("command") || std::any_of(std::begin(AddressNames), std::end(AddressNames), has));
}

} // namespace Pullcord
