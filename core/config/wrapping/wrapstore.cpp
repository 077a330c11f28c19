// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/wrapping/wrapstore.h"

#include "core/config/configtext.h"
#include "core/config/serverimport.h"
#include "core/config/wrapping/linedifference.h"
#include "core/json/jsontext.h"
#include "core/secrets/secretnames.h"
#include "core/secrets/secrets.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QSaveFile>
#include <QStandardPaths>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

constexpr auto OwnerOnly = QFile::ReadOwner | QFile::WriteOwner;

QString digestOf(const QByteArray &bytes)
{
    return QString::fromLatin1(QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex());
}

QString dataFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + u"/pullcord"_s;
}

Error ioError(const char *sentence, const QString &path, const TranslatableText &why)
{
    return {.kind = ErrorKind::Io, .detail = TranslatableText::of(sentence, path, why)};
}

Result<QByteArray> bytesOf(const QString &path)
{
    QFile file(path);
    if (!QFileInfo(path).isFile()) // reading a pipe would block
        return ioError(QT_TRANSLATE_NOOP("TranslatableText", "cannot read %1: %2"), path,
                       TranslatableText::of(QFileInfo::exists(path)
                                                ? QT_TRANSLATE_NOOP("TranslatableText", "it is not a file")
                                                : QT_TRANSLATE_NOOP("TranslatableText", "there is no such file")));
    if (!file.open(QIODevice::ReadOnly))
        return ioError(QT_TRANSLATE_NOOP("TranslatableText", "cannot read %1: %2"), path, file.errorString());
    QByteArray bytes = file.read(ConfigText::MaxFileSize + 1);
    if (bytes.size() > ConfigText::MaxFileSize)
        return ioError(
            QT_TRANSLATE_NOOP("TranslatableText", "cannot read %1: %2"), path,
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "it is too large for a configuration")));
    return bytes;
}

Outcome save(const QString &path, const QByteArray &bytes, std::optional<QFile::Permissions> mode = {})
{
    QSaveFile file(path);
    const bool isSaved = file.open(QIODevice::WriteOnly) && (!mode || file.setPermissions(*mode)) &&
                         file.write(bytes) == bytes.size() && file.commit();
    if (isSaved)
        return std::monostate();
    return ioError(QT_TRANSLATE_NOOP("TranslatableText", "cannot write %1: %2"), path, file.errorString());
}

QStringList secretsOf(const ImportedServer &server)
{
    QStringList secrets;
    for (const HttpHeader &header : server.target.http.headers)
        secrets << QString::fromUtf8(header.value);
    const QHash<QString, QString> &variables = server.target.command.setVariables;
    for (auto variable = variables.cbegin(); variable != variables.cend(); ++variable) {
        if (Secrets::isSecretName(variable.key()) || variable.key().startsWith("PULLCORD_"_L1))
            secrets << *variable;
    }
    const QStringList &words = server.target.command.arguments;
    const QStringList masked = Secrets::maskedArguments(words);
    for (qsizetype i = 0; i < words.size(); ++i) {
        if (masked.at(i) == Secrets::Mask) // the word before it names it
            secrets << words.at(i);
    }
    secrets.removeIf([](const QString &value) { return value.isEmpty() || Placeholder::isOnlyReferences(value); });
    return secrets;
}

} // namespace

WrapStore::WrapStore(QString folder)
    : m_folder(std::move(folder))
{}

WrapStore WrapStore::ofUser()
{
    return WrapStore(dataFolder() + u"/wrapping"_s);
}

QString WrapStore::captures()
{
    return dataFolder() + u"/wrapped"_s;
}

QString WrapStore::pathOf(const QString &file, const QString &suffix) const
{
    constexpr qsizetype Digits = 16;
    return QDir(m_folder).filePath(digestOf(file.toUtf8()).first(Digits) + suffix);
}

QJsonObject WrapStore::state(const QString &file) const
{
    return stateIn(pathOf(file, u".json"_s));
}

