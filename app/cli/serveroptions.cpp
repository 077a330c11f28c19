// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/serveroptions.h"

#include "app/cli/optionvalues.h"
#include "app/cli/savedservers.h"

#include <QCommandLineParser>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

/// The digest as programs print it: 64 hexadecimal digits, in pairs with colons or without.
Result<QByteArray> digestFrom(const QString &text)
{
    constexpr qsizetype Size = 32;
    const QByteArray digits = text.toLatin1().replace(':', QByteArray());
    const QByteArray digest = QByteArray::fromHex(digits);
    if (digest.size() != Size || digest.toHex() != digits.toLower())
        return usage(u"--trust-certificate takes the 64 digits of a SHA-256 digest, not \"%1\""_s.arg(text));
    return digest;
}

/// What goes with the URL that is in `options`.
Outcome readUrlOptions(CliOptions &options, const QCommandLineParser &parser)
{
    const auto headers = parser.values(u"header"_s);
    for (const QString &line : headers) {
        const auto header = HttpHeader::fromLine(line);
        if (!header)
            return usage(u"--header: "_s + header.error().detail);
        const std::optional<QByteArray> saved = options.http.headers.value(header->name);
        if (saved && saved->isEmpty()) // its value is not stored
            options.http.headers.remove(header->name);
        options.http.headers.add(*header);
    }
    if (parser.isSet(u"transport"_s)) {
        const auto kind = httpKindFromName(parser.value(u"transport"_s));
        if (!kind)
            return usage(
                u"--transport takes auto, streamable-http or http+sse, not \"%1\""_s.arg(parser.value(u"transport"_s)));
        options.http.kind = *kind;
    }
    const auto digests = parser.values(u"trust-certificate"_s);
    for (const QString &text : digests) {
        const auto digest = digestFrom(text);
        if (!digest)
            return digest.error();
        options.http.exchange.trustedCertificates.append(*digest);
    }
    HttpExchange::Options &exchange = options.http.exchange;
    return readTimes(parser, {{u"connect-timeout"_s, &exchange.connectTimeout},
                              {u"idle-timeout"_s, &exchange.idleTimeout},
                              {u"cancel-grace"_s, &options.http.cancelGrace}});
}

Outcome readUrl(CliOptions &options, const QString &typed, const QCommandLineParser &parser)
{
    const auto url = HttpOptions::urlFrom(typed);
    if (!url)
        return url.error();
    options.http.url = *url;
    return readUrlOptions(options, parser);
}

Outcome refuseUrlOptions(const QCommandLineParser &parser)
{
    for (const QString &name : {u"header"_s, u"transport"_s, u"trust-certificate"_s, u"connect-timeout"_s,
                                u"idle-timeout"_s, u"cancel-grace"_s}) {
        if (parser.isSet(name))
            return usage(u"--%1 goes with a URL"_s.arg(name));
    }
    return std::monostate();
}

Outcome readSaved(CliOptions &options, const QCommandLineParser &parser)
{
    const auto saved = SavedServers::ready(options.settingsPath, parser.value(u"server"_s));
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
            return usage(u"the server \"%1\" needs --header '%2: …', since values are not stored"_s.arg(
                saved->name, QString::fromUtf8(header.name)));
        }
    }
    return std::monostate();
}

} // namespace

Outcome readServer(CliOptions &options, const std::optional<QStringList> &behind, const QCommandLineParser &parser)
{
    const bool needed = options.needsServer();
    const int named = int(behind.has_value()) + int(parser.isSet(u"url"_s)) + int(parser.isSet(u"server"_s));
    if (!needed && named > 0)
        return usage(u"this command takes no server"_s);
    if (named > 1) {
        return usage(parser.isSet(u"server"_s) ? u"--server names a server, and there is another one"_s
                                               : u"a URL and what stands behind -- are two servers"_s);
    }
    if (parser.isSet(u"server"_s))
        return readSaved(options, parser);
    const QStringList words = behind.value_or(QStringList());
    const bool isBehind = !words.isEmpty() && HttpOptions::isAddress(words.first());
    const bool onlyStarted = options.command == CliOptions::Command::Proxy;
    if (onlyStarted && (words.isEmpty() || isBehind)) {
        return usage(
            isBehind ? u"proxy: \"%1\" is no command: only servers on stdio can be put behind it"_s.arg(words.first())
                     : u"proxy: the server is missing: put -- COMMAND ARGS… at the end of the line"_s);
    }
    if (isBehind && words.size() > 1)
        return usage(u"\"%1\" behind the URL is one word too many"_s.arg(words.at(1)));
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

} // namespace Pullcord
