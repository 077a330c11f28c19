// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/requestparts.h"

#include <QCoreApplication>

namespace Pullcord {

namespace {

struct PartTexts
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::RequestPart)
};

} // namespace

QString RequestPart::label() const
{
    switch (kind) {
    case Kind::Request:
        return PartTexts::tr("Request");
    case Kind::Answer:
        return PartTexts::tr("Answer");
    case Kind::Cancel:
        return PartTexts::tr("Cancel message");
    case Kind::ClosedStream:
        return PartTexts::tr("Closed stream");
    case Kind::LateAnswer:
        return PartTexts::tr("Late answer");
    }
    return {};
}

QList<RequestPart> partsOf(const RequestRecord &record)
{
    const qint64 cancel = record.cancellation ? record.cancellation->event : RequestRecord::NoEvent;
    const auto cancelKind = record.cancelledByClosing() ? RequestPart::Kind::ClosedStream : RequestPart::Kind::Cancel;
    QList<RequestPart> parts{{RequestPart::Kind::Request, record.requestEvent},
                             {RequestPart::Kind::Answer, record.responseEvent},
                             {cancelKind, cancel},
                             {RequestPart::Kind::LateAnswer, record.late.answerEvent}};
    parts.removeIf([](const RequestPart &part) { return part.event == RequestRecord::NoEvent; });
    return parts;
}

} // namespace Pullcord