QJsonObject WrapStore::stateIn(const QString &path)
{
    QFile stored(path);
    return stored.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(stored.readAll()).object() : QJsonObject();
}

QList<WrapStore::Configuration> WrapStore::wrapped() const
{
    QList<Configuration> all;
    const QFileInfoList stored = QDir(m_folder).entryInfoList({u"*.json"_s}, QDir::Files, QDir::Name);
    for (const QFileInfo &info : stored) {
        const QJsonObject state = stateIn(info.filePath());
        Result<Configuration> found = read({state.value("host"_L1).toString(), state.value("file"_L1).toString()});
        if (found)
            all << *std::move(found);
    }
    return all;
}

Result<WrapStore::Configuration> WrapStore::read(const ConfigPlace &place)
{
    Result<QByteArray> text = bytesOf(place.path);
    if (!text)
        return text.error();
    Result<QList<ImportedServer>> servers = ServerImport::fromConfiguration(*text);
    if (!servers)
        return Error{.kind = servers.error().kind,
                     .detail = TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1: %2"), place.path,
                                                    servers.error().detail)};
    return Configuration{place, *std::move(text), *std::move(servers)};
}

WrapStore::Change WrapStore::change(const Configuration &configuration, const QStringList &toWrap,
                                    const QStringList &toUnwrap, const ServerWrapping::Wrapper &wrapper) const
{
    Change change;
    change.place = configuration.place;
    change.before = change.after = configuration.text;
    const QString file = QFileInfo(configuration.place.path).canonicalFilePath();
    const QJsonObject state = this->state(file);
    const QJsonObject entries = state.value("servers"_L1).toObject();
    for (const ImportedServer &server : configuration.servers) {
        change.secrets << secretsOf(server);
        const bool wraps = toWrap.contains(server.pointer);
        const bool isMoved =
            ServerWrapping::isBroken(server.target) && server.target.command.program != wrapper.program;
        const bool isSettled = wraps == ServerWrapping::isWrapped(server.target) && !(wraps && isMoved);
        if ((!wraps && !toUnwrap.contains(server.pointer)) || isSettled)
            continue;
        const QJsonObject entry = entries.value(server.pointer).toObject();
        const ServerWrapping::Former former{.text = entry.value("former"_L1).toString().toUtf8(),
                                            .wrapped = entry.value("wrapped"_L1).toString().toUtf8(),
                                            .json = entry.value("value"_L1).toString().toUtf8()};
        Result<QByteArray> edited = wraps ? ServerWrapping::wrap(change.after, server, wrapper)
                                          : ServerWrapping::unwrap(change.after, server, former);
        if (!edited) {
            change.problems << TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1: \"%2\": %3"),
                                                    change.place.path, server.target.name, edited.error().detail);
            continue;
        }
        change.after = *std::move(edited);
        (wraps ? change.wrapped : change.unwrapped) << server.target.name;
        (wraps ? change.wrappedPointers : change.unwrappedPointers) << server.pointer;
        if (const TranslatableText caution = ServerWrapping::caution(server); wraps && !caution.isEmpty())
            change.cautions << TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1: %2"), server.target.name,
                                                    caution);
    }
    const QStringList left = entries.keys();
    const bool isAll =
        change.wrapped.isEmpty() && !left.isEmpty() &&
        std::ranges::all_of(left, [&](const QString &key) { return change.unwrappedPointers.contains(key); });
    const Result<QByteArray> backup = bytesOf(pathOf(file, u".backup"_s));
    if (isAll && backup && state.value("after"_L1) == digestOf(change.before) &&
        state.value("before"_L1) == digestOf(*backup))
        change.after = *backup;
    return change;
}

