// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/capture.h"

#include <QList>
#include <QPointer>
#include <QString>

namespace Pullcord {

class Conversation;

/// One side of a comparison: a request with its messages, or a single message. It holds a copy of the bytes, so it
/// outlives the capture.
struct ComparedItem
{
    struct Text
    {
        QString label;   ///< "Request", "Response" …
        QByteArray json; ///< bytes on the wire; as a JSON string if they are not JSON
    };

    QString title;
    QList<Text> texts; ///< at least one
    QPointer<const Capture> capture;
    qsizetype event = -1; ///< index in the capture; for a request, that of the request message

    [[nodiscard]] static ComparedItem ofRequest(const Conversation &conversation, qsizetype row);
    [[nodiscard]] static ComparedItem ofMessage(const Capture &capture, qsizetype index);
    /// True for the same item, not for one of equal content.
    [[nodiscard]] bool isSameAs(const ComparedItem &other) const
    {
        return capture && capture == other.capture && event == other.event && title == other.title;
    }
    /// Returns the index of the text with this label; -1 if there is none.
    [[nodiscard]] qsizetype indexOf(const QString &label) const;
};

} // namespace Pullcord
