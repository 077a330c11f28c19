// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/servers/serveroptions.h"

#include "app/cli/optionvalues.h"
#include "app/cli/servers/configuredservers.h"
#include "app/cli/servers/savedservers.h"

#include <QCommandLineParser>
#include <QFile>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

/// Reads a digest as programs print it: 64 hexadecimal digits, or in pairs with colons.
Result<QByteArray> digestFrom(const QString &text)
{
    constexpr qsizetype Size = 32;
    const QByteArray digits = text.toLatin1().replace(':', QByteArray());
    const QByteArray digest = QByteArray::fromHex(digits);
    if (digest.size() != Size || digest.toHex() != digits.toLower())
        return usage(u"--trust-certificate expects the 64 digits of a SHA-256 digest, not \"%1\""_s.arg(text));
    return digest;
}

/// Replaces $NAME and ${NAME} by environment variables, and $$ by a dollar sign.
Result<QString> expanded(const QString &text)
{
    static const QRegularExpression reference(uR"(\$(?:\$|([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\}|(\{)))"_s);
    QString result;
    qsizetype end = 0;
    for (auto each = reference.globalMatch(text); each.hasNext();) {
        const QRegularExpressionMatch match = each.next();
        result += text.sliced(end, match.capturedStart() - end);
        end = match.capturedEnd();
        if (match.hasCaptured(3))
            return usage(u"${ starts the name of a variable and } ends it; $$ stands for $"_s);
        const QString name = match.captured(1) + match.captured(2);
        const QByteArray key = name.toLocal8Bit();
        if (!name.isEmpty() && !qEnvironmentVariableIsSet(key.constData()))
            return usage(u"the environment variable %1 is not set ($$ stands for $)"_s.arg(name));
        result += name.isEmpty() ? u"$"_s : qEnvironmentVariable(key.constData());
    }
    return result + text.sliced(end);
}

/// `where` names the option or the line of a file; the value of a header is never shown.
Outcome addHeader(CliOptions &options, const QString &where, const QString &line)
{
    const auto header = HttpHeader::fromLine(line);
    if (!header)
        return usage(where + u": "_s + header.error().detail);
    const std::optional<QByteArray> saved = options.http.headers.value(header->name);
    if (saved && saved->isEmpty()) // its value is not stored
        options.http.headers.remove(header->name);
    options.http.headers.add(*header);
    return std::monostate();
}

/// Reads one header per line; ignores empty lines and those that begin with #.
Outcome readHeaderFile(CliOptions &options, const QString &path)
{
    constexpr qint64 Longest = qint64(1) << 20;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return usage(u"--header-file: cannot read %1: %2"_s.arg(path, file.errorString()));
    const QByteArray text = file.read(Longest + 1);
    if (file.error() != QFileDevice::NoError)
        return usage(u"--header-file: cannot read %1: %2"_s.arg(path, file.errorString()));
    if (text.size() > Longest)
        return usage(u"--header-file: %1 is longer than %2 bytes"_s.arg(path).arg(Longest));
    const QStringList lines = QString::fromUtf8(text).split(u'\n');
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const QString line = lines.at(i).trimmed();
        if (line.isEmpty() || line.startsWith(u'#'))
            continue;
        const QString where = u"--header-file: %1, line %2"_s.arg(path).arg(i + 1);
        if (const Outcome added = addHeader(options, where, line); !added)
            return added.error();
    }
    return std::monostate();
}

/// Certificates and proxy. Secrets come from the environment, since others can read a command line.
Outcome readNetwork(HttpNetwork &network, const QCommandLineParser &parser)
{
    const std::pair<QString, QString *> files[] = {{u"ca"_s, &network.caFile},
                                                   {u"cert"_s, &network.certificateFile},
                                                   {u"key"_s, &network.keyFile},
                                                   {u"proxy"_s, &network.proxy}};
    for (const auto &[name, value] : files) {
        if (parser.isSet(name))
            *value = parser.value(name);
    }
    if (network.proxy == HttpNetwork::SystemProxy)
        network.proxy.clear();
    network.passphrase = qEnvironmentVariable("PULLCORD_KEY_PASSPHRASE");
    QUrl proxy(network.proxy, QUrl::StrictMode);
    const QString password = qEnvironmentVariable("PULLCORD_PROXY_PASSWORD");
    if (!password.isEmpty() && !proxy.userName().isEmpty() && proxy.password().isEmpty()) {
        proxy.setPassword(password, QUrl::DecodedMode);
        network.proxy = proxy.toString(QUrl::FullyEncoded);
    }
    if (const Outcome checked = network.check(); !checked) {
        const bool isLocked = network.isKeyLocked() && network.passphrase.isEmpty();
        return usage(checked.error().detail +
                     (isLocked ? u": set the environment variable PULLCORD_KEY_PASSPHRASE"_s : QString()));
    }
    return std::monostate();
}

