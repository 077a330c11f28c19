// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QJsonObject>
#include <QObject>
#include <QString>
#include <QTimer>

#include <chrono>
#include <optional>

namespace Pullcord {

/// Resources used by all descendants of a process: a value, the details of a Process event.
///
/// Times and bytes count from the start of the processes, and include processes that have ended. The difference of two
/// samples therefore describes the time between them.
struct ProcessUsage
{
    /// Largest number of processes examined, and of threads examined for children.
    static constexpr qsizetype MostProcesses = 512;

    qint64 cpu = 0; ///< processor time in ms, user and system; the system counts it in steps of about 10 ms
    qint64 processes = 0;
    qint64 threads = 0;
    std::optional<qint64> read; ///< bytes read from files, pipes and others; none if one process cannot be examined
    std::optional<qint64> written;
    bool isPartial = false; ///< there are more processes than examined: no figure can be compared
    /// Program that runs the server elsewhere ("docker", "ssh"), if the figures are that program's alone; empty
    /// otherwise.
    QString runner;

    /// Examines all descendants of `parent`, without `parent` itself. Returns none if there are none or the system does
    /// not report them. Skips processes that end meanwhile. Blocks for some microseconds per process. `proc` is the
    /// folder of proc(5) (Linux).
    [[nodiscard]] static std::optional<ProcessUsage> below(qint64 parent,
                                                           const QString &proc = QStringLiteral("/proc"));

    [[nodiscard]] QJsonObject toDetails() const;
    /// Reads the details of a Process event; none if `details` are not such.
    [[nodiscard]] static std::optional<ProcessUsage> fromDetails(const QJsonObject &details);

    friend bool operator==(const ProcessUsage &, const ProcessUsage &) = default;
};

/// Samples for a while the resources used by a server's processes: at once, every Interval, and at the end.
///
/// Owner: the transport that started the processes. If a sample takes long, as on a system with very many processes, it
/// samples less often, so that the cost stays a small part of the time.
class ProcessSampler final : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds Interval{250};
    static constexpr std::chrono::milliseconds Closest{50};    ///< least time between two samples
    static constexpr std::chrono::milliseconds Duration{3000}; ///< from the last watch() to the last sample

    explicit ProcessSampler(QObject *parent = nullptr);
    ~ProcessSampler() override;

    /// Starts watching the descendants of process `parent`. The first sample comes through the event loop.
    void watch(qint64 parent);
    void stop();
    [[nodiscard]] bool isWatching() const { return m_timer.isActive(); }

signals:
    /// One sample. None follows once no process runs there or nothing can be seen.
    void sampled(const Pullcord::ProcessUsage &usage);

private:
    void sample();

    qint64 m_parent = 0;
    std::chrono::steady_clock::time_point m_end;
    std::chrono::steady_clock::time_point m_last;
    QTimer m_timer;
};

} // namespace Pullcord
