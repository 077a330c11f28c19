// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonchecker.h"
#include "core/rpc/event.h"

#include <QByteArray>
#include <QByteArrayView>

#include <optional>

namespace Pullcord {

/// One line of a program's log, taken apart. The views point into the line.
struct LogLine
{
    /// The form of the time at the beginning of a line.
    enum class TimeForm : quint8 {
        Date,   ///< with a time of day
        Number, ///< since the epoch
        Clock,  ///< a time of day without a date
    };

    std::optional<qint64> time;      ///< ns since the epoch; of a clock, since midnight
    TimeForm form = TimeForm::Date;  ///< of `time`
    QByteArrayView whole;            ///< the line
    QByteArrayView text;             ///< the line without its time
    QByteArrayView head;             ///< of `text`, the part before the message
    QByteArray message;              ///< the JSON-RPC message in the line; empty if there is none
    QByteArrayView rest;             ///< the part after the message
    bool isStderr = false;           ///< marked as the server's standard error; `text` begins after the mark
    Direction way = Direction::None; ///< as marked; None without a mark
    bool isRelative = false;         ///< the mark is "sent" or "received", seen from the program that wrote the log

    /// Reads one line without its line end.
    [[nodiscard]] static LogLine of(QByteArrayView line, JsonChecker &checker);
    /// True for a JSON-RPC message, or a batch of them, that names its version.
    [[nodiscard]] static bool isRpc(QByteArrayView json);
    /// Returns the size of the array or object that begins at the first byte of `text`; 0 if it does not end there.
    [[nodiscard]] static qsizetype valueSize(QByteArrayView text);
};

} // namespace Pullcord
