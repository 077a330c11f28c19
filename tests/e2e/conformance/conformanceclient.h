// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/conversation.h"

#include <QObject>
#include <QUrl>

#include <memory>

namespace Pullcord {

/// Does with a server what a person in front of it would: connects, lists everything, calls every tool at once, reads every
/// resource, gets every prompt, accepts every form as it is, and leaves. The suite judges what it sees of that.
class ConformanceClient final : public QObject
{
    Q_OBJECT

public:
    /// `context`: what the suite tells of the scenario, a JSON object or empty; its `toolCalls` are made instead of ours.
    ConformanceClient(const QUrl &url, std::optional<Revision> revision, const QByteArray &context);
    ~ConformanceClient() override;

    void start();

signals:
    /// 0 if every request had an answer, be it an error.
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
    int m_open = 0; ///< what has to end before we leave
    int m_exitCode = 0;
};

} // namespace Pullcord
