// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/slicedwork.h"

#include <QObject>
#include <QTimer>

#include <chrono>

namespace Pullcord {

class Capture;

/// Reads a capture file (Capture::openToFollow) from the event loop, one slice per turn, so that the window stays
/// responsive. Then reads further additions until stop().
///
/// The capture emits the events (Capture::appended). A last line without an end waits for it while another process
/// writes the file, and until the file has been quiet for a while. Then it becomes an event as a cut line. If the file
/// is truncated, the events read so far stay.
///
/// Owner: the reader of the capture, such as Conversation.
class CaptureFollower final : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds Slice{8}; ///< work in one turn of the event loop
    /// The first events cause much work in receivers, so the first slice is short, and each later one twice as long.
    static constexpr std::chrono::milliseconds FirstSlice{1};
    static constexpr std::chrono::milliseconds LookAgain{250};
    static constexpr int QuietLooks = 4; ///< looks without new bytes after which a cut line counts as complete

    /// `capture` must outlive it.
    explicit CaptureFollower(Capture &capture, QObject *parent = nullptr);
    ~CaptureFollower() override;

    /// Starts, and reads the first short slice before it returns, so that a small file is complete at once.
    void start();
    /// Stops reading.
    void stop();
    /// True if the file has more bytes than were read.
    [[nodiscard]] bool isReading() const { return m_reading; }
    /// True if another process was writing the file at the last look.
    [[nodiscard]] bool isWritten() const { return m_grows; }
    [[nodiscard]] bool isStopped() const { return !m_work.isActive() && !m_timer.isActive(); }

signals:
    /// A slice was read, or the writer closed the file. isReading() is false after the last slice.
    void progressed();
    /// All of the file was read, no process writes it, and it has been quiet for a while. Emitted again after further
    /// additions.
    void ended();

private:
    void readSlice();

    Capture &m_capture;
    SlicedWork m_work;
    QTimer m_timer; ///< until the next look
    std::chrono::milliseconds m_slice = FirstSlice;
    bool m_reading = false;
    bool m_grows = false;
    int m_quietLooks = 0;
};

} // namespace Pullcord
