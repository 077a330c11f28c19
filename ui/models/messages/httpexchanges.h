// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/capture.h"
#include "core/slicedwork.h"

#include <QHash>
#include <QObject>
#include <QPointer>

#include <chrono>

namespace Pullcord {

/// Index of the events of each HTTP exchange in a capture.
///
/// It reads the capture on update(), in slices of the event loop.
class HttpExchanges final : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds Slice{8};

    /// Event indices of an exchange; -1 for events that have not come.
    struct Steps
    {
        qsizetype request = -1;
        qsizetype response = -1;
        qsizetype end = -1;
        friend bool operator==(const Steps &, const Steps &) = default;
    };

    explicit HttpExchanges(QObject *parent = nullptr);
    ~HttpExchanges() override;

    /// Null clears the index.
    void setCapture(const Capture *capture);
    /// Reads new events. If there are many, it continues in later turns of the event loop and emits advanced().
    void update();

    [[nodiscard]] bool isEmpty() const { return m_steps.isEmpty(); }
    [[nodiscard]] Steps steps(quint32 connection, int exchange) const;
    /// Returns exchanges made for this request that ended without its response. `id` is the request id as JSON.
    [[nodiscard]] QList<int> leftUnanswered(quint32 connection, const QString &id) const;
    /// Returns the exchange of an event; 0 if it belongs to none.
    [[nodiscard]] static int exchangeOf(const Capture &capture, qsizetype index);

signals:
    void advanced();

private:
    void take(qsizetype index);

    QPointer<const Capture> m_capture;
    qsizetype m_read = 0;
    QHash<std::pair<quint32, int>, Steps> m_steps;
    QMultiHash<std::pair<quint32, QString>, int> m_unanswered;
    SlicedWork m_next;
};

} // namespace Pullcord
