// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/noisefilter.h"
#include "core/config/serverlist.h"
#include "core/findings/findingkind.h"
#include "ui/models/filter/colorrule.h"
#include "ui/models/filter/keptfilter.h"

#include <QByteArray>
#include <QDateTime>
#include <QHash>
#include <QList>
#include <QObject>
#include <QSet>
#include <QStringList>

#include <memory>

class QSettings;

namespace Pullcord {

/// One value of the settings: its key, its default, and the bounds of a stored value.
template<typename T>
struct Setting
{
    const char *key;
    T fallback;
    T lowest = {};
    T highest = {};
};

/// All settings of the window: keys, defaults and bounds in one table, on top of an injected store. An invalid stored
/// value reads as the default.
class Settings : public QObject
{
    Q_OBJECT

public:
    static constexpr Setting<bool> KeepSessions{"sessions/keep", true};
    static constexpr Setting<int> SessionsMegabytes{"sessions/megabytes", 1024, 10, 1'000'000};
    static constexpr Setting<int> JsonDepth{"json/depth", 1024, 16, 100'000};
    static constexpr Setting<int> JsonMegabytes{"json/megabytes", 256, 1, 4000};
    static constexpr Setting<int> ProbeMilliseconds{"connection/probeMilliseconds", 3000, 100, 60'000};
    static constexpr Setting<bool> ShowHttp{"messages/http", false};
    static constexpr Setting<bool> GroupRequests{"requests/group", true};
    static constexpr Setting<bool> RawAsHex{"details/hex", false};
    static constexpr Setting<bool> HideNoise{"noise/hide", false};
    static constexpr Setting<int> NoiseKinds{"noise/kinds", NoiseFilter::AllKinds, 0, NoiseFilter::AllKinds};
    static constexpr Setting<bool> ExportRedactsKnown{"export/redactKnown", true};
    static constexpr Setting<bool> OpenProxies{"proxies/open", false};
    static constexpr Setting<bool> TourSeen{"tour/seen", false};
    /// Action at the start, for the windows open at the last regular exit.
    enum class AtStart : quint8 { Offer, Reopen, Nothing };
    static constexpr Setting<int> AtStartIs{"start/reopen", int(AtStart::Offer), 0, int(AtStart::Nothing)};
    static constexpr Setting<int> CallTimeoutSeconds{"calls/timeoutSeconds", 0, 0, 86'400};

    static constexpr qsizetype MostReasons = 20;
    static constexpr qsizetype MostRecent = 10;
    static constexpr qsizetype MostKeptFilters = 50;
    static constexpr qsizetype MostColorRules = 100;
    static constexpr qsizetype MostExportRules = 50;
    static constexpr qsizetype MostUsedCommands = 30;
    static constexpr qsizetype MostConfirmed = 500;
    static constexpr qsizetype MostWithSilenced = 200;

    /// Opens the settings file `path`, or the user's default file if `path` is empty. The file is readable by its owner
    /// only (mode 0600, in a folder of mode 0700 if it creates one), since commands and URLs may contain secrets.
    [[nodiscard]] static std::unique_ptr<QSettings> openStore(const QString &path);

    explicit Settings(QSettings &store, QObject *parent = nullptr);
    ~Settings() override;

    [[nodiscard]] QString fileName() const;
    /// Returns "key=value" of every switch and number, and the sizes of the lists, for bug reports. Nothing else: texts
    /// may hold secrets.
    [[nodiscard]] QStringList plainValues() const;
    [[nodiscard]] bool value(const Setting<bool> &setting) const;
    [[nodiscard]] int value(const Setting<int> &setting) const;
    void set(const Setting<bool> &setting, bool value);
    void set(const Setting<int> &setting, int value);

    /// Returns a code from Languages::all(); empty for the system's language.
    [[nodiscard]] QString language() const;
    void setLanguage(const QString &code);
    /// Returns the reasons of cancels, newest first, without repeats.
    [[nodiscard]] QStringList reasons() const;
    void addReason(const QString &reason);
    /// Returns filters used lately, newest first, without repeats.
    [[nodiscard]] QStringList usedFilters() const;
    void addUsedFilter(const QString &filter);
    [[nodiscard]] QList<KeptFilter> keptFilters() const;
    /// Adds a filter. One that is kept already gets the new name.
    void keepFilter(const KeptFilter &kept);
    void forgetFilter(const QString &filter);
    /// Returns the rules in the order of the user.
    [[nodiscard]] QList<ColorRule> colorRules() const;
    void setColorRules(const QList<ColorRule> &rules);
    /// Returns the rules of a Redaction, applied to exports beside the known secrets.
    [[nodiscard]] QStringList exportRules() const;
    void setExportRules(const QStringList &rules);
    /// Returns the finding codes whose findings are hidden for the server of this name.
    [[nodiscard]] QSet<FindingCode> silencedRules(const QString &server) const;
    void setSilencedRules(const QString &server, const QSet<FindingCode> &codes);
    /// Returns the keys of entries used in the command palette (PaletteEntry), newest first.
    [[nodiscard]] QStringList usedCommands() const;
    void addUsedCommand(const QString &key);
    /// Returns servers, newest first; each command or URL once, with its latest use.
    [[nodiscard]] QList<ServerTarget> recentServers() const;
    void addRecentServer(const ServerTarget &target);
    void removeRecentServer(const ServerTarget &target);
    /// Returns the saved servers, with the values of variables and headers entered since the program started.
    [[nodiscard]] ServerList savedServers() const;
    void setSavedServers(const ServerList &servers);
    /// True if the command may run without confirmation: it was not imported, or the user has confirmed exactly this
    /// one (ServerTarget::fingerprint).
    [[nodiscard]] bool isConfirmed(const ServerTarget &target) const;
    void confirm(const ServerTarget &target);
    void forgetConfirmation(const ServerTarget &target);
    [[nodiscard]] QStringList recentCaptures() const;
    /// Returns the time of the last opening; invalid if `path` is not among the recent captures.
    [[nodiscard]] QDateTime openedCapture(const QString &path) const;
    void addRecentCapture(const QString &path, const QDateTime &opened = QDateTime::currentDateTimeUtc());
    void removeRecentCapture(const QString &path);

    /// Returns the state of a window, splitter or header, from its saveState(). `name` is its object name.
    [[nodiscard]] QByteArray layout(const QString &name) const;
    void setLayout(const QString &name, const QByteArray &state);

signals:
    /// A list of recent items changed.
    void recentChanged();
    void savedChanged();
    void colorRulesChanged();
    void silencedChanged();

private:
    [[nodiscard]] QStringList list(const char *key) const;
    void setList(const char *key, const QStringList &list);
    void addFirst(const char *key, const QString &entry, qsizetype most);
    void dropRecentCapture(const QString &path);

    QSettings &m_store;
    QHash<QString, ServerTarget> m_withValues; ///< saved servers by their stored text, with values, for this run
};

} // namespace Pullcord
