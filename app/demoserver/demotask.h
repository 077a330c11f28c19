// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"

#include <QDateTime>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <optional>

namespace Pullcord {

/// A tool call that continues as a task: its work, its state, and its JSON in both forms of tasks.
///
/// Owner: the DemoWorld. Specification: 2025-11-25 "Tasks", the tasks extension; spec digest 4.11, 4.12.
class DemoTask final : public QObject
{
    Q_OBJECT

public:
    enum class Kind : quint8 {
        Slow, ///< completes, and respects a cancel
        Deaf, ///< completes, and ignores a cancel
        Asks, ///< asks for a name before it completes
        Fails,
    };
    struct Work
    {
        Kind kind = Kind::Slow;
        int ms = 0;
        bool fromCancel = false; ///< its time begins with the cancel (Deaf)
        std::optional<qint64> ttl;
    };
    static constexpr int PollMs = 100;

    DemoTask(const QByteArray &id, const Work &work, QObject *parent);

    [[nodiscard]] const QByteArray &id() const { return m_id; }
    [[nodiscard]] const QDateTime &created() const { return m_created; }
    [[nodiscard]] std::chrono::milliseconds halfTime() const { return std::chrono::milliseconds(m_work.ms / 2); }
    [[nodiscard]] bool isFinal() const
    {
        return m_status == "completed" || m_status == "failed" || m_status == "cancelled";
    }
    [[nodiscard]] bool isAsking() const { return m_status == "input_required"; }
    /// Returns method and params of its request to the client.
    [[nodiscard]] static QByteArrayView question();

    /// Returns the members of 2025-11-25.
    [[nodiscard]] QByteArray legacy() const;
    /// Returns the members of the extension, in the result of tools/call.
    [[nodiscard]] QByteArray flat() const;
    /// The same with the members for its status.
    [[nodiscard]] QByteArray detailed() const;
    /// The outcome of the call: a raw result, or a raw error.
    [[nodiscard]] const QByteArray &result() const { return m_result; }
    [[nodiscard]] const QByteArray &error() const { return m_error; }

    void cancel();
    /// `answer` is the raw result of the request. Has no effect unless isAsking().
    void answer(const QByteArray &answer);

signals:
    void changed();

private:
    void work();
    void setStatus(const QByteArray &status, const QByteArray &message);
    [[nodiscard]] QByteArray common() const;

    QByteArray m_id;
    Work m_work;
    QDateTime m_created = QDateTime::currentDateTimeUtc();
    QDateTime m_updated = m_created;
    QByteArray m_status = "working";
    QByteArray m_message;
    QByteArray m_answer;
    QByteArray m_result;
    QByteArray m_error;
    QTimer m_timer;
};

} // namespace Pullcord
