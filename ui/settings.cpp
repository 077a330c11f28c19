// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/settings.h"

#include "core/logging.h"
#include "ui/models/languages.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSettings>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

constexpr const char *Language = "language";
constexpr const char *Reasons = "cancel/reasons";
constexpr const char *UsedFilters = "filters/used";
constexpr const char *UsedCommands = "palette/used";
constexpr const char *ColorRules = "colors/rules";
constexpr const char *ExportRules = "export/rules";
constexpr const char *Silenced = "findings/silenced";
constexpr const char *KeptFilters = "filters/kept";
constexpr const char *Servers = "recent/servers";
constexpr const char *Captures = "recent/captures";

QString keyOf(const char *key)
{
    return QString::fromLatin1(key);
}

/// Creates the file with mode 0600. QSettings would create it readable by all users, but keeps the mode of an existing
/// file.
void keepPrivate(const QString &path)
{
    constexpr QFile::Permissions File = QFile::ReadOwner | QFile::WriteOwner;
    const QDir folder = QFileInfo(path).dir();
    if (!folder.exists() && QDir().mkpath(QFileInfo(folder.path()).path()))
        QDir().mkdir(folder.path(), File | QFile::ExeOwner);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly, File))
        file.setPermissions(File);
}

/// Removes every entry with this address, whatever its other details, so that a list shows each server once.
void removeServer(QStringList &stored, const ServerTarget &target)
{
    stored.removeIf([address = target.address()](const QString &text) {
        const auto other = ServerTarget::fromSetting(text);
        return other && other->address() == address;
    });
}

} // namespace

std::unique_ptr<QSettings> Settings::openStore(const QString &path)
{
    auto store = path.isEmpty() ? std::make_unique<QSettings>(QSettings::IniFormat, QSettings::UserScope, u"pullcord"_s,
                                                              u"pullcord"_s)
                                : std::make_unique<QSettings>(path, QSettings::IniFormat);
    keepPrivate(store->fileName());
    qCDebug(Log::config) << "settings:" << store->allKeys().size() << "values";
    return store;
}

Settings::Settings(QSettings &store, QObject *parent)
    : QObject(parent)
    , m_store(store)
{}

Settings::~Settings() = default;

QString Settings::fileName() const
{
    return m_store.fileName();
}

QStringList Settings::plainValues() const
{
    QStringList texts;
    const auto add = [&texts](const char *key, const QString &value) {
        texts << QString::fromLatin1(key) + u'=' + value;
    };
    for (const auto &setting :
         {KeepSessions, ShowHttp, GroupRequests, RawAsHex, HideNoise, ExportRedactsKnown, OpenProxies, TourSeen})
        add(setting.key, value(setting) ? u"true"_s : u"false"_s);
    for (const auto &setting :
         {SessionsMegabytes, JsonDepth, JsonMegabytes, ProbeMilliseconds, NoiseKinds, AtStartIs, CallTimeoutSeconds})
        add(setting.key, QString::number(value(setting)));
    add("saved servers", QString::number(savedServers().servers().size()));
    add("kept filters", QString::number(keptFilters().size()));
    add("color rules", QString::number(colorRules().size()));
    return texts;
}

bool Settings::value(const Setting<bool> &setting) const
{
    const QString text = m_store.value(keyOf(setting.key)).toString();
    if (text == "true"_L1)
        return true;
    return text == "false"_L1 ? false : setting.fallback;
}

int Settings::value(const Setting<int> &setting) const
{
    bool good = false;
    const int value = m_store.value(keyOf(setting.key)).toInt(&good);
    return good && value >= setting.lowest && value <= setting.highest ? value : setting.fallback;
}

void Settings::set(const Setting<bool> &setting, bool value)
{
    m_store.setValue(keyOf(setting.key), value);
}

void Settings::set(const Setting<int> &setting, int value)
{
    m_store.setValue(keyOf(setting.key), qBound(setting.lowest, value, setting.highest));
}

QString Settings::language() const
{
    const QString code = m_store.value(keyOf(Language)).toString();
    return Languages::isKnown(code) ? code : QString();
}

