// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/catalog/promptmessage.h"

#include "core/json/jsonvalue.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

PromptMessage PromptMessage::from(const JsonValue &value)
{
    return {.role = value.member("role").toString(),
            .content = ContentBlock::in(value.member("content")),
            .raw = value.raw().toByteArray()};
}

Result<QList<PromptMessage>> PromptMessage::in(const QByteArray &result)
{
    const JsonValue list = JsonValue(result).member("messages");
    if (!list.isArray())
        return Error{ErrorKind::Protocol,
                     TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                            "The response to prompts/get has no array \"messages\""))};
    QList<PromptMessage> messages;
    for (const JsonMember &message : list)
        messages.append(from(message.value));
    return messages;
}

} // namespace Pullcord
