// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/capture.h"

#include <QList>
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

    [[nodiscard]] static ComparedItem ofRequest(const Conversation &conversation, qsizetype row);
    [[nodiscard]] static ComparedItem ofMessage(const Capture &capture, qsizetype index);
    /// The number of the text with that label; -1 if there is none.
    [[nodiscard]] qsizetype indexOf(const QString &label) const;
};

} // namespace Pullcord
