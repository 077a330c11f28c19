// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/conversation.h"

#include <QObject>
#include <QUrl>

#include <memory>

namespace Pullcord {

/// Uses a server as a user would: connects, lists everything, calls every tool at once, reads every resource, gets
/// every prompt, accepts every form as it is, and disconnects. The conformance suite judges the messages.
class ConformanceClient final : public QObject
{
    Q_OBJECT

public:
    /// `context`: the description of the scenario by the suite, a JSON object or empty. If it has `toolCalls`, only
    /// these are made.
    ConformanceClient(const QUrl &url, std::optional<Revision> revision, const QByteArray &context);
    ~ConformanceClient() override;

    void start();

signals:
    /// The exit code is 0 if every request got a response; an error counts as a response.
    void finished(int exitCode);

private:
    void explore();
    void callTools();
    void callTool(const QString &name, const QByteArray &arguments);
    void getAll(const QByteArray &listMethod, QByteArrayView listMember, const QByteArray &getMethod,
                QByteArrayView idMember);
    void make(const QByteArray &method, const QByteArray &params,
              const std::function<void(const QByteArray &result)> &then = {});
    void settle();
    void fail(const QString &why);

    std::unique_ptr<Conversation> m_conversation;
    QByteArray m_context;
    int m_open = 0; ///< number of operations to wait for before disconnecting
    int m_exitCode = 0;
};

} // namespace Pullcord
