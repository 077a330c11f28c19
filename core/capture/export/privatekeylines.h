// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSet>

#include <map>
#include <utility>

namespace Pullcord {

class Capture;
enum class EventKind : quint8;

/// Which lines of what a server wrote, an event each, belong to a private key that an earlier one begins. It reads the capture as
/// far as it is asked, once. The capture must outlive it. Plain class.
class PrivateKeyLines
{
public:
    /// Of the longest keys; what follows so many lines is none.
    static constexpr int Most = 200;

    explicit PrivateKeyLines(const Capture &capture)
        : m_capture(capture)
    {}

    /// The first line, which says what it is, does not count.
    [[nodiscard]] bool contains(qsizetype index);

private:
    void read(qsizetype index);

    const Capture &m_capture;
    qsizetype m_read = 0;
    std::map<std::pair<quint32, EventKind>, int> m_left; ///< how many lines may follow
    QSet<qsizetype> m_lines;
};

} // namespace Pullcord
