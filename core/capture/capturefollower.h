// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>

#include <chrono>

namespace Pullcord {

class Capture;

/// Reads a capture file (Capture::openToFollow) from the event loop, a slice a turn, so that a window stays alive however
/// large the file is; then takes in what is added to it, by whomever, for as long as it is not stopped.
///
/// The capture announces the events (Capture::appended). A last line without an end waits for it while somebody writes,
/// and as long as the file has not been quiet for a while; then it is shown as the cut line that it is. Where the file is
/// shortened, what was read of it stays.
class CaptureFollower final : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds Slice{8};      ///< of work in one turn of the event loop
    static constexpr std::chrono::milliseconds FirstSlice{1}; ///< since much is made of it in that same turn
    static constexpr std::chrono::milliseconds LookAgain{250};
    static constexpr int QuietLooks = 4; ///< without news, until a cut line is taken for the last

    /// `capture` must outlive it.
    explicit CaptureFollower(Capture &capture, QObject *parent = nullptr);
    ~CaptureFollower() override;

    /// The first slice, a short one, is read before this returns: a small file is there at once.
    void start();
    /// Reads no further.
    void stop();
    /// More of the file is there than has been read.
    [[nodiscard]] bool isReading() const { return m_reading; }
    [[nodiscard]] bool isStopped() const { return !m_timer.isActive(); }

signals:
    /// A slice has been read (at the last of them isReading() is false), or who wrote the file has let go of it.
    void progressed();
    /// All of it has been read, nobody writes it, and it has been quiet for a while; again after each time that it was not.
    void ended();

private:
    void readSlice(std::chrono::milliseconds budget);

    Capture &m_capture;
    QTimer m_timer;
    bool m_reading = false;
    bool m_grows = false; ///< at the last look somebody was writing
    int m_quietLooks = 0;
};

} // namespace Pullcord
