// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/file/capturefollower.h"

#include "core/capture/capture.h"

#include <QElapsedTimer>

#include <algorithm>

namespace Pullcord {

namespace {
constexpr qint64 BytesPerLook = 1 << 18; ///< read between two looks at the clock
}

CaptureFollower::CaptureFollower(Capture &capture, QObject *parent)
    : QObject(parent)
    , m_capture(capture)
{
    m_timer.setSingleShot(true);
    connect(&m_work, &SlicedWork::slice, this, &CaptureFollower::readSlice);
    connect(&m_timer, &QTimer::timeout, this, &CaptureFollower::readSlice);
}

CaptureFollower::~CaptureFollower() = default;

void CaptureFollower::start()
{
    if (isStopped())
        readSlice();
}

void CaptureFollower::stop()
{
    m_work.stop();
    m_timer.stop();
    if (std::exchange(m_reading, false))
        emit progressed();
}

void CaptureFollower::readSlice()
{
    const bool grows = m_capture.isGrowing(); // asked first: the lines that its writer leaves are read below
    const qint64 before = m_capture.bytesRead();
    const bool wasReading = m_reading;
    QElapsedTimer clock;
    clock.start();
    do {
        m_reading = m_capture.readMore(BytesPerLook);
    } while (m_reading && !clock.hasExpired(m_slice.count()));
    m_slice = std::min(2 * m_slice, Slice);
    const bool news = m_capture.bytesRead() > before;
    m_quietLooks = news || grows ? 0 : m_quietLooks + 1;
    if (m_quietLooks == QuietLooks)
        m_capture.finishPartialLine();
    if (m_reading) {
        m_work.start();
    } else {
        m_work.stop();
        m_timer.start(LookAgain);
    }
    const bool hasStopped = std::exchange(m_grows, grows) && !grows;
    if (news || wasReading || hasStopped)
        emit progressed();
    if (m_quietLooks == QuietLooks)
        emit ended();
}

} // namespace Pullcord
