// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/cancelwords.h"

#include "core/findings/findingrule.h"
#include "core/rpc/errorcodes.h"

#include <QByteArray>

#include <algorithm>

namespace Pullcord {

bool CancelWords::tellOfCancel(QByteArrayView text)
{
    constexpr qsizetype MostRead = 16 * 1024;
    const QByteArray start = text.first(std::min(text.size(), MostRead)).toByteArray().toLower();
    return start.contains("cancel") || start.contains("abort");
}

bool CancelWords::isAnswerToCancel(const FindingStep &step)
{
    if (step.message.kind == MessageKind::Error) {
        const QByteArrayView error = step.event.part(step.message.error);
        return JsonValue(error).member("code").toInteger() == ErrorCode::RequestCancelled || tellOfCancel(error);
    }
    const QByteArrayView result = step.event.part(step.message.result);
    return tellOfCancel(result) && JsonValue(result).member("isError").toBool().value_or(false);
}

} // namespace Pullcord
