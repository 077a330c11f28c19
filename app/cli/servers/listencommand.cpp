// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/servers/listencommand.h"

#include "app/cli/output.h"
#include "core/capture/formatting.h"
#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "core/transport/http/httplistener.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

void ListenCommand::work()
{
    SubscriptionManager *subscriptionManager = conversation().subscriptionManager();
    connect(subscriptionManager, &SubscriptionManager::changed, this, &ListenCommand::onChanged);
    connect(subscriptionManager, &SubscriptionManager::failed, this, &ListenCommand::onFailed);
    for (const QByteArray &method : SubscriptionFilter::methods())
        connect(conversation().rpc()->notifications(method), &NotificationSource::received, this,
                [this, method](const QByteArray &params) { print(method, params); });
    if (options().lasts)
        QTimer::singleShot(*options().lasts, this, [this] { leave(ExitOk); });
    SubscriptionFilter wanted = options().wanted;
    if (wanted.isEmpty())
        wanted = {.tools = true, .prompts = true, .resources = true};
    subscriptionManager->want(wanted);
}

void ListenCommand::onChanged()
{
    const SubscriptionManager *subscriptionManager = conversation().subscriptionManager();
    const Subscription *subscription = subscriptionManager->subscription();
    if (subscription && subscription->ending() == Subscription::Ending::ByServer) {
        const QString why = subscription->reason().isEmpty() ? QString() : u": "_s + subscription->reason();
        Output::remark(Output::printable(u"The server has ended the subscription%1"_s.arg(why)));
        leave(ExitOk);
        return;
    }
    if (subscription && subscription->state() != Subscription::State::Open) {
        m_isInterrupted = m_isInterrupted || m_printed.has_value();
        return;
    }
    if (const QString refusal = subscriptionManager->streamRefusal(); !refusal.isEmpty()) {
        if (!std::exchange(m_isRefused, true))
            Output::remark(Output::printable(
                u"The server offers no stream of its own (%1): it cannot report changes"_s.arg(refusal)));
        if (!options().lasts)
            leave(ExitNoConnection);
        return;
    }
    if (const QString failure = subscriptionManager->streamFailure(); !failure.isEmpty()) {
        if (!m_failures.contains(failure))
            Output::remark(Output::printable(
                u"The stream on which the server reports changes could not be opened (%1). It is requested again, at "
                "most %2 times in a row, at growing intervals"_s.arg(failure)
                    .arg(HttpListener::MaxFailures)));
        m_failures.insert(failure);
        return;
    }
    const SubscriptionFilter agreed = subscriptionManager->agreed();
    if (m_printed == agreed && !m_isInterrupted)
        return;
    const QString text =
        agreed.isEmpty() ? u"The server reports no changes"_s : u"The server reports %1"_s.arg(agreed.text());
    if (!subscriptionManager->isSettled()) { // responses are still missing
        Output::status(Output::printable(text + u" so far"_s));
        return;
    }
    m_printed = agreed;
    const QString again = std::exchange(m_isInterrupted, false) ? u"Subscribing again. "_s : QString();
    Output::remark(Output::printable(again + text));
    if (agreed.isEmpty() && !conversation().client()->isModern() && !options().lasts)
        leave(ExitNoConnection);
}

void ListenCommand::onFailed(const Error &error)
{
    Output::remark(u"pullcord-cli: %1"_s.arg(sentenceOf(error)));
    if (conversation().subscriptionManager()->agreed().isEmpty())
        leave(exitCodeOf(error));
}

void ListenCommand::print(const QByteArray &method, const QByteArray &params) const
{
    if (options().json) {
        const QByteArray line = JsonText::withMember({}, "method", JsonText::quoted(QByteArrayView(method)));
        Output::resultBytes(params.isEmpty() ? line : JsonText::withMember(line, "params", JsonText::compact(params)));
        return;
    }
    const QString name = QString::fromUtf8(method).remove(u"notifications/"_s);
    const QString uri = JsonValue(params).member("uri").toString();
    const bool lacksUri = uri.isEmpty() && method == "notifications/resources/updated";
    const QString of = lacksUri ? QString::fromUtf8(JsonText::compact(params)) : uri;
    Output::result(Output::printable(Formatting::visible((name + u' ' + of).trimmed())));
}

} // namespace Pullcord
