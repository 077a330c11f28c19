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

/// Where in a capture the steps of each HTTP exchange stand.
///
/// It reads the capture when somebody asks for it to, in slices of the event loop, and then goes with it as it grows.
class HttpExchanges final : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds Slice{8};

    /// Indices in the capture; -1 for what has not come.
    struct Steps
    {
        qsizetype request = -1;
        qsizetype response = -1;
        qsizetype end = -1;
        friend bool operator==(const Steps &, const Steps &) = default;
    };

    explicit HttpExchanges(QObject *parent = nullptr);
    ~HttpExchanges() override;

    /// Null lets go of it.
    void setCapture(const Capture *capture);
    /// Takes in what has come; if that is much, it goes on by itself and says advanced().
    void update();

    [[nodiscard]] bool isEmpty() const { return m_steps.isEmpty(); }
    [[nodiscard]] Steps steps(quint32 connection, int exchange) const;
    /// Exchanges that ended without the answer to this request (its id as JSON), though they were made for it.
    [[nodiscard]] QList<int> leftUnanswered(quint32 connection, const QString &id) const;
    /// The exchange that an event of this capture belongs to; 0 if it belongs to none.
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
