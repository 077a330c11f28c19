// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/requests/completion.h"

#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"

namespace Pullcord {

using namespace Qt::StringLiterals;

QByteArray CompletionQuery::contextOf(const QMap<QString, QString> &arguments)
{
    QByteArray context;
    for (auto it = arguments.begin(); it != arguments.end(); ++it)
        context = JsonText::withMember(context, it.key().toUtf8(), JsonText::quoted(it.value()));
    return context;
}

QByteArray CompletionQuery::params(Revision revision) const
{
    const bool isPrompt = of == Of::Prompt;
    const QByteArray type = JsonText::withMember({}, "type", isPrompt ? "\"ref/prompt\"" : "\"ref/resource\"");
    const QByteArray ref = JsonText::withMember(type, isPrompt ? "name" : "uri", JsonText::quoted(name));
    const QByteArray named = JsonText::withMember({}, "name", JsonText::quoted(argument));
    QByteArray params = JsonText::withMember({}, "ref", ref);
    params = JsonText::withMember(params, "argument", JsonText::withMember(named, "value", JsonText::quoted(value)));
    if (!context.isEmpty() && revision >= Revision::R2025_06_18)
        params = JsonText::withMember(params, "context", JsonText::withMember({}, "arguments", context));
    return params;
}

Result<CompletionResult> CompletionResult::from(const QByteArray &result)
{
    const JsonValue completion = JsonValue(result).member("completion");
    const JsonValue values = completion.member("values");
    if (!values.isArray())
        return Error{ErrorKind::Protocol,
                     TranslatableText::of(QT_TRANSLATE_NOOP(
                         "TranslatableText", "The response to completion/complete has no array \"values\""))};
    CompletionResult read;
    for (const JsonMember &value : values)
        read.values.append(value.value.toString());
    read.total = completion.member("total").toInteger();
    read.hasMore = completion.member("hasMore").toBool().value_or(false);
    return read;
}

Completion::Completion(Client &client, QObject *parent)
    : QObject(parent)
    , m_client(client)
{
    m_delay.setSingleShot(true);
    m_delay.callOnTimeout(this, &Completion::send);
}

Completion::~Completion()
{
    stop();
}

bool Completion::isOffered(const Client &client)
{
    return client.state() == Client::State::Ready &&
           (client.revision() == Revision::R2024_11_05 ||
            JsonValue(client.server().capabilities).member("completions").isObject());
}

bool Completion::ask(const CompletionQuery &query, std::chrono::milliseconds delay)
{
    stop();
    if (!isOffered(m_client))
        return false;
    m_query = query;
    m_delay.start(delay);
    return true;
}

void Completion::stop()
{
    m_delay.stop();
    if (OutgoingRequest *request = m_request) {
        m_request.clear();
        request->disconnect(this);
        request->cancel(u"The input changed"_s);
    }
}

void Completion::send()
{
    m_request = m_client.request("completion/complete", m_query.params(m_client.revision()));
    connect(m_request, &OutgoingRequest::finished, this, [this, request = m_request.data()] {
        m_request.clear();
        const Result<QByteArray> outcome = request->outcome();
        emit finished(outcome ? CompletionResult::from(*outcome) : Result<CompletionResult>(outcome.error()));
    });
}

} // namespace Pullcord
