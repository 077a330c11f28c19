// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/importedserver.h"

#include "core/capture/formatting.h"
#include "core/config/placeholder.h"
#include "core/secrets/secrets.h"
#include "core/transport/commandhint.h"

#include <QDir>
#include <QRegularExpression>

#include <algorithm>
#include <span>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

using Kind = ImportRemark::Kind;

/// True for words that a shell would expand: `~/x`, `$NAME`, `$HOME/x`.
bool isExpandable(const QString &word)
{
    static const QRegularExpression variable(u"\\$[A-Za-z_]"_s);
    return CommandHint::isHome(word) || variable.match(word).hasMatch();
}

/// Reads one entry; a member that was read counts as taken.
class EntryReader
{
public:
    EntryReader(const JsonValue &entry, ImportedServer &server, const ImportedServer::Inputs &inputs)
        : m_entry(entry)
        , m_server(server)
        , m_inputs(inputs)
    {}

    void run(const QString &folder);

private:
    [[nodiscard]] JsonValue take(const QByteArray &name);
    void remark(Kind kind, const QString &subject = {}, const QByteArray &member = {});
    [[nodiscard]] std::optional<QString> text(const JsonValue &value, const QString &pointer, bool isValue = false);
    [[nodiscard]] QString optionalText(const QByteArray &name);
    [[nodiscard]] QString normalized(const QString &text, bool isValue) const;
    void readCommand(const QString &folder);
    /// Returns the first of these names that is a member; else the first name.
    [[nodiscard]] QByteArray present(std::span<const QByteArrayView> names) const;
    void readProgram(const JsonValue &value, const QString &pointer);
    void readVariables(const JsonValue &value, const QString &pointer);
    void readUrl(const QByteArray &name);
    void takeTemplate(const QString &typed);
    void readHeaders(const JsonValue &value, const QString &pointer);
    void readRequestOptions();
    void readHeaderReferences();
    void addHeader(const QString &name, const QString &value, const QString &pointer);
    void readWords(const JsonValue &value, const QString &pointer);
    void noteShellSyntax();
    void noteTheRest();

