// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/noise.h"
#include "core/config/serverlist.h"
#include "core/findings/findingkind.h"
#include "ui/models/colorrule.h"
#include "ui/models/keptfilter.h"

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

/// One value in the settings: its key, what it is without one, and the bounds that a stored value must keep.
template<typename T>
struct Setting
{
    const char *key;
    T fallback;
    T lowest = {};
    T highest = {};
};

/// Every setting of the window: keys, defaults and bounds in one table, on a store that is handed in.
/// What is stored and makes no sense is read as the default.
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
    static constexpr Setting<int> NoiseKinds{"noise/kinds", Noise::AllKinds, 0, Noise::AllKinds};
    static constexpr Setting<bool> ExportRedactsKnown{"export/redactKnown", true};
    static constexpr Setting<bool> TourSeen{"tour/seen", false};
    /// What a start does with what was open at the last end in good order.
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

    /// The file that holds the settings, `path` or, if that is empty, the usual one of this user. It is for its owner's
    /// eyes only (mode 0600, in a folder of mode 0700 if there was none): commands and URLs may have secrets in them.
    [[nodiscard]] static std::unique_ptr<QSettings> openStore(const QString &path);

    explicit Settings(QSettings &store, QObject *parent = nullptr);
    ~Settings() override;

    [[nodiscard]] bool value(const Setting<bool> &setting) const;
    [[nodiscard]] int value(const Setting<int> &setting) const;
    void set(const Setting<bool> &setting, bool value);
    void set(const Setting<int> &setting, int value);

    /// The code of one of Languages::all(); empty for the system's.
    [[nodiscard]] QString language() const;
    void setLanguage(const QString &code);
    /// Newest first, without repeats.
    [[nodiscard]] QStringList reasons() const;
    void addReason(const QString &reason);
    /// In the filter language, newest first, without repeats.
    [[nodiscard]] QStringList usedFilters() const;
    void addUsedFilter(const QString &filter);
    [[nodiscard]] QList<KeptFilter> keptFilters() const;
    /// Each filter once: under another name it is called so from now on.
    void keepFilter(const KeptFilter &kept);
    void forgetFilter(const QString &filter);
    /// In their order.
    [[nodiscard]] QList<ColorRule> colorRules() const;
    void setColorRules(const QList<ColorRule> &rules);
    /// What exports leave out beside known secrets: rules of a Redaction.
    [[nodiscard]] QStringList exportRules() const;
    void setExportRules(const QStringList &rules);
    /// Whose findings somebody does not want to hear of, of the server that is called so.
    [[nodiscard]] QSet<FindingCode> silencedRules(const QString &server) const;
    void setSilencedRules(const QString &server, const QSet<FindingCode> &codes);
    /// Keys of what was done by the command palette (PaletteEntry), newest first.
    [[nodiscard]] QStringList usedCommands() const;
    void addUsedCommand(const QString &key);
    /// Each command and URL once, however it was used last; newest first.
    [[nodiscard]] QList<ServerTarget> recentServers() const;
    void addRecentServer(const ServerTarget &target);
    void removeRecentServer(const ServerTarget &target);
    /// With the values of variables and headers that were given since the program was started.
    [[nodiscard]] ServerList savedServers() const;
    void setSavedServers(const ServerList &servers);
    /// Whether its command may be run without a question: nobody imported it, or a person has seen exactly this one
    /// (ServerTarget::fingerprint) and agreed.
    [[nodiscard]] bool isConfirmed(const ServerTarget &target) const;
    void confirm(const ServerTarget &target);
    void forgetConfirmation(const ServerTarget &target);
    [[nodiscard]] QStringList recentCaptures() const;
    /// When it was opened last, of one of them; else none.
    [[nodiscard]] QDateTime openedCapture(const QString &path) const;
    void addRecentCapture(const QString &path, const QDateTime &opened = QDateTime::currentDateTimeUtc());
    void removeRecentCapture(const QString &path);

    /// How a window, a splitter or a header was left: what its saveState() gave. `name` is its object name.
    [[nodiscard]] QByteArray layout(const QString &name) const;
    void setLayout(const QString &name, const QByteArray &state);

signals:
    /// One of the recent lists changed.
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
    QHash<QString, ServerTarget> m_withValues; ///< saved servers by their text, for this session
};

} // namespace Pullcord
