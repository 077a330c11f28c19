// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/finding.h"
#include "core/mcp/conversation.h"
#include "core/rpc/framingfault.h"
#include "core/transport/transportfailure.h"

#include <QObject>
#include <QStringList>
#include <QTimer>

#include <chrono>
#include <memory>
#include <optional>

namespace Pullcord {

/// A single connection to a server for the Doctor: start, handshake, lists, a round trip, the end.
///
/// Owner: the Doctor. Each command begins a step. stepEnded() follows once for each, through the event loop, whatever
/// the result. Only one step at a time. Facts grow with the events; times are those of Event::time, 0: has not
/// happened.
class TrialConnection final : public QObject
{
    Q_OBJECT

public:
    /// Lines that are not messages.
    struct StrayOutput
    {
        static constexpr qsizetype MaxKept = 3;
        QStringList lines; ///< the first MaxKept lines, cut
        qint64 count = 0;
        FramingFault framing = {}; ///< the first fault of the framing among all lines
    };
    /// A request of the handshake.
    struct Step
    {
        QByteArray method;
        RequestState state = RequestState::InFlight;
        qint64 duration = 0; ///< ns
    };
    /// A list of the server.
    struct List
    {
        CatalogList::Kind kind = CatalogList::Kind::Tools;
        bool isDeclared = false;
        qsizetype count = 0;
        qint64 bytes = 0;     ///< total size of the entries
        qint64 duration = 0;  ///< ns
        QStringList problems; ///< entries that violate MCP, with the reason
        std::optional<Error> error;
    };
    /// The response of an HTTP exchange.
    struct HttpResponse
    {
        QString method;
        QString url; ///< secrets masked
        int status = 0;
        QString contentType;
        QString location;
        QString coding;    ///< Content-Encoding, which was not requested; empty: none
        QString challenge; ///< WWW-Authenticate
        QString reason;    ///< reason why the exchange broke, or was refused
        TransportFailure::Kind failure = TransportFailure::Kind::None; ///< if it broke
        QByteArray body;                                               ///< a body that is not a message
        bool hasMessage = false;
        /// For a message that clients do not read: the name of its event, or empty if the blank line after the event
        /// was missing.
        std::optional<QString> misplaced;
    };
    /// Everything that was observed so far.
    struct Facts
    {
        static constexpr qsizetype MaxFirstWords = 4;
        static constexpr qsizetype MaxLastWords = 12;

        qint64 opening = 0;
        qint64 opened = 0; ///< time of the last start
        qint64 ready = 0;
        qint64 closing = 0;
        qint64 exited = 0;
        qint64 ended = 0;
        qint64 pid = 0;
        int starts = 0;               ///< number of times the transport has opened
        QJsonObject exit;             ///< details of the Exited event
        QJsonObject firstExit;        ///< the same for an earlier start; empty if it was ended since it did not respond
        QString failedReason;         ///< reason of the transport
        std::optional<Error> failure; ///< of the handshake, or of the later connection
        TranslatableText cause;       ///< of the failure of the handshake, if it is known
        QStringList firstWords;       ///< first lines of standard error
        QStringList lastWords;        ///< the last lines after them
        qint64 errorLines = 0;        ///< number of lines on standard error
        StrayOutput before;           ///< before the end of the handshake
        StrayOutput after;
        QList<List> lists;
        std::optional<qint64> roundTrip; ///< ns
        QByteArray roundTripMethod;
        std::optional<Error> roundTripError;
        ServerInfo server;
        Revision revision = LatestLegacy;
        QString transport; ///< its name
        QList<HttpResponse> responses;
        QStringList closingNotes; ///< remarks of the transport while it closes

        [[nodiscard]] bool isReady() const { return ready != 0; }
    };

    TrialConnection(std::unique_ptr<Transport> transport, const ClientOptions &options, QObject *parent = nullptr);
    ~TrialConnection() override;

    /// Over HTTP the step also waits a moment for the response to notifications/initialized.
    void connectToServer();
    /// Requests all lists that the server declares. Only when ready.
    void loadLists();
    /// Sends ping, or server/discover in the modern era. Only when ready.
    void roundTrip();
    /// Closes the connection. The step ends at once if the connection has ended by itself.
    void leave();

    [[nodiscard]] const Facts &facts() const { return m_facts; }
    /// Returns the requests of the handshake so far.
    [[nodiscard]] QList<Step> steps() const;
    [[nodiscard]] bool isConnected() const;
    /// Returns the faults of the server, errors and warnings, that core/findings raises about the record so far.
    [[nodiscard]] QList<Finding> faults() const;

signals:
    /// The current step is over; see facts().
    void stepEnded();

private:
    void onEvent(const Event &event);
    void onHttp(const Event &event);
    /// Returns the fault of a line that is not JSON; Echo if it repeats a message that has passed.
    [[nodiscard]] FramingFault framingOf(const Event &line) const;
    /// Returns the response of the exchange to which the event belongs; null if there is none.
    [[nodiscard]] HttpResponse *responseOf(const Event &event);
    void onReady();
    void onListLoaded(CatalogList::Kind kind);
    void endStep();

    std::unique_ptr<Conversation> m_conversation;
    Facts m_facts;
    QByteArrayList m_passed; ///< the latest messages of both sides
    bool m_inStep = false;
    qsizetype m_loading = 0;       ///< number of lists being loaded
    qsizetype m_firstExchange = 0; ///< index of this connection's first exchange in `responses`
    qint64 m_stepBegan = 0;
    QTimer m_settling;        ///< runs while the response to notifications/initialized is awaited
    qint64 m_initialized = 0; ///< exchange of that notification
    qint64 m_gaveUp = 0;      ///< time when an earlier start was closed since it did not respond; 0: there was none
};

} // namespace Pullcord
