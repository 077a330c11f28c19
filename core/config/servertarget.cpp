// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/servertarget.h"

#include "core/secrets/secretnames.h"
#include "core/secrets/secrets.h"

#include <QCryptographicHash>
#include <QFileInfo>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <limits>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

/// Longest interval of a timer, 24 days. A damaged setting may hold more, which would overflow in the timer.
constexpr std::chrono::milliseconds LongestTime{std::numeric_limits<int>::max()};

QStringList strings(const QJsonValue &value)
{
    QStringList list;
    const QJsonArray array = value.toArray();
    for (const QJsonValue &each : array)
        list << each.toString();
    return list;
}

/// Stores only names of variables, with a `=` after a name whose value is intentionally empty.
QJsonObject settingOf(const StdioCommand &command, const QStringList &forgotten)
{
    QStringList names;
    for (auto variable = command.setVariables.cbegin(); variable != command.setVariables.cend(); ++variable) {
        const bool isMeantEmpty = variable->isEmpty() && !forgotten.contains(variable.key());
        names << (isMeantEmpty ? variable.key() + u'=' : variable.key());
    }
    names.sort();
    QJsonObject setting{{u"program"_s, command.program},
                        {u"arguments"_s, QJsonArray::fromStringList(command.arguments)},
                        {u"directory"_s, command.workingDirectory},
                        {u"inherit"_s, command.inheritEnvironment},
                        {u"set"_s, QJsonArray::fromStringList(names)},
                        {u"unset"_s, QJsonArray::fromStringList(command.unsetVariables)}};
    if (!command.inheritEnvironment && !command.inheritedVariables.isEmpty())
        setting.insert(u"inherited"_s, QJsonArray::fromStringList(command.inheritedVariables));
    return setting;
}

StdioCommand commandIn(const QJsonObject &object, QStringList &forgotten)
{
    StdioCommand command;
    command.program = object.value("program"_L1).toString();
    command.arguments = strings(object.value("arguments"_L1));
    command.workingDirectory = object.value("directory"_L1).toString();
    command.inheritEnvironment = object.value("inherit"_L1).toBool(true);
    command.inheritedVariables = strings(object.value("inherited"_L1));
    command.unsetVariables = strings(object.value("unset"_L1));
    const QStringList names = strings(object.value("set"_L1));
    for (const QString &variable : names) {
        command.setVariables.insert(variable.section(u'=', 0, 0), {});
        if (!variable.endsWith(u'='))
            forgotten << variable;
    }
    return command;
}

/// Omits the passphrase of the key and the password of the proxy.
QJsonObject settingOf(const HttpNetwork &network)
{
    QJsonObject setting;
    const std::pair<QString, QString> members[] = {{u"ca"_s, network.caFile},
                                                   {u"certificate"_s, network.certificateFile},
                                                   {u"key"_s, network.keyFile},
                                                   {u"proxy"_s, network.shownProxy()}};
    for (const auto &[name, value] : members) {
        if (!value.isEmpty())
            setting.insert(name, value);
    }
    return setting;
}

HttpNetwork networkIn(const QJsonObject &setting)
{
    return {.caFile = setting.value("ca"_L1).toString(),
            .certificateFile = setting.value("certificate"_L1).toString(),
            .keyFile = setting.value("key"_L1).toString(),
            .proxy = setting.value("proxy"_L1).toString()};
}

QJsonObject settingOf(const HttpOptions &http)
{
    QStringList names;
    for (const HttpHeader &header : http.headers)
        names << QString::fromUtf8(header.name);
    QJsonObject setting{{u"url"_s, http.url.toString(QUrl::FullyEncoded)},
                        {u"transport"_s, nameOf(http.kind)},
                        {u"headers"_s, QJsonArray::fromStringList(names)},
                        {u"cancelGrace"_s, qint64(http.cancelGrace.count())},
                        {u"connectTimeout"_s, qint64(http.exchange.connectTimeout.count())},
                        {u"idleTimeout"_s, qint64(http.exchange.idleTimeout.count())}};
    if (http.followRedirects)
        setting.insert(u"followRedirects"_s, true);
    if (const QJsonObject network = settingOf(http.network); !network.isEmpty())
        setting.insert(u"network"_s, network);
    return setting;
}

