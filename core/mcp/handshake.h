// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/serverinfo.h"
#include "core/json/jsonvalue.h"
#include "core/mcp/clientoptions.h"
#include "core/session/session.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

namespace Pullcord {

/// Agrees on a revision with a server, once: probes the era, initializes in the legacy one, chooses the version.
///
/// Owner: the Client, which makes one when it begins to connect, and another when the server has forgotten the session. The
/// steps are ordinary requests, visible in the log, with a Note event for each decision. A server may be slow to start: its
/// answer to the probe counts even after the probe's time has passed and initialize has been sent, and whichever of the two
/// it accepts first decides. A fixed modern revision is spoken or not at all: a legacy server fails, with what it said and
/// what to try. A server that is known (see EraCache) to be of the legacy era is not probed, unless it refuses initialize.
/// Some legacy servers on stdio take the probe as fatal, or hear nothing after it: maySuspectProbe() and fellDeaf() report
/// that, and the Client starts such a server once more, with startUnprobed().
/// Order of signals: stepBegan any number of times, then agreed, failed or fellDeaf, once; none of them after stop().
/// Specification: lifecycle (legacy), versioning and server/discover (modern); spec digest section 2.
class Handshake final : public QObject
{
    Q_OBJECT

public:
    enum class Step : quint8 {
        Probing,      ///< server/discover is out, the era is not known
        Initializing, ///< initialize is out; or server/discover, where nothing else will do
    };
    struct Agreement
    {
        Revision revision = LatestLegacy;
        ServerInfo server;
    };

    /// Listens from now on to what the server says, so that it can tell what kind of program that is.
    Handshake(Session &session, const ClientOptions &options, QObject *parent = nullptr);
    ~Handshake() override;

    /// The session is open.
    void start();
    /// Instead: the server was started once more, since it could not bear the probe.
    void startUnprobed();
    /// Instead: the server has forgotten a session, or left a revision, that was agreed on.
    void startAgain(Revision agreed) { initialize(agreed); }
    /// Nothing more comes of it.
    void stop();
    /// The requests that may be out are not waited for any more.
    void letGo();
    [[nodiscard]] bool isOver() const { return m_over; }
    /// True while the probe may be the reason why nothing is agreed on: the server was started by us, has read the probe,
    /// and has refused nothing but that.
    [[nodiscard]] bool maySuspectProbe() const;
    /// What initialize was sent with.
    [[nodiscard]] Revision offered() const { return m_offered; }

    /// No server asks a client for server/discover or initialize; a program that gives back its input does, in our own words.
    void onEcho(IncomingRequest *request);
    /// `reason` with what came instead of a response: responses that matched no request, and how the output of a program that
    /// is no server began.
    [[nodiscard]] Words withWhatCame(const Words &reason) const;
    /// The reason why no revision is agreed on by that protocolVersion of a response to initialize, whether there is one or
    /// not; empty if one is.
    [[nodiscard]] static Words problemOfVersion(const JsonValue &version);
    /// Why the connection closed, if it has; empty if we asked for it.
    [[nodiscard]] const QString &endReason() const { return m_endReason; }

signals:
    void stepBegan(Pullcord::Handshake::Step step);
    void agreed(const Pullcord::Handshake::Agreement &agreement);
    void failed(const Pullcord::Error &error);
    /// The server has read the probe and responded to neither that nor initialize.
    void fellDeaf();

private:
    void onEvent(const Event &event);
    void onResponse(const Event &event);
    void noteMismatch(const Event &event, const QString &ours);
    void onNamelessError(const Event &event);
    void onEmptyResponse(const Event &event);
    void refuse(const OutgoingRequest &request, const Error &refusal, qint64 exchange);
    void onProbeTimeout();
    void listenForSilence();
    void onSilence();
    [[nodiscard]] bool isDeaf() const;
    void endDeaf();
    void startLegacyOnly();
    void startProbing();
    void probe(Revision revision);
    [[nodiscard]] bool isLostAlone(const OutgoingRequest &request) const;
    void onProbeAnswer(const Result<QByteArray> &outcome);
    void onProbeRefused(const Error &error);
    void failAsLegacy(const QString &why);
    void goOnAsLegacy(const QString &why);
    void chooseFrom(const QByteArray &supportedVersions, const QString &saidBy);
    void initialize(Revision offered);
    void onInitializeAnswer(const Result<QByteArray> &outcome);
    void onInitializeRefused(const Error &error);
    void agree(Revision revision);
    [[nodiscard]] std::optional<Revision> revisionInstead(const Error &error) const;
    void fail(const Error &error);

    Session &m_session;
    ClientOptions m_options;
    QString m_origin; ///< key of the server in the cache; never shown
    QString m_called; ///< what people call the server
    QMetaObject::Connection m_listening;
    bool m_isMisanswered = false; ///< a response came with an id that no request of ours has
    QStringList m_firstWords;     ///< what came and was no JSON
    QList<Words> m_mismatches;    ///< responses that matched no request
    QString m_endReason;
    ServerInfo m_server;
    Revision m_offered = LatestLegacy;
    QTimer m_probeTimer;
    QTimer m_silenceTimer; ///< from initialize behind a silent probe
    QPointer<OutgoingRequest> m_probe;
    QPointer<OutgoingRequest> m_initialize;
    bool m_isProbed = false;       ///< to find the era
    bool m_isStartedAgain = false; ///< without the probe: see startUnprobed()
    bool m_wasReading = false;     ///< the server, when m_silenceTimer began
    bool m_probeAnswered = false;  ///< by the server, with whatever
    bool m_isProbeRefused = false; ///< by what does not end the request itself
    bool m_trustsCache = false;    ///< it was not probed, since it was of the legacy era before
    bool m_initializeSent = false;
    std::optional<Error> m_initializeError; ///< it was refused, and the probe is still open
    bool m_versionRetried = false;
    bool m_over = false;
};

} // namespace Pullcord