void Settings::setLanguage(const QString &code)
{
    m_store.setValue(keyOf(Language), code);
}

QStringList Settings::reasons() const
{
    return list(Reasons).mid(0, MostReasons);
}

void Settings::addReason(const QString &reason)
{
    addFirst(Reasons, reason, MostReasons);
}

void Settings::addFirst(const char *key, const QString &entry, qsizetype most)
{
    if (entry.trimmed().isEmpty())
        return;
    QStringList all = list(key);
    all.removeAll(entry);
    all.prepend(entry);
    setList(key, all.mid(0, most));
}

QStringList Settings::usedFilters() const
{
    return list(UsedFilters).mid(0, MostRecent);
}

void Settings::addUsedFilter(const QString &filter)
{
    addFirst(UsedFilters, filter, MostRecent);
}

QList<KeptFilter> Settings::keptFilters() const
{
    QList<KeptFilter> kept;
    const QStringList stored = list(KeptFilters).mid(0, MostKeptFilters);
    for (const QString &text : stored)
        kept.append(KeptFilter::fromSetting(text));
    return kept;
}

void Settings::keepFilter(const KeptFilter &kept)
{
    forgetFilter(kept.filter);
    addFirst(KeptFilters, kept.toSetting(), MostKeptFilters);
}

void Settings::forgetFilter(const QString &filter)
{
    QStringList stored = list(KeptFilters);
    stored.removeIf([&](const QString &text) { return KeptFilter::fromSetting(text).filter == filter; });
    setList(KeptFilters, stored);
}

QList<ColorRule> Settings::colorRules() const
{
    QList<ColorRule> rules;
    const QStringList stored = list(ColorRules).mid(0, MostColorRules);
    for (const QString &text : stored) {
        if (const auto rule = ColorRule::fromSetting(text))
            rules.append(*rule);
    }
    return rules;
}

void Settings::setColorRules(const QList<ColorRule> &rules)
{
    QStringList stored;
    for (const ColorRule &rule : rules.first(qMin(rules.size(), MostColorRules)))
        stored.append(rule.toSetting());
    setList(ColorRules, stored);
    emit colorRulesChanged();
}

QStringList Settings::exportRules() const
{
    return list(ExportRules).mid(0, MostExportRules);
}

void Settings::setExportRules(const QStringList &rules)
{
    setList(ExportRules, rules.mid(0, MostExportRules));
}

/// Format of an entry: "C01,C16 NAME OF THE SERVER".
QSet<FindingCode> Settings::silencedRules(const QString &server) const
{
    QSet<FindingCode> codes;
    const QStringList stored = list(Silenced).mid(0, MostWithSilenced);
    for (const QString &entry : stored) {
        const qsizetype space = entry.indexOf(u' ');
        if (space < 0 || entry.mid(space + 1) != server)
            continue;
        const QStringList names = entry.left(space).split(u',');
        for (const QString &name : names) {
            if (const auto code = FindingKind::codeFromName(name))
                codes.insert(*code);
        }
    }
    return codes;
}

void Settings::setSilencedRules(const QString &server, const QSet<FindingCode> &codes)
{
    QStringList stored = list(Silenced);
    stored.removeIf([&server](const QString &entry) { return entry.mid(entry.indexOf(u' ') + 1) == server; });
    QStringList names;
    for (const FindingKind &kind : FindingKind::all()) {
        if (codes.contains(kind.code))
            names << kind.name;
    }
    if (!names.isEmpty())
        stored.prepend(u"%1 %2"_s.arg(names.join(u','), server));
    setList(Silenced, stored.mid(0, MostWithSilenced));
    emit silencedChanged();
}

QStringList Settings::usedCommands() const
{
    return list(UsedCommands).mid(0, MostUsedCommands);
}

void Settings::addUsedCommand(const QString &key)
{
    addFirst(UsedCommands, key, MostUsedCommands);
}

