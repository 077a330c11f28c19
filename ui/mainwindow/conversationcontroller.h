// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/conversation.h"
#include "ui/services.h"

#include <QMap>
#include <QObject>
#include <QSet>

#include <memory>
#include <optional>

namespace Pullcord {

class ConversationFindings;
class Findings;
class FollowedCommand;

/// The conversation of a page: its start, its reconnects, and its end.
///
/// Order of signals: aboutToChange, then changed, around every change of conversation(); views release its objects at
/// the first. stateChanged follows the client of a live conversation.
class ConversationController final : public QObject
{
    Q_OBJECT

public:
    explicit ConversationController(const Services &services, QObject *parent = nullptr);
    ~ConversationController() override;

    [[nodiscard]] Conversation *conversation() const { return m_conversation.get(); }
    /// Returns the findings of the conversation; null without one.
    [[nodiscard]] Findings *findings() const;
    [[nodiscard]] const std::optional<ServerTarget> &target() const { return m_target; }
    /// Returns the timeouts of calls: those of the server, else those of the preferences.
    [[nodiscard]] Timeouts callTimeouts() const;
    [[nodiscard]] Client::State clientState() const; ///< Disconnected for a file or without a conversation
    [[nodiscard]] bool isConnected() const;          ///< a transport is open, opening or closing
    /// True from the beginning of an attempt to connect until its outcome, also while the server is started again.
    [[nodiscard]] bool isHandshaking() const;
    /// True if replacing the conversation loses nothing: there is none, it has ended and is in a file, or it has no
    /// requests.
    [[nodiscard]] bool isReplaceable() const;
    /// True if closing the conversation would lose unexported events.
    [[nodiscard]] bool isUnkept() const;
    /// Notes that the first `events` events were exported to a file that can be reopened.
    void noteKept(qsizetype events) { m_kept = events; }
    /// True if the connection, or the attempt to connect, has failed.
    [[nodiscard]] bool hasFailed() const { return m_failed && !isConnected(); }
    /// Returns the number of open requests and questions, without the subscription to changes, which is always open.
    [[nodiscard]] int inFlight() const;
    /// Returns inFlight() without what the window requests by itself: the handshake and the lists.
    [[nodiscard]] int inFlightForUser() const;
    /// Period in which an HTTP server does not respond although the client counts as connected. `since` is the time of
    /// day; `reason` says why.
    struct Absence
    {
        QString since;
        QString reason;
    };
    [[nodiscard]] const std::optional<Absence> &absence() const { return m_absence; }
    /// The HTTP status of the last response of this connection; 0 without one.
    [[nodiscard]] int lastStatus() const { return m_lastStatus; }
    /// The other origin to which this connection was led, and which needs the user's consent; empty without one.
    [[nodiscard]] const QString &refusedOrigin() const { return m_refusedOrigin; }
    /// Something is asked for again and again until the server is back.
    [[nodiscard]] bool triesAgain() const;
    /// True if inFlight() has left out a subscription.
    [[nodiscard]] bool isSubscribed() const;
    /// Returns the title of the conversation, usually from its server; empty without one.
    [[nodiscard]] QString title() const;
    /// Returns the saved name of the server, else title().
    [[nodiscard]] QString name() const;

    /// Returns the last step of connecting, as a text; empty if there is none.
    [[nodiscard]] const QString &step() const { return m_step; }

    void connectTo(const ServerTarget &target);
    /// Sets the policies for questions of the current server, now and in later connections.
    void setAnswering(const QHash<QByteArray, AnswerPolicy> &answering);
    /// Connects over the given transport; for tests.
    void connectTo(std::unique_ptr<Transport> transport, const QString &title);
    /// Opens a file. The first part is read at once, the rest by Conversation::follower().
    void openFile(const QString &path);
    /// Starts a command whose output is a growing capture. The capture becomes the conversation when its first line has
    /// come. failed() reports an error before that.
    void follow(const StdioCommand &command);
    /// Returns the command whose output is shown or awaited; it may have ended. Null without one.
    [[nodiscard]] const FollowedCommand *followed() const { return m_followed.get(); }
    void stopFollowing();
    /// Returns the command line, shortened for a sentence.
    [[nodiscard]] static QString shortLine(const StdioCommand &command);
    void reconnect();
    /// Renews a subscription to changes that the server has ended.
    void listenAgain();
    /// Shuts the server down cleanly, if connected, then reconnects.
    void restart();
    /// Reconnects, accepting this certificate (SHA-256 digest) for the life of the conversation.
    void trust(const QByteArray &certificate);
    void disconnectFromServer();
    /// Closes the conversation. A running server is shut down cleanly in the background.
    void close();

signals:
    void aboutToChange();
    void changed();
    void stateChanged();
    /// An error other than one of the connection, as a sentence.
    void failed(const QString &sentence);
    /// The connection failed or broke, with the reason as a sentence. At most once per connection.
    void connectionFailed(const QString &sentence);
    /// A connection ended unexpectedly without connectionFailed(), with the reason as a sentence.
    void lost(const QString &sentence);
    /// The server has ended the subscription, with the reason as a sentence.
    void unsubscribed(const QString &sentence);
    /// The server's certificate is not trusted: the reason, and its SHA-256 digest. Emitted instead of
    /// connectionFailed().
    void distrusted(const QString &reason, const QByteArray &certificate);
    /// followed() was started, has begun, has ended or was replaced.
    void followingChanged();
    /// The capture file is gone or cannot be written, as a sentence. Recorded events can still be exported.
    void captureLost(const QString &sentence);
    /// A note for the user, as a sentence; everything continues.
    void noted(const QString &sentence);

private:
    void begin(Result<std::unique_ptr<Conversation>> conversation);
    void take(std::unique_ptr<Conversation> conversation);
    [[nodiscard]] bool isInFile() const;
    void followCatalog(Conversation &conversation);
    void watchCapture(Capture &capture);
    void takeFollowed();
    void onFollowedEnded(const Outcome &how);
    void followConnection(const Event &event);
    void followExchange(const QJsonObject &details);
    void setAbsence(const std::optional<Absence> &absence);
    void onNote(const Event &event);
    [[nodiscard]] std::unique_ptr<Transport> transportFor(const ServerTarget &target) const;
    void remember();
    void applyAnswering();
    [[nodiscard]] ClientOptions optionsFor(const ServerTarget &target) const;
    [[nodiscard]] Conversation::Recording recordingFor(const QString &title);

    const Services &m_services;
    std::unique_ptr<Conversation> m_conversation;
    std::unique_ptr<ConversationFindings> m_findings;
    std::unique_ptr<FollowedCommand> m_followed;
    std::optional<ServerTarget> m_target;
    QString m_step;
    qsizetype m_kept = 0; ///< number of exported events
    std::optional<Absence> m_absence;
    QSet<qint64> m_unheard; ///< HTTP exchanges without a byte of response
    int m_lastStatus = 0;   ///< of HTTP
    QString m_refusedOrigin;
    bool m_wasEnded = false;         ///< the subscription, by the server
    bool m_restarts = false;         ///< the server is being left to be connected to again
    bool m_failed = false;           ///< the last way to the server, or the connection
    QMap<int, QString> m_incomplete; ///< what is to be said of lists, by CatalogList::Kind
    bool m_reportedWhy = false;      ///< the reason why this connection failed has been shown
};

} // namespace Pullcord