HttpOptions httpIn(const QJsonObject &object)
{
    HttpOptions http;
    if (const auto url = HttpOptions::urlFrom(object.value("url"_L1).toString()))
        http.url = *url;
    http.kind = httpKindFromName(object.value("transport"_L1).toString()).value_or(http.kind);
    const QStringList names = strings(object.value("headers"_L1));
    for (const QString &name : names) {
        if (const QByteArray header = name.toUtf8(); HttpHeaders::isToken(header) && !HttpHeaders::isFraming(header))
            http.headers.add(header, {});
    }
    http.network = networkIn(object.value("network"_L1).toObject());
    http.followRedirects = object.value("followRedirects"_L1).toBool();
    const auto read = [&object](QLatin1StringView name, std::chrono::milliseconds &time) {
        if (const qint64 stored = object.value(name).toInteger(-1); stored >= 0)
            time = std::chrono::milliseconds(std::min<qint64>(stored, LongestTime.count()));
    };
    read("cancelGrace"_L1, http.cancelGrace);
    read("connectTimeout"_L1, http.exchange.connectTimeout);
    read("idleTimeout"_L1, http.exchange.idleTimeout);
    return http;
}

QJsonObject settingOf(const Timeouts &timeouts)
{
    return {{u"limit"_s, qint64(timeouts.limit.count())},
            {u"progressExtends"_s, timeouts.progressExtends},
            {u"cap"_s, qint64(timeouts.cap.count())}};
}

Timeouts timeoutsIn(const QJsonObject &setting)
{
    const auto seconds = [&setting](QLatin1StringView name) {
        constexpr auto Longest = std::chrono::duration_cast<std::chrono::seconds>(LongestTime);
        return std::chrono::seconds(std::clamp<qint64>(setting.value(name).toInteger(), 0, Longest.count()));
    };
    return {.limit = seconds("limit"_L1),
            .progressExtends = setting.value("progressExtends"_L1).toBool(true),
            .cap = seconds("cap"_L1)};
}

constexpr QLatin1StringView PolicyNames[] = {"ask"_L1, "answer"_L1, "refuse"_L1, "never"_L1}; // by AnswerPolicy::Kind

QJsonObject settingOf(const QHash<QByteArray, AnswerPolicy> &answering)
{
    QJsonObject setting;
    for (auto rule = answering.cbegin(); rule != answering.cend(); ++rule) {
        setting.insert(QString::fromUtf8(rule.key()), QJsonObject{{u"do"_s, QString(PolicyNames[size_t(rule->kind)])},
                                                                  {u"result"_s, QString::fromUtf8(rule->result)}});
    }
    return setting;
}

QHash<QByteArray, AnswerPolicy> answeringIn(const QJsonObject &setting)
{
    QHash<QByteArray, AnswerPolicy> answering;
    for (auto rule = setting.begin(); rule != setting.end(); ++rule) {
        const QString name = rule->toObject().value("do"_L1).toString();
        const auto *known = std::find(std::begin(PolicyNames), std::end(PolicyNames), name);
        if (known == std::end(PolicyNames))
            continue;
        answering.insert(rule.key().toUtf8(), {AnswerPolicy::Kind(known - std::begin(PolicyNames)),
                                               rule->toObject().value("result"_L1).toString().toUtf8()});
    }
    return answering;
}

/// True if the value names its secret and does not hold it.
bool isStorable(const ServerTarget &target, const QString &name, const QString &value)
{
    const QList<Placeholder> placeholders = Placeholder::in(value);
    return Placeholder::isOnlyReferences(value) && std::ranges::none_of(placeholders, [&](const Placeholder &each) {
               return each.fallback && (Secrets::isSecretName(name) || Secrets::isSecretName(each.name) ||
                                        target.inputs.value(each.name).isPassword ||
                                        Secrets::maskedText(*each.fallback) != *each.fallback);
           });
}

QJsonObject referencesOf(const ServerTarget &target)
{
    QJsonObject references;
    const auto add = [&](const QString &name, const QString &value) {
        if (isStorable(target, name, value))
            references.insert(name, value);
    };
    for (const HttpHeader &header : target.http.headers)
        add(QString::fromUtf8(header.name), QString::fromUtf8(header.value));
    const QHash<QString, QString> &variables = target.command.setVariables;
    for (auto variable = variables.cbegin(); variable != variables.cend(); ++variable)
        add(variable.key(), *variable);
    return references;
}

void readReferences(ServerTarget &target, const QJsonObject &references)
{
    HttpHeaders headers;
    for (HttpHeader header : std::as_const(target.http.headers)) {
        header.value = references.value(QString::fromUtf8(header.name)).toString().toUtf8();
        headers.add(header);
    }
    target.http.headers = headers;
    QHash<QString, QString> &variables = target.command.setVariables;
    for (auto variable = variables.begin(); variable != variables.end(); ++variable) {
        if (const QString reference = references.value(variable.key()).toString(); !reference.isEmpty()) {
            *variable = reference;
            target.forgotten.removeAll(variable.key());
        }
    }
}

