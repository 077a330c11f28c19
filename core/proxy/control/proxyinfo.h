// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"
#include "core/proxy/proxy.h"

#include <QDateTime>
#include <QList>
#include <QString>

namespace Pullcord {

/// Description of a running proxy by itself. A value; toJson() is the result of `describe`.
struct ProxyInfo
{
    /// A request in flight, or one that the operator has cancelled while a side still waits.
    struct OpenRequest
    {
        quint32 connection = 0;
        quint64 serial = 0; ///< counts the requests of the connection from 0
        QString client;     ///< name and version of the client; empty if it gave none
        RequestId clientId; ///< id on the client's side, if it differs from `id`
        Direction direction = Direction::ClientToServer;
        RequestId id;
        QString method;
        QString target;          ///< tool, prompt or uri
        bool cancelled = false;  ///< by the operator
        qint64 milliseconds = 0; ///< since it was sent
        friend bool operator==(const OpenRequest &a, const OpenRequest &b) = default;
    };
    static constexpr qsizetype MostOpen = 1000; ///< requests in the description

    QString name;       ///< of the socket; unique among the proxies of the user
    QString title;      ///< of the server
    QString address;    ///< command line or URL of the server, secrets masked
    QString capture;    ///< path of the file
    QString downstream; ///< transport to the client: "stdio" or "http"
    QString upstream;   ///< transport to the server
    qint64 pid = 0;
    QDateTime since; ///< UTC
    qint64 clients = 0;
    Proxy::Counts counts;
    qint64 rules = 0; ///< number of rules that are enabled and have matches left
    qint64 held = 0;  ///< number of messages that rules hold
    QList<OpenRequest> open;

    [[nodiscard]] static OpenRequest openRequest(const RequestRecord &record, const Proxy::Sender &sender);
    [[nodiscard]] QByteArray toJson() const;
    [[nodiscard]] static QByteArray toJson(const QList<OpenRequest> &open);
    [[nodiscard]] static ProxyInfo fromJson(const JsonValue &json);
    [[nodiscard]] static QList<OpenRequest> openFromJson(const JsonValue &json);
};

} // namespace Pullcord
