// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/catalog/compareditem.h"

#include "core/json/jsontext.h"
#include "core/mcp/conversation.h"
#include "ui/models/messages/eventtexts.h"
#include "ui/models/requests/requestfacts.h"
#include "ui/models/requests/requestparts.h"

#include <QCoreApplication>
#include <QJsonDocument>

#include <algorithm>
#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype LongestTitle = 60;

struct ItemTexts
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::ComparedItem)
};

QByteArray jsonOf(const Event &event)
{
    if (event.isMessage())
        return event.bytes;
    if (event.bytes.isEmpty())
        return QJsonDocument(event.details).toJson(QJsonDocument::Compact);
    return JsonText::quoted(QByteArrayView(event.bytes));
}

} // namespace

ComparedItem ComparedItem::ofRequest(const Conversation &conversation, qsizetype row)
{
    const RequestRecord record = conversation.log().record(row);
    ComparedItem item{.title = Texts::requestTitle(record),
                      .texts = {},
                      .capture = &conversation.capture(),
                      .event = qsizetype(record.requestEvent)};
    QList<RequestPart> parts = partsOf(conversation, row);
    const auto rank = [](RequestPart::Kind kind) { // order: the request, its responses, the rest
        const bool isAsked = kind == RequestPart::Kind::Request || kind == RequestPart::Kind::Unsent;
        const bool isRest = kind == RequestPart::Kind::Cancel || kind == RequestPart::Kind::ClosedStream;
        return isAsked ? 0 : isRest ? 2 : 1;
    };
    std::stable_sort(parts.begin(), parts.end(), [rank](const RequestPart &one, const RequestPart &other) {
        return rank(one.kind) < rank(other.kind);
    });
    for (const RequestPart &part : std::as_const(parts))
        item.texts.append({part.label(), jsonOf(conversation.capture().eventAt(part.event))});
    return item;
}

ComparedItem ComparedItem::ofMessage(const Capture &capture, qsizetype index)
{
    const Event event = capture.eventAt(index);
    const QString kind = Texts::kind(capture.entry(index));
    return {.title = ItemTexts::tr("%1, number %2: %3")
                         .arg(kind, QString::number(index + 1), Texts::content(event, LongestTitle)),
            .texts = {{ItemTexts::tr("Message"), jsonOf(event)}},
            .capture = &capture,
            .event = index};
}

qsizetype ComparedItem::indexOf(const QString &label) const
{
    const auto text = std::find_if(texts.begin(), texts.end(), [&](const Text &each) { return each.label == label; });
    return text == texts.end() ? -1 : text - texts.begin();
}

} // namespace Pullcord
