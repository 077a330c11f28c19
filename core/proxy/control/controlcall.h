// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QByteArray>
#include <QLocalSocket>
#include <QObject>
#include <QTimer>

namespace Pullcord {

/// One call of the control socket of a proxy (ProxyControl): connects, sends the request, and takes the response.
///
/// Owner: its parent; it deletes itself after finished(). Kinds of its errors: Transport: no proxy is there; Timeout: it
/// does not respond; Peer: it refuses, with its code and data; Io, Protocol: the connection or the response is broken.
class ControlCall final : public QObject
{
    Q_OBJECT

public:
    static constexpr int Patience = 5000; ///< ms

    /// `params` is a raw JSON object. The call starts from the event loop.
    ControlCall(const QString &path, const QByteArray &method, const QByteArray &params, QObject *parent = nullptr);
    ~ControlCall() override;

signals:
    /// The result is raw JSON. Emitted once.
    void finished(const Pullcord::Result<QByteArray> &result);

private:
    void onReadable();
    void finish(const Result<QByteArray> &result);

    QLocalSocket m_socket;
    QTimer m_patience;
    QByteArray m_request;
    QByteArray m_response;
    bool m_isOver = false;
};

} // namespace Pullcord