QJsonArray settingOf(const QHash<QString, DeclaredInput> &inputs)
{
    QStringList names = inputs.keys();
    names.sort();
    QJsonArray setting;
    for (const QString &name : std::as_const(names)) {
        const DeclaredInput input = inputs.value(name);
        setting << QJsonObject{
            {u"name"_s, name}, {u"description"_s, input.description}, {u"password"_s, input.isPassword}};
    }
    return setting;
}

QHash<QString, DeclaredInput> inputsIn(const QJsonArray &setting)
{
    QHash<QString, DeclaredInput> inputs;
    for (const QJsonValue &each : setting) {
        const QJsonObject input = each.toObject();
        inputs.insert(input.value("name"_L1).toString(), {.description = input.value("description"_L1).toString(),
                                                          .isPassword = input.value("password"_L1).toBool()});
    }
    return inputs;
}

/// Values in the path and query of an address. The host is not secret.
QStringList secretsIn(const QString &address, const Placeholder::Values &with)
{
    QStringList values;
    const QList<Placeholder> beforePath = Placeholder::in(address.section(u'/', 0, 2));
    qsizetype number = 0;
    for (const Placeholder &placeholder : Placeholder::in(address)) {
        const bool isSecret = placeholder.isVariable() || placeholder.isInput();
        const QString value = isSecret ? with(placeholder).value_or(QString()) : QString();
        values << (number++ < beforePath.size() ? QUrl(value).toString(QUrl::RemoveScheme | QUrl::RemoveAuthority)
                                                : value);
    }
    values.removeIf([](const QString &value) { return value.isEmpty() || value == "/"_L1; });
    return values;
}

} // namespace

QString ServerTarget::title() const
{
    if (!name.isEmpty())
        return name;
    if (!isHttp())
        return command.title();
    if (!urlTemplate.isEmpty())
        return Secrets::maskedText(urlTemplate);
    return http.url.port() < 0 ? http.url.host() : u"%1:%2"_s.arg(http.url.host()).arg(http.url.port());
}

QString ServerTarget::address() const
{
    if (!urlTemplate.isEmpty())
        return urlTemplate;
    return isHttp() ? http.address() : command.toLine();
}

QString ServerTarget::shownAddress() const
{
    return isHttp() ? http.shown(address()) : StdioCommand::lineOf(command.describe());
}

QString ServerTarget::shortAddress() const
{
    if (isHttp())
        return shownAddress();
    StdioCommand brief = command.shown();
    brief.program = QFileInfo(brief.program).fileName();
    for (QString &argument : brief.arguments) {
        if (argument.startsWith(u'/') && !argument.endsWith(u'/'))
            argument = QFileInfo(argument).fileName();
    }
    return brief.toLine();
}

QStringList ServerTarget::distinctAddresses(const QList<ServerTarget> &targets)
{
    QHash<QString, int> uses;
    for (const ServerTarget &target : targets)
        ++uses[target.shortAddress()];
    QStringList texts;
    for (const ServerTarget &target : targets) {
        const QString brief = target.shortAddress();
        texts << (uses.value(brief) > 1 ? target.shownAddress() : brief);
    }
    return texts;
}

QStringList ServerTarget::forgottenValues() const
{
    if (!isHttp())
        return forgotten;
    QStringList names;
    for (const HttpHeader &header : http.headers) {
        if (header.value.isEmpty())
            names << QString::fromUtf8(header.name);
    }
    return names;
}

QList<Placeholder> ServerTarget::placeholders() const
{
    QList<Placeholder> found;
    if (!isHttp() && !imported)
        return found;
    const auto collect = [&found](const Placeholder &placeholder) -> std::optional<QString> {
        if (std::ranges::find(found, placeholder.text, &Placeholder::text) == found.end())
            found << placeholder;
        return {};
    };
    [[maybe_unused]] const ServerTarget same = filled(collect);
    return found;
}

bool ServerTarget::isSecret(const Placeholder &placeholder) const
{
    if (const auto declared = inputs.constFind(placeholder.name); declared != inputs.constEnd())
        return declared->isPassword;
    const bool isHarmless = placeholder.isFolder() || placeholder.fallback; // which the configuration has in clear
    return !isHarmless || Secrets::isSecretName(placeholder.name);
}

