// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/slicedwork.h"

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
    static constexpr std::chrono::milliseconds Slice{8}; ///< of work in one turn of the event loop
    /// Much is made of what is read first; each slice is twice as long as the one before.
    static constexpr std::chrono::milliseconds FirstSlice{1};
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
    /// Somebody was writing it at the last look.
    [[nodiscard]] bool isWritten() const { return m_grows; }
    [[nodiscard]] bool isStopped() const { return !m_work.isActive() && !m_timer.isActive(); }

signals:
    /// A slice has been read (at the last of them isReading() is false), or who wrote the file has let go of it.
    void progressed();
    /// All of it has been read, nobody writes it, and it has been quiet for a while; again after each time that it was not.
    void ended();

private:
    void readSlice();

    Capture &m_capture;
    SlicedWork m_work;
    QTimer m_timer; ///< until it looks again
    std::chrono::milliseconds m_slice = FirstSlice;
    bool m_reading = false;
    bool m_grows = false;
    int m_quietLooks = 0;
};

} // namespace Pullcord