    const JsonValue m_entry;
    ImportedServer &m_server;
    const ImportedServer::Inputs &m_inputs;
    QByteArrayList m_taken;
    QStringList m_notTaken; ///< names of members inside others
    QStringList m_texts;    ///< texts that may contain placeholders
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

QByteArray EntryReader::present(std::span<const QByteArrayView> names) const
{
    const auto found =
        std::ranges::find_if(names, [this](QByteArrayView name) { return m_entry.member(name).isValid(); });
    return (found == names.end() ? names.front() : *found).toByteArray();
}

/// Returns a string with references as `${NAME}`. Returns numbers and booleans as text, with a remark. `isValue`
/// selects the rules for a variable or a header.
std::optional<QString> EntryReader::text(const JsonValue &value, const QString &pointer, bool isValue)
{
    const JsonType type = value.type();
    if (type == JsonType::Number || type == JsonType::Bool)
        m_server.remarks.append({Kind::TakenAsText, {}, pointer});
    else if (type != JsonType::String)
        return {};
    m_texts << (type == JsonType::String ? normalized(value.toString(), isValue) : QString::fromUtf8(value.raw()));
    return m_texts.constLast();
}

/// Returns an empty text, with a remark, if the member is not a string.
QString EntryReader::optionalText(const QByteArray &name)
{
    const JsonValue value = take(name);
    if (!value.isValid() || value.type() == JsonType::Null)
        return {};
    if (value.isString()) {
        m_texts << normalized(value.toString(), false);
        return m_texts.constLast();
    }
    remark(Kind::LeftOut, u"a string"_s, name);
    return {};
}

/// Returns references as `${NAME}`; those with a declared default include it: `${input:mode:-fast}`.
QString EntryReader::normalized(const QString &text, bool isValue) const
{
    return Placeholder::filled(Placeholder::normalized(text, isValue),
                               [this](const Placeholder &placeholder) -> std::optional<QString> {
                                   const auto value = m_inputs.value(placeholder.name).fallback;
                                   if (placeholder.fallback || !value || value->contains(u'}'))
                                       return std::nullopt;
                                   return u"${%1:-%2}"_s.arg(placeholder.name, *value);
                               });
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
                                                             {u"remote"_s, HttpOptions::Kind::Automatic},
                                                             {u"sse"_s, HttpOptions::Kind::HttpSse}};
    const bool isHttpType = httpTypes.contains(type);
    if (!type.isEmpty() && !isHttpType && type != "stdio"_L1 && type != "local"_L1) {
        remark(Kind::UnknownType, type, "type");
        return;
    }
    const QByteArray address = present(ImportedServer::AddressNames);
    const bool hasAddress = m_entry.member(address).isValid();
    const bool hasCommand = m_entry.member(present(ImportedServer::CommandNames)).isValid();
    if (isHttpType ? hasAddress : hasAddress && !hasCommand && type.isEmpty()) {
        m_server.target.http.kind = httpTypes.value(type, HttpOptions::Kind::Automatic);
        readUrl(address);
        const QByteArray headers = present(ImportedServer::HeaderNames);
        readHeaders(take(headers), ImportedServer::pointerTo(m_server.pointer, QString::fromLatin1(headers)));
        readRequestOptions();
        readHeaderReferences();
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
    const QByteArray name = present(ImportedServer::CommandNames);
    const JsonValue value = take(name);
    const QString pointer = ImportedServer::pointerTo(m_server.pointer, QString::fromLatin1(name));
    if (value.isObject()) { // form of Zed
        readProgram(value.member("path"), ImportedServer::pointerTo(pointer, u"path"_s));
        readWords(value.member("args"), ImportedServer::pointerTo(pointer, u"args"_s));
        readVariables(value.member("env"), ImportedServer::pointerTo(pointer, u"env"_s));
    } else {
        readProgram(value, pointer);
    }
    readWords(take("args"), ImportedServer::pointerTo(m_server.pointer, u"args"_s));
    const QByteArray variables = present(ImportedServer::VariableNames);
    readVariables(take(variables), ImportedServer::pointerTo(m_server.pointer, QString::fromLatin1(variables)));
    command.workingDirectory = optionalText("cwd");
    if (command.workingDirectory.isEmpty())
        command.workingDirectory = folder;
    else if (QDir::isRelativePath(command.workingDirectory) && !isExpandable(command.workingDirectory) &&
             !command.workingDirectory.contains("${"_L1))
        remark(Kind::RelativeFolder, command.workingDirectory, "cwd");
    noteShellSyntax();
    if (const QString file = optionalText("envFile"); !file.isEmpty())
        remark(Kind::EnvFile, file, "envFile");
}

/// Reads a program, or a list of program and arguments.
void EntryReader::readProgram(const JsonValue &value, const QString &pointer)
{
    StdioCommand &command = m_server.target.command;
    const auto remark = [&](Kind kind, const QString &subject) { m_server.remarks.append({kind, subject, pointer}); };
    if (value.isArray()) {
        int index = 0;
        for (const JsonMember &word : value) {
            const auto known = text(word.value, ImportedServer::pointerTo(pointer, QString::number(index++)));
            if (!known) {
                remark(Kind::Unreadable, u"an array of strings"_s);
                return;
            }
            command.arguments << *known;
        }
        if (!command.arguments.isEmpty())
            command.program = command.arguments.takeFirst();
    } else if (value.isString()) {
        command.program = normalized(value.toString(), false);
        m_texts << command.program;
    }
    if (command.program.trimmed().isEmpty())
        remark(Kind::Unreadable, u"a string"_s);
    else if (!m_entry.member("args").isValid() && value.isString() && command.program.contains(u' '))
        remark(Kind::Blanks, {});
}

/// Reads the arguments. A fault prevents the import, since a command without one of its arguments is another command.
void EntryReader::readWords(const JsonValue &value, const QString &pointer)
{
    if (!value.isValid() || value.type() == JsonType::Null)
        return;
    if (!value.isArray()) {
        m_server.remarks.append({Kind::Unreadable, u"an array of strings"_s, pointer});
        return;
    }
    int index = 0;
    for (const JsonMember &each : value) {
        const QString where = ImportedServer::pointerTo(pointer, QString::number(index++));
        if (const auto word = text(each.value, where))
            m_server.target.command.arguments << *word;
        else
            m_server.remarks.append({Kind::Unreadable, u"a string"_s, where});
    }
}

void EntryReader::readVariables(const JsonValue &value, const QString &pointer)
{
    if (!value.isValid() || value.type() == JsonType::Null)
        return;
    if (!value.isObject()) {
        m_server.remarks.append({Kind::LeftOut, u"an object"_s, pointer});
        return;
    }
    StdioCommand &command = m_server.target.command;
    for (const JsonMember &variable : value) {
        const QString name = variable.key();
        const QString where = ImportedServer::pointerTo(pointer, name);
        const auto known = text(variable.value, where, true);
        if (name.isEmpty() || name.contains(u'=') || name.contains(QChar::Null))
            m_server.remarks.append({Kind::LeftOut, u"a variable name"_s, where});
        else if (variable.value.type() == JsonType::Null)
            command.unsetVariables << name; // as in VS Code
        else if (known)
            command.setVariables.insert(name, *known);
        else
            m_server.remarks.append({Kind::LeftOut, u"a string"_s, where});
    }
}

void EntryReader::readUrl(const QByteArray &name)
{
    const JsonValue value = take(name);
    if (!value.isString()) {
        remark(Kind::Unreadable, u"a string"_s, name);
        return;
    }
    const QString typed = normalized(value.toString(), true);
    m_texts << typed;
    const Result<QUrl> url = HttpOptions::urlFrom(typed);
    // A placeholder is not valid in a URL, but may be in its path.
    const bool hasPlaceholder = typed.contains("${"_L1);
    const QUrl lax(hasPlaceholder ? typed : QString(), QUrl::TolerantMode);
    const bool isWhole = !typed.section(u'/', 0, 2).contains("${"_L1); // scheme, host and port
    if (url)
        m_server.target.http.url = *url;
    else if (isWhole && HttpOptions::isAddress(typed) && lax.isValid() && !lax.host().isEmpty())
        m_server.target.http.url = lax;
    else if (hasPlaceholder && (typed.startsWith("${"_L1) || HttpOptions::isAddress(typed)))
        takeTemplate(typed);
    else
        remark(Kind::BadUrl, Secrets::maskedText(typed), name);
}

/// Keeps a URL with placeholders that is not valid as it is. The user completes it before connecting.
void EntryReader::takeTemplate(const QString &typed)
{
    m_server.target.urlTemplate = typed;
    remark(Kind::Incomplete, Secrets::maskedText(typed));
}

void EntryReader::addHeader(const QString &name, const QString &value, const QString &pointer)
{
    const HttpHeader header{name.toUtf8(), value.toUtf8()};
    if (HttpHeaders::isValid(header) && !HttpHeaders::isFraming(header.name))
        m_server.target.http.headers.add(header);
    else
        m_server.remarks.append({Kind::LeftOut, u"a header"_s, pointer});
}

void EntryReader::readHeaders(const JsonValue &value, const QString &pointer)
{
    if (!value.isValid() || value.type() == JsonType::Null)
        return;
    if (!value.isObject()) {
        m_server.remarks.append({Kind::LeftOut, u"an object"_s, pointer});
        return;
    }
    for (const JsonMember &member : value) {
        const QString where = ImportedServer::pointerTo(pointer, member.key());
        if (const auto known = text(member.value, where, true))
            addHeader(member.key(), *known, where);
        else
            m_server.remarks.append({Kind::LeftOut, u"a header"_s, where});
    }
}

/// In Continue, the headers are a member of requestOptions. Its other members are not imported.
void EntryReader::readRequestOptions()
{
    const JsonValue options = take("requestOptions");
    const QString pointer = ImportedServer::pointerTo(m_server.pointer, u"requestOptions"_s);
    readHeaders(options.member("headers"), ImportedServer::pointerTo(pointer, u"headers"_s));
    for (const JsonMember &member : options) {
        if (!member.keyEquals("headers"))
            m_notTaken << u"requestOptions."_s + member.key();
    }
}

/// In Codex, members name environment variables for a token and for headers.
void EntryReader::readHeaderReferences()
{
    if (const QString variable = optionalText("bearer_token_env_var"); !variable.isEmpty()) {
        m_texts << u"Bearer ${%1}"_s.arg(variable);
        addHeader(u"Authorization"_s, m_texts.constLast(),
                  ImportedServer::pointerTo(m_server.pointer, u"bearer_token_env_var"_s));
    }
    const JsonValue value = take("env_http_headers");
    const QString pointer = ImportedServer::pointerTo(m_server.pointer, u"env_http_headers"_s);
    for (const JsonMember &member : value) {
        const QString where = ImportedServer::pointerTo(pointer, member.key());
        const QString variable = member.value.toString();
        if (variable.isEmpty()) {
            m_server.remarks.append({Kind::LeftOut, u"a string"_s, where});
            continue;
        }
        m_texts << u"${%1}"_s.arg(variable);
        addHeader(member.key(), m_texts.constLast(), where);
    }
}

/// Adds a remark for words that seem to be written for a shell.
void EntryReader::noteShellSyntax()
{
    const StdioCommand &command = m_server.target.command;
    QStringList expandable = QStringList{command.program} + command.arguments + QStringList{command.workingDirectory};
    expandable.removeIf([](const QString &word) { return !isExpandable(word); });
    if (!expandable.isEmpty())
        remark(Kind::ShellSyntax, expandable.join(u", "_s));
    const CommandHint::Fault fault = CommandHint::faultOf(command);
    if (fault == CommandHint::Fault::Assignment)
        remark(Kind::Assignment, command.program);
    else if (fault == CommandHint::Fault::OfWindows)
        remark(Kind::WindowsOnly, command.program);
}

void EntryReader::noteTheRest()
{
    QStringList found;
    for (const QString &text : std::as_const(m_texts)) {
        for (const Placeholder &placeholder : Placeholder::in(text)) {
            found << placeholder.text;
            if (const auto input = m_inputs.constFind(placeholder.name); input != m_inputs.constEnd())
                m_server.target.inputs.insert(placeholder.name, *input);
        }
    }
    found.removeDuplicates();
    if (!found.isEmpty())
        remark(Kind::Placeholders, found.join(u", "_s));
    QStringList unknown = m_notTaken;
    for (const JsonMember &member : m_entry) {
        if (!m_taken.contains(member.key().toUtf8()) && member.value.type() != JsonType::Null)
            unknown << member.key();
    }
    unknown.removeDuplicates();
    if (!unknown.isEmpty())
        remark(Kind::NotTaken, unknown.join(u", "_s));
}

} // namespace