/// Reads the options of the URL in `options`.
Outcome readUrlOptions(CliOptions &options, const QCommandLineParser &parser)
{
    const auto files = parser.values(u"header-file"_s);
    for (const QString &path : files) {
        if (const Outcome read = readHeaderFile(options, path); !read)
            return read.error();
    }
    const auto headers = parser.values(u"header"_s);
    for (const QString &line : headers) {
        const Result<QString> whole = expanded(line);
        if (!whole)
            return usage(u"--header: "_s + whole.error().detail);
        if (const Outcome added = addHeader(options, u"--header"_s, *whole); !added)
            return added.error();
    }
    if (parser.isSet(u"transport"_s)) {
        const auto kind = httpKindFromName(parser.value(u"transport"_s));
        if (!kind)
            return usage(u"--transport expects auto, streamable-http or http+sse, not \"%1\""_s.arg(
                parser.value(u"transport"_s)));
        options.http.kind = *kind;
    }
    if (const Outcome network = readNetwork(options.http.network, parser); !network)
        return network;
    options.http.followRedirects = options.http.followRedirects || parser.isSet(u"follow-redirects"_s);
    const auto digests = parser.values(u"trust-certificate"_s);
    for (const QString &text : digests) {
        const auto digest = digestFrom(text);
        if (!digest)
            return digest.error();
        options.http.exchange.trustedCertificates.append(*digest);
    }
    HttpExchange::Options &exchange = options.http.exchange;
    // A request waits for the connection, too.
    if (parser.isSet(u"timeout"_s) && options.timeout.count() > 0)
        exchange.connectTimeout = std::min(exchange.connectTimeout, options.timeout);
    return readTimes(parser, {{u"connect-timeout"_s, &exchange.connectTimeout},
                              {u"idle-timeout"_s, &exchange.idleTimeout},
                              {u"cancel-grace"_s, &options.http.cancelGrace}});
}

/// A URL that is a secret can be the value of an environment variable.
Outcome readUrl(CliOptions &options, const QString &typed, const QCommandLineParser &parser)
{
    const Result<QString> whole = typed.startsWith(u'$') ? expanded(typed) : typed;
    if (!whole)
        return usage(u"--url: "_s + whole.error().detail);
    const auto url = HttpOptions::urlFrom(*whole);
    if (!url)
        return url.error();
    options.http.url = *url;
    return readUrlOptions(options, parser);
}

Outcome refuseUrlOptions(const QCommandLineParser &parser)
{
    for (const QString &name :
         {u"header"_s, u"header-file"_s, u"transport"_s, u"trust-certificate"_s, u"follow-redirects"_s, u"ca"_s,
          u"cert"_s, u"key"_s, u"proxy"_s, u"connect-timeout"_s, u"idle-timeout"_s, u"cancel-grace"_s}) {
        if (parser.isSet(name))
            return usage(u"--%1 requires a URL"_s.arg(name));
    }
    return std::monostate();
}

/// Reads the values for `${input:NAME}` in a configuration.
Outcome readInputs(CliOptions &options, const QCommandLineParser &parser)
{
    const QStringList inputs = parser.values(u"input"_s);
    for (const QString &input : inputs) {
        const qsizetype at = input.indexOf(u'=');
        if (at < 1)
            return usage(u"--input expects NAME=VALUE, for ${input:NAME} in a configuration"_s); // may be a secret
        const Result<QString> value = expanded(input.sliced(at + 1));
        if (!value)
            return usage(u"--input: "_s + value.error().detail);
        options.inputs.insert(input.first(at), *value);
    }
    return std::monostate();
}