ServerTarget ServerTarget::filled(const Placeholder::Values &with) const
{
    ServerTarget target = *this;
    const auto fill = [&with](QString &text) { text = Placeholder::filled(text, with); };
    const auto words = [](const StdioCommand &of) { return QStringList{of.program} + of.arguments; };
    fill(target.command.program);
    std::ranges::for_each(target.command.arguments, fill);
    QStringList variables = command.setVariables.keys();
    variables.sort();
    for (const QString &variable : std::as_const(variables))
        fill(target.command.setVariables[variable]);
    fill(target.command.workingDirectory);
    if (words(target.command) != words(command) || target.command.workingDirectory != command.workingDirectory) {
        target.command.unfilledWords = words(command);
        target.command.unfilledDirectory = command.workingDirectory;
    }
    target.http.headers = {};
    for (HttpHeader header : http.headers) {
        header.value = Placeholder::filled(QString::fromUtf8(header.value), with).trimmed().toUtf8();
        target.http.headers.add(header);
    }
    const QString typed = urlTemplate.isEmpty() ? http.address() : urlTemplate;
    if (typed.contains("${"_L1)) {
        target.http.urlSecrets = secretsIn(typed, with);
        if (urlTemplate.isEmpty())
            target.http.url = QUrl(Placeholder::filled(typed, with));
        fill(target.urlTemplate);
    }
    return target;
}

ServerTarget ServerTarget::filled() const
{
    if (values.isEmpty())
        return *this;
    return filled([this](const Placeholder &placeholder) -> std::optional<QString> {
        const auto value = values.constFind(placeholder.text);
        return value == values.constEnd() ? std::nullopt : std::optional(*value);
    });
}

void ServerTarget::forgetEntered()
{
    values.clear();
    http.network.passphrase.clear();
    http.network.proxy = http.network.shownProxy();
}

QString ServerTarget::unsendableHeader() const
{
    const auto isSendable = [](const HttpHeader &header) { return HttpHeaders::isValid(header); };
    const auto found = std::ranges::find_if_not(http.headers, isSendable);
    return found == http.headers.end() ? QString() : QString::fromUtf8(found->name);
}

QByteArray ServerTarget::fingerprint() const
{
    StdioCommand shown = command;
    shown.unsetVariables.sort();
    shown.inheritedVariables.sort();
    const QJsonObject seen = settingOf(shown, shown.setVariables.keys());
    return QCryptographicHash::hash(QJsonDocument(seen).toJson(QJsonDocument::Compact), QCryptographicHash::Sha256)
        .toHex();
}

QString ServerTarget::toSetting() const
{
    QJsonObject object = isHttp() ? settingOf(http) : settingOf(command, forgotten);
    object.insert(u"name"_s, name);
    if (!group.isEmpty())
        object.insert(u"group"_s, group);
    if (imported)
        object.insert(u"imported"_s, true);
    if (!urlTemplate.isEmpty())
        object.insert(u"urlTemplate"_s, urlTemplate);
    if (const QJsonObject references = referencesOf(*this); (imported || isHttp()) && !references.isEmpty())
        object.insert(u"references"_s, references);
    if (!inputs.isEmpty())
        object.insert(u"inputs"_s, settingOf(inputs));
    if (!answering.isEmpty())
        object.insert(u"answering"_s, settingOf(answering));
    if (timeouts != Timeouts())
        object.insert(u"timeouts"_s, settingOf(timeouts));
    if (revision)
        object.insert(u"revision"_s, QString(nameOf(*revision)));
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

std::optional<ServerTarget> ServerTarget::fromSetting(const QString &text)
{
    const QJsonObject object = QJsonDocument::fromJson(text.toUtf8()).object();
    ServerTarget target;
    target.name = object.value("name"_L1).toString();
    target.group = object.value("group"_L1).toString();
    target.imported = object.value("imported"_L1).toBool();
    target.revision = revisionFromName(object.value("revision"_L1).toString());
    target.timeouts = timeoutsIn(object.value("timeouts"_L1).toObject());
    target.answering = answeringIn(object.value("answering"_L1).toObject());
    if (object.contains("url"_L1))
        target.http = httpIn(object);
    target.urlTemplate = object.value("urlTemplate"_L1).toString();
    if (!object.contains("url"_L1))
        target.command = commandIn(object, target.forgotten);
    target.inputs = inputsIn(object.value("inputs"_L1).toArray());
    readReferences(target, object.value("references"_L1).toObject());
    if (!target.isHttp() && target.command.program.isEmpty())
        return {};
    return target;
}

bool ServerTarget::isSameAs(const ServerTarget &other) const
{
    return name == other.name && revision == other.revision && isSameLaunch(other);
}

bool ServerTarget::isSameLaunch(const ServerTarget &other) const
{
    if (isHttp() || other.isHttp())
        return urlTemplate == other.urlTemplate && settingOf(http) == settingOf(other.http);
    return fingerprint() == other.fingerprint();
}

} // namespace Pullcord