TranslatableText ImportRemark::reason() const
{
    const QString shown = Formatting::visible(subject);
    switch (kind) {
    case Kind::Placeholders:
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "Placeholders that need values before connecting: %1."), shown);
    case Kind::EnvFile:
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The variables in the file %1 are not read."),
                                    shown);
    case Kind::TakenAsText:
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Imported as text."));
    case Kind::LeftOut:
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Skipped, because it is not %1."), shown);
    case Kind::NotTaken:
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Not imported: %1."), shown);
    case Kind::Blanks:
        return TranslatableText::of(QT_TRANSLATE_NOOP(
            "TranslatableText", "The program name contains spaces. If it is a whole command line, edit it."));
    case Kind::ShellSyntax:
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "Passed unchanged, because no shell expands it: %1."), shown);
    case Kind::Assignment:
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "%1 sets a variable and is not a program. Move it to env."), shown);
    case Kind::WindowsOnly:
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "%1 exists only on Windows: use the command after /c."), shown);
    case Kind::RelativeFolder:
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "The working folder %1 is relative to the folder in which Pullcord was started."),
            shown);
    case Kind::Incomplete:
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "Complete the address before connecting: %1."), shown);
    case Kind::NotAnObject:
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Cannot be imported: not an object."));
    case Kind::Nothing:
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "Cannot be imported: it has neither a command nor a URL."));
    case Kind::Unreadable:
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Cannot be imported, because it is not %1."),
                                    shown);
    case Kind::BadUrl:
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "Cannot be imported: %1 is not an http or https address."), shown);
    case Kind::UnknownType:
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Cannot be imported: unknown type %1."),
                                    shown);
    }
    return {};
}

TranslatableText ImportRemark::sentence() const
{
    const bool namesItself = kind == Kind::Placeholders || kind == Kind::NotTaken || kind == Kind::Nothing ||
                             kind == Kind::Incomplete || pointer.isEmpty();
    return namesItself ? reason()
                       : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1: %2"),
                                              Formatting::visible(pointer), reason());
}

const ImportRemark *ImportedServer::obstacle() const
{
    const auto found =
        std::ranges::find_if(remarks, [](const ImportRemark &remark) { return remark.kind >= Kind::NotAnObject; });
    return found == remarks.end() ? nullptr : &*found;
}

ImportedServer ImportedServer::read(const QString &name, const JsonValue &entry, const QString &pointer,
                                    const QString &folder, const Inputs &inputs)
{
    ImportedServer server;
    server.target.name = name;
    server.target.imported = true;
    server.pointer = pointer;
    EntryReader(entry, server, inputs).run(folder);
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
        const bool isCommand = name == "command";
        return type == JsonType::String || (isCommand && (type == JsonType::Array || type == JsonType::Object));
    };
    return object.isObject() && (std::ranges::any_of(CommandNames, has) || std::ranges::any_of(AddressNames, has));
}

} // namespace Pullcord
