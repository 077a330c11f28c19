// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/serverexport.h"

#include "core/config/placeholder.h"
#include "core/json/jsontext.h"
#include "core/secrets/secretnames.h"
#include "core/secrets/secrets.h"

#include <QHash>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <utility>

namespace Pullcord::ServerExport {
using namespace Qt::StringLiterals;

namespace {

QByteArray member(QByteArrayView name, const QByteArray &value)
{
    return JsonText::quoted(name) + ':' + value;
}

QByteArray object(const QByteArrayList &members)
{
    return '{' + members.join(',') + '}';
}

/// Replaces each run of other characters than letters and digits by one `joint`, with none at the ends.
QString joined(const QString &name, QChar joint)
{
    QString text;
    for (const QChar c : name) {
        if (c.isLetterOrNumber())
            text += c;
        else if (!text.isEmpty() && !text.endsWith(joint))
            text += joint;
    }
    return text.endsWith(joint) ? text.chopped(1) : text;
}

/// Returns the parts of the text between these pieces.
QStringList hiddenIn(const QString &text, const QStringList &pieces)
{
    QStringList literal;
    for (const QString &piece : pieces)
        literal << QRegularExpression::escape(piece);
    const QRegularExpression whole(QRegularExpression::anchoredPattern(literal.join("(.*?)"_L1)));
    return whole.match(text).capturedTexts().mid(1);
}

/// Writes the servers one after the other, and collects the remarks on their placeholders.
class Writer
{
public:
    Writer(Format format, Secret secret)
        : m_format(format)
        , m_secret(secret)
    {}

    void add(const ServerTarget &server);
    [[nodiscard]] Configuration finish();

private:
    QByteArrayList membersOf(const ServerTarget &server, const StdioCommand &command);
    QByteArrayList membersOf(const HttpOptions &http, QString url);
    /// Returns the text for a value under a visible name; an unknown value is empty.
    QString value(const QString &name, const QString &value, bool isKnown);
    QStringList argumentsOf(const QStringList &arguments);
    /// Replaces each mask by a placeholder for the hidden part of the text. Its name is `name`, or if that is empty,
    /// the name of the parameter.
    QString unmasked(const QString &masked, const QString &text, const QString &name);
    /// Returns the text with references that the tool supports.
    QString translated(const QString &text);
    QString reference(const QString &written, bool isInput, const QString &name);
    /// True if the masked parts of a text are references.
    [[nodiscard]] static bool namesItsSecrets(const QString &masked, const QString &text);
    /// Returns the placeholder for a value: the same for equal name and value in one server, else another.
    QString placeholder(const QString &name, const QString &value, bool isSecret);
    [[nodiscard]] QString idFor(const QString &name) const;

