// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/messages/rawtemplates.h"

#include "core/json/jsontext.h"
#include "core/mcp/client.h"
#include "core/mcp/requests/answers.h"
#include "core/rpc/messagetext.h"

#include <QCoreApplication>

namespace Pullcord::RawTemplates {
using namespace Qt::StringLiterals;

namespace {

struct TemplateTexts
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::RawTemplates)
};

QByteArray params(const Client &client, const QByteArray &own)
{
    return client.isModern() ? client.options().withMeta(own, client.revision()) : own;
}

QByteArray list(const Client &client, QByteArrayView method)
{
    return MessageText::request(client.rpc().freshId(), method, params(client, "{}"));
}

QByteArray cancelOf(const QByteArray &rawId)
{
    const Dialect &dialect = Dialect::mcpLegacy(); // the notification is the same in every revision
    return MessageText::notification(dialect.cancelMethod,
                                     MessageText::cancelParams(dialect, rawId, u"typed by hand"_s));
}

QByteArray notification(const Client &client)
{
    return client.isModern() ? MessageText::notification("notifications/example", params(client, "{}"))
                             : MessageText::notification("notifications/roots/list_changed");
}

QByteArray answer(const Subject &subject)
{
    const QByteArray result = Answers::suggestion(subject.theirs->method, subject.theirParams);
    return MessageText::result(subject.theirs->id, JsonText::compact(result));
}

} // namespace

const QList<Kind> &all()
{
    static const QList<Kind> kinds{Kind::Request,     Kind::Notification,  Kind::CancelSelected,  Kind::CancelOtherType,
                                   Kind::CancelTwice, Kind::CancelUnknown, Kind::CancelWithoutId, Kind::Answer,
                                   Kind::Batch,       Kind::BrokenJson};
    return kinds;
}

QString name(Kind kind)
{
    switch (kind) {
    case Kind::Request:
        return TemplateTexts::tr("&Request with a Fresh Id");
    case Kind::Notification:
        return TemplateTexts::tr("&Notification");
    case Kind::CancelSelected:
        return TemplateTexts::tr("&Cancel the Selected Request");
    case Kind::CancelOtherType:
        return TemplateTexts::tr("Cancel It with the Other Id &Type (1 and \"1\")");
    case Kind::CancelTwice:
        return TemplateTexts::tr("Cancel It T&wice");
    case Kind::CancelUnknown:
        return TemplateTexts::tr("Cancel an &Unknown Id");
    case Kind::CancelWithoutId:
        return TemplateTexts::tr("Cancel without an I&d");
    case Kind::Answer:
        return TemplateTexts::tr("&Answer the Server's Open Request");
    case Kind::Batch:
        return TemplateTexts::tr("&Batch");
    case Kind::BrokenJson:
        return TemplateTexts::tr("Broken &JSON");
    }
    return {};
}

bool isPossible(Kind kind, const Subject &subject)
{
    if (!subject.client)
        return false;
    switch (kind) {
    case Kind::CancelSelected:
    case Kind::CancelTwice:
        return subject.ours.has_value();
    case Kind::CancelOtherType:
        return subject.ours && subject.ours->id.asOtherType().kind() != RequestId::Kind::None;
    case Kind::Answer:
        return subject.theirs.has_value();
    default:
        return true;
    }
}

QByteArray text(Kind kind, const Subject &subject)
{
    if (!isPossible(kind, subject))
        return {};
    const Client &client = *subject.client;
    switch (kind) {
    case Kind::Request:
        return JsonText::indented(list(client, "tools/list"));
    case Kind::Notification:
        return JsonText::indented(notification(client));
    case Kind::CancelSelected:
        return JsonText::indented(cancelOf(subject.ours->id.toJson()));
    case Kind::CancelOtherType:
        return JsonText::indented(cancelOf(subject.ours->id.asOtherType().toJson()));
    case Kind::CancelTwice: {
        const QByteArray cancel = cancelOf(subject.ours->id.toJson());
        return cancel + '\n' + cancel;
    }
    case Kind::CancelUnknown:
        return JsonText::indented(cancelOf(R"("no-such-request")"));
    case Kind::CancelWithoutId:
        return JsonText::indented(cancelOf({}));
    case Kind::Answer:
        return JsonText::indented(answer(subject));
    case Kind::Batch:
        return JsonText::indented('[' + list(client, "tools/list") + ',' + list(client, "prompts/list") + ']');
    case Kind::BrokenJson:
        return list(client, "tools/list").chopped(1);
    }
    return {};
}

} // namespace Pullcord::RawTemplates
