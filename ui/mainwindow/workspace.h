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

/// The one conversation of a window: how it begins, goes on in another connection, and is let go.
///
/// Order of signals: aboutToChange, then changed, around every change of conversation(); views drop what they hold at
/// the first. stateChanged follows the client of a live one.
class Workspace final : public QObject
{
    Q_OBJECT

public:
    explicit Workspace(const Services &services, QObject *parent = nullptr);
    ~Workspace() override;

    [[nodiscard]] Conversation *conversation() const { return m_conversation.get(); }
    /// What was found in it; null without one.
    [[nodiscard]] Findings *findings() const;
    [[nodiscard]] const std::optional<ServerTarget> &target() const { return m_target; }
    /// Of a call in the present conversation: those of the server, or, where it has none, those of the preferences.
    [[nodiscard]] Timeouts callTimeouts() const;
    [[nodiscard]] Client::State clientState() const; ///< Disconnected for a file and for nothing
    [[nodiscard]] bool isConnected() const;          ///< a transport is open, opening or closing
    /// Another conversation may take this one's place without a loss: there is none, or it is over and in a file,
    /// or nothing was ever said.
    [[nodiscard]] bool isReplaceable() const;
    /// What was said is in no file, and nobody has exported it since: with the conversation it goes.
    [[nodiscard]] bool isUnkept() const;
    /// The first so many events of it have been written to a file that can be opened again.
    void noteKept(qsizetype events) { m_kept = events; }
    /// The connection, or the way to it, has ended in a way that nobody asked for.
    [[nodiscard]] bool hasFailed() const { return m_failed && !isConnected(); }
    /// Requests, and questions of the server, but for the subscription to changes: that is open as long as the server is.
    [[nodiscard]] int inFlight() const;
    /// A connection without a connection, as HTTP is, goes on when the server does not answer. Since when it has not (as a time
    /// of the day), and why; none while it does.
    struct Absence
    {
        QString since;
        QString reason;
    };
    [[nodiscard]] const std::optional<Absence> &absence() const { return m_absence; }
    /// The HTTP status of the last response of this connection; 0 without one.
    [[nodiscard]] int lastStatus() const { return m_lastStatus; }
    /// Something is asked for again and again until the server is back.
    [[nodiscard]] bool triesAgain() const;
    /// Whether inFlight() has left one out.
    [[nodiscard]] bool isSubscribed() const;
    /// What this conversation is called, for the most part by its server; empty for none.
    [[nodiscard]] QString title() const;
    /// The name under which a person keeps its server, else title().
    [[nodiscard]] QString name() const;

    /// The last step on the way to the server, as a remark for people; empty without one.
    [[nodiscard]] const QString &step() const { return m_step; }

    void connectTo(const ServerTarget &target);
    /// What is done with the questions of the present server, from now on and whenever it is connected to again.
    void setAnswering(const QHash<QByteArray, AnswerPolicy> &answering);
    /// Over a transport that is handed in; for tests.
    void connectTo(std::unique_ptr<Transport> transport, const QString &title);
    /// What stands at the beginning is there at once; Conversation::follower() reads on.
    void openFile(const QString &path);
    /// Starts a command whose output is a growing capture. The capture becomes the conversation when its first line has come.
    /// failed() reports why no output comes.
    void follow(const StdioCommand &command);
    /// The command whose output is shown or waited for; it may have ended. Null without one.
    [[nodiscard]] const FollowedCommand *followed() const { return m_followed.get(); }
    void stopFollowing();
    /// The line of a command, short enough for a sentence.
    [[nodiscard]] static QString shortLine(const StdioCommand &command);
    void reconnect();
    /// Asks again to be told of changes, where the server has ended that.
    void listenAgain();
    /// Leaves the server in good order, if it is connected to, then reconnects.
    void restart();
    /// Reconnects, and takes this certificate as it is, for as long as the conversation is here. SHA-256 digest.
    void trust(const QByteArray &certificate);
    void disconnectFromServer();
    /// Goes back to having none. A server that still runs is left in good order, behind the scenes.
    void close();

signals:
    void aboutToChange();
    void changed();
    void stateChanged();
    /// Something other than the connection went wrong; a sentence for people.
    void failed(const QString &sentence);
    /// The connection could not be made, or broke: the reason as a sentence for people. Once per connection.
    void connectionFailed(const QString &sentence);
    /// A connection ended unasked, and connectionFailed() has not given a reason; a sentence for people.
    void lost(const QString &sentence);
    /// The server has ended what we had asked it to tell; a sentence for people.
    void unsubscribed(const QString &sentence);
    /// The server could not prove who it is: why, and the SHA-256 digest of its certificate. Instead of connectionFailed().
    void distrusted(const QString &reason, const QByteArray &certificate);
    /// followed() has been started, has begun, has ended or has been replaced.
    void followingChanged();
    /// The file of the conversation is gone, or records no more: a sentence for people. What was recorded can be exported.
    void captureLost(const QString &sentence);
    /// Something that people should know, though all goes on; a sentence.
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
    qsizetype m_kept = 0; ///< events that have been exported
    std::optional<Absence> m_absence;
    QSet<qint64> m_unheard;          ///< HTTP exchanges in which nothing has come yet
    int m_lastStatus = 0;            ///< of HTTP
    bool m_wasEnded = false;         ///< the subscription, by the server
    bool m_restarts = false;         ///< the server is being left to be connected to again
    bool m_failed = false;           ///< the last way to the server, or the connection
    QMap<int, QString> m_incomplete; ///< what is to be said of lists, by CatalogList::Kind
    bool m_toldWhy = false;          ///< of this connection: what it failed of has been said
};

} // namespace Pullcord