    Format m_format;
    Secret m_secret;
    Configuration m_written;
    QString m_server; ///< name of the current server
    QSet<QString> m_names;
    QByteArrayList m_servers;
    QByteArrayList m_inputs;
    QHash<QString, std::pair<QString, QString>> m_ids; ///< ids, with the server and the value of each
};

QString Writer::idFor(const QString &name) const
{
    return m_format == Format::McpServers ? name : joined(m_server + u' ' + name, u'-').toLower();
}

QString Writer::placeholder(const QString &name, const QString &value, bool isSecret)
{
    const std::pair wanted{m_server, value};
    const auto isTaken = [&](const QString &id) {
        const auto present = m_ids.constFind(id);
        // An environment variable is the same for all servers that use it.
        return present != m_ids.cend() && *present != wanted &&
               (m_format == Format::VsCode || present->first == m_server);
    };
    QString own = name;
    for (int number = 2; isTaken(idFor(own)); ++number)
        own = u"%1_%2"_s.arg(name).arg(number);
    const QString id = idFor(own);
    const bool isNew = !m_ids.contains(id);
    m_ids.insert(id, wanted);
    if (m_format == Format::McpServers)
        return u"${%1}"_s.arg(id); // `X_API_KEY`, whatever its name
    if (isNew) {
        m_inputs << object({member("type", "\"promptString\""), member("id", JsonText::quoted(id)),
                            member("description", JsonText::quoted(u"%1: %2"_s.arg(m_server, own))),
                            member("password", isSecret ? "true" : "false")});
    }
    return u"${input:%1}"_s.arg(id);
}

QString Writer::value(const QString &name, const QString &value, bool isKnown)
{
    const bool isSecretName = Secrets::isSecretName(name);
    if (!isKnown) {
        m_written.unknown << name;
        return placeholder(name, value, isSecretName);
    }
    const QString masked = Secrets::maskedText(value);
    if (value.isEmpty() || Placeholder::isOnlyReferences(value) ||
        (!isSecretName && (masked == value || namesItsSecrets(masked, value))))
        return translated(value);
    m_written.secrets << name;
    return m_secret == Secret::Written ? value : placeholder(name, value, true);
}

QString Writer::unmasked(const QString &masked, const QString &text, const QString &name)
{
    static const QRegularExpression Parameter(u"([-\\w.]+)=$"_s);
    const QStringList pieces = masked.split(Secrets::Mask);
    const QStringList values = hiddenIn(text, pieces);
    QString whole = pieces.constFirst();
    for (qsizetype i = 1; i < pieces.size(); ++i) {
        const QString called = name.isEmpty() ? Parameter.match(pieces.at(i - 1)).captured(1) : name;
        const QString known = joined(called, u'_').toUpper();
        whole += placeholder(known.isEmpty() ? u"SECRET"_s : known, values.value(i - 1), true) + pieces.at(i);
    }
    return whole;
}

QString Writer::translated(const QString &text)
{
    static const QRegularExpression Reference(u"\\$\\{(input:)?([^}]+)\\}"_s);
    QString result;
    qsizetype at = 0;
    for (const QRegularExpressionMatch &match : Reference.globalMatch(text)) {
        result += text.sliced(at, match.capturedStart() - at) +
                  reference(match.captured(), match.hasCaptured(1), match.captured(2));
        at = match.capturedEnd();
    }
    return result + text.sliced(at);
}

/// Only VS Code asks for `${input:a}`, and it does not read `${A}` from the environment.
QString Writer::reference(const QString &written, bool isInput, const QString &name)
{
    static const QRegularExpression Variable(u"^[A-Z_][A-Z0-9_]*$"_s);
    const bool isOfEnvironment = !isInput && Variable.match(name).hasMatch();
    const bool isForVsCode = m_format == Format::VsCode;
    if (isForVsCode ? !isInput && !isOfEnvironment : !isInput)
        return written;
    const QString result = placeholder(joined(name, u'_').toUpper(), written, true);
    if (isInput != isForVsCode)
        m_written.renamed << u"%1 → %2"_s.arg(written, result);
    return result;
}

bool Writer::namesItsSecrets(const QString &masked, const QString &text)
{
    const QStringList hidden = hiddenIn(text, masked.split(Secrets::Mask));
    return !hidden.isEmpty() && std::all_of(hidden.begin(), hidden.end(), Placeholder::isOnlyReferences);
}

/// In `--api-key X` and `--api-key=X`, the option names the value.
QStringList Writer::argumentsOf(const QStringList &arguments)
{
    const QStringList masked = Secrets::maskedArguments(arguments);
    QStringList words = arguments;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        if (masked.at(i) == arguments.at(i) || namesItsSecrets(masked.at(i), arguments.at(i))) {
            words[i] = translated(arguments.at(i));
            continue;
        }
        const bool isWhole = masked.at(i) == Secrets::Mask;
        QString name = isWhole ? (i > 0 ? arguments.at(i - 1) : QString()) : masked.at(i).section(Secrets::Mask, 0, 0);
        if (!isWhole)
            name = name.contains("://"_L1) ? QString() : joined(name, u'_').section(u'_', -2);
        m_written.secrets << (name.isEmpty() ? masked.at(i) : name);
        if (m_secret == Secret::Named)
            words[i] = unmasked(masked.at(i), arguments.at(i), name);
    }
    return words;
}

QByteArrayList Writer::membersOf(const ServerTarget &server, const StdioCommand &command)
{
    QByteArrayList members;
    if (m_format == Format::VsCode)
        members << member("type", "\"stdio\"");
    QByteArrayList words;
    const QStringList arguments = argumentsOf(command.arguments);
    for (const QString &argument : arguments)
        words << JsonText::quoted(argument);
    members << member("command", JsonText::quoted(command.program)) << member("args", '[' + words.join(',') + ']');
    QStringList names = command.setVariables.keys();
    names.sort();
    QByteArrayList variables;
    for (const QString &name : std::as_const(names)) {
        const QString given = command.setVariables.value(name);
        const bool isKnown = !given.isEmpty() || !server.forgotten.contains(name);
        variables << member(name.toUtf8(), JsonText::quoted(value(name, given, isKnown)));
    }
    if (!variables.isEmpty())
        members << member("env", object(variables));
    if (!command.workingDirectory.isEmpty())
        members << member("cwd", JsonText::quoted(command.workingDirectory));
    return members;
}

QByteArrayList Writer::membersOf(const HttpOptions &http, QString url)
{
    QByteArrayList members;
    if (http.kind != HttpOptions::Kind::Automatic || m_format == Format::VsCode)
        members << member("type", http.kind == HttpOptions::Kind::HttpSse ? "\"sse\"" : "\"http\"");
    if (const QString masked = Secrets::maskedText(url); masked == url || namesItsSecrets(masked, url)) {
        url = translated(url);
    } else {
        m_written.secrets << masked;
        if (m_secret == Secret::Named)
            url = unmasked(masked, url, {});
    }
    members << member("url", JsonText::quoted(url));
    QByteArrayList headers;
    for (const HttpHeader &header : http.headers) {
        const QString name = joined(QString::fromUtf8(header.name), u'_').toUpper();
        headers << member(header.name,
                          JsonText::quoted(value(name, QString::fromUtf8(header.value), !header.value.isEmpty())));
    }
    if (!headers.isEmpty())
        members << member("headers", object(headers));
    return members;
}

void Writer::add(const ServerTarget &server)
{
    m_server = server.title();
    for (int number = 2; m_names.contains(m_server); ++number)
        m_server = u"%1 (%2)"_s.arg(server.title()).arg(number);
    m_names << m_server;
    const QByteArrayList members =
        server.isHttp() ? membersOf(server.http, server.address()) : membersOf(server, server.command);
    m_servers << member(m_server.toUtf8(), object(members));
}

Configuration Writer::finish()
{
    QByteArrayList members;
    if (!m_inputs.isEmpty())
        members << member("inputs", '[' + m_inputs.join(',') + ']');
    members << member(m_format == Format::VsCode ? "servers" : "mcpServers", object(m_servers));
    m_written.json = JsonText::indented(object(members)) + '\n';
    m_written.secrets.removeDuplicates();
    m_written.unknown.removeDuplicates();
    m_written.renamed.removeDuplicates();
    return m_written;
}

} // namespace

Configuration of(const QList<ServerTarget> &servers, Format format, Secret secret)
{
    Writer writer(format, secret);
    for (const ServerTarget &server : servers)
        writer.add(server);
    return writer.finish();
}

} // namespace Pullcord::ServerExport
