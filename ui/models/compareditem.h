// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/capture.h"

#include <QList>
#include <QPointer>
#include <QString>

namespace Pullcord {

class Conversation;

/// A request, or a message on its own, to be compared with another. It keeps the bytes, and goes on when the capture goes.
struct ComparedItem
{
    struct Text
    {
        QString label;   ///< "Request", "Answer", …
        QByteArray json; ///< the bytes on the wire; as a JSON string where they are no JSON
    };

    QString title;
    QList<Text> texts; ///< at least one
    QPointer<const Capture> capture;
    qsizetype event = -1; ///< in it; of a request the request

    [[nodiscard]] static ComparedItem ofRequest(const Conversation &conversation, qsizetype row);
    [[nodiscard]] static ComparedItem ofMessage(const Capture &capture, qsizetype index);
    /// The very same, not one that says the same.
    [[nodiscard]] bool isSameAs(const ComparedItem &other) const
    {
        return capture && capture == other.capture && event == other.event && title == other.title;
    }
    /// The number of the text with that label; -1 if there is none.
    [[nodiscard]] qsizetype indexOf(const QString &label) const;
};

} // namespace Pullcord
