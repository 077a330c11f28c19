// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proxy/operatorcancel.h"

#include "core/json/jsontext.h"

namespace Pullcord {

QByteArray OperatorCancel::toParams() const
{
    QByteArray params;
    JsonText::setMember(params, "from", direction == Direction::ServerToClient ? R"("server")" : R"("client")");
    if (id.canBeAnswered())
        JsonText::setMember(params, "id", id.toJson());
    if (connection)
        JsonText::setMember(params, "connection", QByteArray::number(*connection));
    if (serial)
        JsonText::setMember(params, "request", QByteArray::number(*serial));
    if (!reason.isNull())
        JsonText::setMember(params, "reason", JsonText::quoted(reason));
    if (error) {
        QByteArray response;
        JsonText::setMember(response, "code", QByteArray::number(error->code));
        JsonText::setMember(response, "message", JsonText::quoted(error->message));
        JsonText::setMember(params, "error", response);
    }
    return params;
}

} // namespace Pullcord