/// Returns a server of a configuration with its placeholders replaced.
Result<ServerTarget> configured(CliOptions &options, const QString &name)
{
    Result<ImportedServer> found = ConfiguredServers::find(options.configPath, name);
    if (!found)
        return found.error();
    if (const Outcome filled = ConfiguredServers::fill(found->target, options.inputs); !filled)
        return filled.error();
    if (found->disabled)
        options.notes << u"The server \"%1\" is disabled in %2, so its host does not start it"_s.arg(
            name, options.configPath);
    return found->target;
}

Outcome readSaved(CliOptions &options, const QCommandLineParser &parser)
{
    if (const Outcome read = readInputs(options, parser); !read)
        return read;
    const QString name = options.serverName = parser.value(u"server"_s);
    const auto saved = options.configPath.isEmpty() ? SavedServers::ready(options.settingsPath, name, options.inputs)
                                                    : configured(options, name);
    if (!saved)
        return saved.error();
    options.server = saved->command;
    options.http = saved->http;
    if (!parser.isSet(u"revision"_s))
        options.revision = saved->revision;
    if (!saved->isHttp())
        return refuseUrlOptions(parser);
    if (const Outcome read = readUrlOptions(options, parser); !read)
        return read.error();
    for (const HttpHeader &header : options.http.headers) {
        if (header.value.isEmpty()) {
            return usage(
                u"the server \"%1\" needs --header '%2: …' or --header-file, or values for the placeholders in its "
                "header (--input, environment), since values are not stored"_s.arg(saved->name,
                                                                                   QString::fromUtf8(header.name)));
        }
    }
    return std::monostate();
}

/// Reads the variables of our environment that the server inherits.
Outcome readInherited(CliOptions &options, const QCommandLineParser &parser)
{
    if (!parser.isSet(u"inherit"_s))
        return std::monostate();
    if (!options.http.url.isEmpty())
        return usage(u"--inherit requires a command"_s);
    const QString given = parser.value(u"inherit"_s);
    options.server.inheritEnvironment = given == "all"_L1;
    options.server.inheritedVariables.clear();
    if (options.server.inheritEnvironment)
        return std::monostate();
    for (const QString &name : given.split(u',', Qt::SkipEmptyParts)) {
        if (name.contains(u'=') || name.contains(u' '))
            return usage(u"--inherit expects all, or names of variables separated by commas, not \"%1\""_s.arg(given));
        options.server.inheritedVariables.append(name);
    }
    return std::monostate();
}

Outcome findServer(CliOptions &options, const std::optional<QStringList> &behind, const QCommandLineParser &parser)
{
    const bool needed = options.needsServer();
    const int named = int(behind.has_value()) + int(parser.isSet(u"url"_s)) + int(parser.isSet(u"server"_s));
    if (!needed && named > 0)
        return usage(u"this command takes no server"_s);
    if (named > 1) {
        return usage(parser.isSet(u"server"_s) ? u"give either --server or another server, not both"_s
                                               : u"give either a URL or a command after --, not both"_s);
    }
    if (parser.isSet(u"server"_s))
        return readSaved(options, parser);
    if (parser.isSet(u"input"_s))
        return usage(u"--input requires --server"_s);
    const QStringList words = behind.value_or(QStringList());
    const bool isBehind = !words.isEmpty() && HttpOptions::isAddress(words.first());
    if (isBehind && words.size() > 1)
        return usage(u"unexpected word \"%1\" after the URL"_s.arg(words.at(1)));
    if (isBehind || parser.isSet(u"url"_s))
        return readUrl(options, isBehind ? words.first() : parser.value(u"url"_s), parser);
    if (const Outcome read = refuseUrlOptions(parser); !read)
        return read.error();
    if (needed && words.isEmpty()) {
        return usage(
            u"the server is missing: put -- COMMAND ARGS… at the end of the line, --url URL, or --server NAME"_s);
    }
    options.server.program = words.value(0);
    options.server.arguments = words.mid(1);
    return std::monostate();
}

} // namespace

Outcome readServer(CliOptions &options, const std::optional<QStringList> &behind, const QCommandLineParser &parser)
{
    const Outcome found = findServer(options, behind, parser);
    return found ? readInherited(options, parser) : found;
}

} // namespace Pullcord