/// Writes the state for the changed file. The file as it was is kept from the first change on, as long as nothing else
/// changes the configuration.
Outcome WrapStore::remember(const Change &change) const
{
    const QString file = QFileInfo(change.place.path).canonicalFilePath();
    const QJsonObject old = state(file);
    QJsonObject entries = old.value("servers"_L1).toObject();
    for (const QString &pointer : change.unwrappedPointers)
        entries.remove(pointer);
    for (const QString &pointer : change.wrappedPointers) {
        const Result<ServerWrapping::Former> former = ServerWrapping::formerOf(change.before, change.after, pointer);
        if (!former)
            continue;
        QJsonObject entry = entries.value(pointer).toObject();
        if (entry.value("wrapped"_L1) != QString::fromUtf8(former->text)) // else only its program has changed
            entry = {{u"former"_s, QString::fromUtf8(former->text)}, {u"value"_s, QString::fromUtf8(former->json)}};
        entry.insert(u"wrapped"_s, QString::fromUtf8(former->wrapped));
        entries.insert(pointer, entry);
    }
    if (entries.isEmpty())
        return std::monostate(); // forgotten when the file is written
    const bool isFirst = old.value("servers"_L1).toObject().isEmpty();
    QString before = old.value("before"_L1).toString();
    if (isFirst)
        before = digestOf(change.before);
    else if (old.value("after"_L1) != digestOf(change.before))
        before.clear(); // something else has changed the file, so that only entries can be restored
    if (isFirst) {
        if (const Outcome kept = save(pathOf(file, u".backup"_s), change.before, OwnerOnly); !kept)
            return kept;
    }
    const QJsonObject made{{u"version"_s, 1},
                           {u"file"_s, file},
                           {u"host"_s, change.place.tool},
                           {u"before"_s, before},
                           {u"after"_s, digestOf(change.after)},
                           {u"servers"_s, entries}};
    return save(pathOf(file, u".json"_s), QJsonDocument(made).toJson(), OwnerOnly);
}

Outcome WrapStore::write(const Change &change) const
{
    const QString path = QFileInfo(change.place.path).canonicalFilePath(); // keeps a link to the file
    const QFileInfo folder(m_folder);
    if (!folder.isDir() && !(QDir().mkpath(folder.path()) && QDir().mkdir(m_folder, OwnerOnly | QFile::ExeOwner)))
        return Error{
            ErrorKind::Io,
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "cannot create the folder %1"), m_folder)};
    QSaveFile file(path);
    const QFile::Permissions mode = QFileInfo(path).permissions();
    if (!file.open(QIODevice::WriteOnly) || file.write(change.after) != change.after.size() ||
        !file.setPermissions(mode))
        return ioError(QT_TRANSLATE_NOOP("TranslatableText", "cannot write %1: %2"), path, file.errorString());
    const Result<QByteArray> now = bytesOf(path);
    if (!now || *now != change.before) {
        file.cancelWriting();
        return Error{ErrorKind::Io,
                     TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                            "%1 has changed since it was read, so nothing was written"),
                                          path)};
    }
    if (const Outcome remembered = remember(change); !remembered)
        return remembered;
    if (!file.commit())
        return ioError(QT_TRANSLATE_NOOP("TranslatableText", "cannot write %1: %2"), path, file.errorString());
    const QStringList left = state(path).value("servers"_L1).toObject().keys();
    if (std::ranges::all_of(left, [&](const QString &each) { return change.unwrappedPointers.contains(each); })) {
        QFile::remove(pathOf(path, u".json"_s));
        QFile::remove(pathOf(path, u".backup"_s));
    }
    return std::monostate();
}

QString WrapStore::Change::difference() const
{
    QString text = LineDifference::unified(QString::fromUtf8(before), QString::fromUtf8(after), place.path, place.path);
    constexpr qsizetype LeastSize = 6; ///< a shorter value is a part of too many words
    for (const QString &secret : secrets) {
        const QString quoted = QString::fromUtf8(JsonText::quoted(secret)); // its characters may be escaped
        text.replace(quoted, u"\"%1\""_s.arg(Secrets::Mask));
        text.replace(u"'%1'"_s.arg(secret), u"'%1'"_s.arg(Secrets::Mask));
        if (secret.size() >= LeastSize)
            text.replace(secret, Secrets::Mask);
    }
    return Secrets::maskedProse(text);
}

} // namespace Pullcord
