// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/serverinfo.h"
#include "core/connection/rpcconnection.h"
#include "core/json/jsonvalue.h"
#include "core/mcp/clientoptions.h"
#include "core/rpc/framingfault.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

namespace Pullcord {

/// Agrees on a revision with a server, once: probes the era, initializes in the legacy era, chooses the version.
///
/// Owner: the Client, which creates one when it connects, and another when the server has forgotten the session. The
/// steps are ordinary requests, visible in the log, with a Note event for each decision.
/// - A server may be slow to start. Its response to the probe counts even after the probe's time has passed and
///   initialize has been sent; the first request that it accepts decides.
/// - A fixed modern revision has no fallback: a legacy server fails, with its response and advice.
/// - A server known to be legacy (see EraCache) is not probed, unless it refuses initialize.
/// - Some legacy servers on stdio end at the probe, or stop responding. maySuspectProbe() and stoppedResponding()
///   report that, and the Client starts such a server once more, with startUnprobed().
///
/// Order of signals: stepBegan any number of times, then agreed, failed or stoppedResponding, once; none of them after
/// stop(). Specification: lifecycle (legacy), versioning and server/discover (modern); spec digest section 2.
class Handshake final : public QObject
{
    Q_OBJECT

public:
    enum class Step : quint8 {
        Probing,      ///< server/discover has been sent; the era is unknown
        Initializing, ///< initialize has been sent; or server/discover without an alternative
    };
    struct Agreement
    {
        Revision revision = LatestLegacy;
        ServerInfo server;
    };

    /// Observes all events from now on, to recognize what kind of program the server is.
    Handshake(RpcConnection &rpc, const ClientOptions &options, QObject *parent = nullptr);
    ~Handshake() override;

    /// Starts the handshake; the connection must be open.
    void start();
    /// Starts it without the probe, for a server started once more because of the probe.
    void startUnprobed();
    /// Starts it again with a revision agreed before, when the server no longer has our HTTP session or no longer
    /// supports its revision.
    void startAgain(Revision agreed) { initialize(agreed); }
    /// Stops it; no signal follows.
    void stop();
    /// Detaches the requests in flight.
    void detachRequests();
    [[nodiscard]] bool isOver() const { return m_over; }
    /// True while the probe may be the reason for a failure: the client started the server, the server has read from
    /// its input, and initialize was not refused.
    [[nodiscard]] bool maySuspectProbe() const;
    /// Revision sent with initialize.
    [[nodiscard]] Revision offered() const { return m_offered; }

    /// Handles server/discover or initialize sent by the server. No server sends them, but a program that echoes its
    /// input does.
    void onEcho(IncomingRequest *request);
    /// True if a response arrived that has not the id of one of our requests, except an error without an id.
    [[nodiscard]] bool isMisanswered() const { return m_isMisanswered; }
    /// Extends `reason` by the output that came instead of a response: responses that matched no request, and the first
    /// output of a program that is not a server.
    [[nodiscard]] TranslatableText withWhatCame(const TranslatableText &reason) const;
    /// Reason for not agreeing on the protocolVersion of a response to initialize, which may be missing; empty if it is
    /// fine.
    [[nodiscard]] static TranslatableText problemOfVersion(const JsonValue &version);
    /// Reason for the end of the connection; empty if the client closed it, or while it is open.
    [[nodiscard]] const QString &endReason() const { return m_endReason; }

signals:
    void stepBegan(Pullcord::Handshake::Step step);
    void agreed(const Pullcord::Handshake::Agreement &agreement);
    void failed(const Pullcord::Error &error);
    /// The server has read the probe, and responded to neither the probe nor initialize.
    void stoppedResponding();

private:
    void onEvent(const Event &event);
    void onResponse(const Event &event);
    void noteMisplaced(const QString &name);
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
    void onProbeResponse(const Result<QByteArray> &outcome);
    void onProbeRefused(const Error &error);
    void failAsLegacy(const QString &why);
    void goOnAsLegacy(const QString &why);
    void chooseFrom(const QByteArray &supportedVersions, const QString &saidBy);
    void initialize(Revision offered);
    void onInitializeResponse(const Result<QByteArray> &outcome);
    void onInitializeRefused(const Error &error);
    void agree(Revision revision);
    [[nodiscard]] std::optional<Revision> revisionInstead(const Error &error) const;
    void fail(const Error &error);

    RpcConnection &m_rpc;
    ClientOptions m_options;
    QString m_origin; ///< key of the server in the cache; never shown
    QString m_called; ///< name of the server for display
    QMetaObject::Connection m_listening;
    bool m_isMisanswered = false;
    QStringList m_firstWords;             ///< first lines that were not messages
    FramingFault m_framing;               ///< fault of the first such line that has one
    QList<TranslatableText> m_mismatches; ///< responses that matched no request
    QString m_endReason;
    ServerInfo m_server;
    Revision m_offered = LatestLegacy;
    QTimer m_probeTimer;
    QTimer m_silenceTimer; ///< runs from an initialize sent after a silent probe
    QPointer<OutgoingRequest> m_probe;
    QPointer<OutgoingRequest> m_initialize;
    bool m_isProbed = false;       ///< the probe was sent to find the era
    bool m_isStartedAgain = false; ///< without the probe: see startUnprobed()
    bool m_wasReading = false;     ///< the server was reading when m_silenceTimer started
    bool m_probeAnswered = false;  ///< the server responded to the probe in any way
    bool m_isProbeRefused = false; ///< refused by a message that does not end the request itself
    bool m_trustsCache = false;    ///< not probed, since the cache has the legacy era
    bool m_initializeSent = false;
    std::optional<Error> m_initializeError; ///< initialize was refused while the probe is still open
    bool m_versionRetried = false;
    bool m_over = false;
};

} // namespace Pullcord