QList<ServerTarget> Settings::recentServers() const
{
    QList<ServerTarget> targets;
    const QStringList stored = list(Servers);
    for (const QString &text : stored) {
        auto target = ServerTarget::fromSetting(text);
        const auto isSameServer = [&](const ServerTarget &other) { return other.address() == target->address(); };
        if (target && targets.size() < MostRecent && std::none_of(targets.begin(), targets.end(), isSameServer))
            targets.append(*std::move(target));
    }
    return targets;
}

void Settings::addRecentServer(const ServerTarget &target)
{
    QStringList stored = list(Servers);
    removeServer(stored, target);
    stored.prepend(target.toSetting());
    setList(Servers, stored.mid(0, MostRecent));
    emit recentChanged();
}

void Settings::removeRecentServer(const ServerTarget &target)
{
    QStringList stored = list(Servers);
    removeServer(stored, target);
    setList(Servers, stored);
    emit recentChanged();
}

ServerList Settings::savedServers() const
{
    ServerList saved = ServerList::fromSettings(list(ServerList::Key));
    const QList<ServerTarget> servers = saved.servers();
    for (const ServerTarget &server : servers) {
        const auto known = m_withValues.constFind(server.toSetting());
        if (known != m_withValues.constEnd())
            saved.put(*known, server.name);
    }
    return saved;
}

void Settings::setSavedServers(const ServerList &servers)
{
    m_withValues.clear();
    for (const ServerTarget &server : servers.servers())
        m_withValues.insert(server.toSetting(), server);
    setList(ServerList::Key, servers.toSettings());
    emit savedChanged();
}

bool Settings::isConfirmed(const ServerTarget &target) const
{
    return !target.imported || target.isHttp() ||
           list(ServerList::ConfirmedKey).contains(QString::fromLatin1(target.fingerprint()));
}

void Settings::confirm(const ServerTarget &target)
{
    addFirst(ServerList::ConfirmedKey, QString::fromLatin1(target.fingerprint()), MostConfirmed);
}

void Settings::forgetConfirmation(const ServerTarget &target)
{
    QStringList confirmed = list(ServerList::ConfirmedKey);
    confirmed.removeAll(QString::fromLatin1(target.fingerprint()));
    setList(ServerList::ConfirmedKey, confirmed);
}

/// Format of an entry: "1785247439000 /path", a time in ms since 1970.
QStringList Settings::recentCaptures() const
{
    QStringList paths;
    const QStringList stored = list(Captures).mid(0, MostRecent);
    for (const QString &entry : stored)
        paths << entry.mid(entry.indexOf(u'/'));
    return paths;
}

QDateTime Settings::openedCapture(const QString &path) const
{
    const QStringList stored = list(Captures).mid(0, MostRecent);
    for (const QString &entry : stored) {
        const qsizetype slash = entry.indexOf(u'/');
        if (slash > 0 && QStringView(entry).mid(slash) == path)
            return QDateTime::fromMSecsSinceEpoch(entry.first(slash).toLongLong(), Qt::UTC);
    }
    return {};
}

void Settings::addRecentCapture(const QString &path, const QDateTime &opened)
{
    dropRecentCapture(path);
    addFirst(Captures, u"%1 %2"_s.arg(opened.toMSecsSinceEpoch()).arg(path), MostRecent);
    emit recentChanged();
}

void Settings::removeRecentCapture(const QString &path)
{
    dropRecentCapture(path);
    emit recentChanged();
}

void Settings::dropRecentCapture(const QString &path)
{
    QStringList all = list(Captures);
    all.removeIf([&](const QString &entry) { return entry.mid(entry.indexOf(u'/')) == path; });
    setList(Captures, all);
}

QByteArray Settings::layout(const QString &name) const
{
    return m_store.value(u"layout/"_s + name).toByteArray();
}

void Settings::setLayout(const QString &name, const QByteArray &state)
{
    m_store.setValue(u"layout/"_s + name, state);
}

QStringList Settings::list(const char *key) const
{
    QStringList all = m_store.value(keyOf(key)).toStringList();
    all.removeAll(QString());
    all.removeDuplicates();
    return all;
}

void Settings::setList(const char *key, const QStringList &list)
{
    m_store.setValue(keyOf(key), list);
}

} // namespace Pullcord
