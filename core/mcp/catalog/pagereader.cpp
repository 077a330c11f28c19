// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/catalog/pagereader.h"

#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "core/mcp/requests/logicalcall.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

PageReader::PageReader(Client &client, const QByteArray &method, const QByteArray &member, QObject *parent)
    : QObject(parent)
    , m_client(client)
    , m_method(method)
    , m_member(member)
{}

PageReader::~PageReader() = default;

void PageReader::start()
{
    Q_ASSERT(!m_loading);
    m_loading = true;
    m_cursors.clear();
    m_lastPage = {};
    const QPointer<PageReader> guard(this);
    emit loadingChanged(true);
    if (guard)
        ask({});
}

void PageReader::ask(const std::optional<QByteArray> &cursor)
{
    const QByteArray params = cursor ? JsonText::withMember({}, "cursor", *cursor) : QByteArray();
    auto *call = new LogicalCall(m_client, nullptr, m_method, params, {.follows = m_lastPage}, this);
    connect(call, &LogicalCall::legBegan, this, [this](const OutgoingRequest *leg) { m_lastPage = leg->id(); });
    connect(call, &LogicalCall::finished, call, &QObject::deleteLater);
    connect(call, &LogicalCall::finished, this, &PageReader::onAnswer);
    // No revision allows questions here, so they count as a failure.
    connect(call, &LogicalCall::asked, this, [this, call] {
        call->deleteLater();
        onAnswer(Error{ErrorKind::Protocol,
                       TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                              "The response to %1 is a question, which is not allowed"),
                                            QString::fromLatin1(m_method))});
    });
    call->start();
}

void PageReader::onAnswer(const Result<QByteArray> &outcome)
{
    std::optional<QByteArray> next;
    const QPointer<PageReader> guard(this);
    auto problem = outcome ? read(*outcome, next) : std::optional(outcome.error());
    if (problem && problem->kind == ErrorKind::Transport && m_client.state() == Client::State::Ready &&
        m_client.rpc().state() == Transport::State::Open)
        problem->detail =
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1: %2; the connection itself is open"),
                                 QString::fromLatin1(m_method), problem->detail);
    if (!guard)
        return;
    if (!problem && next)
        ask(next);
    else
        finish(problem);
}

void PageReader::finish(const std::optional<Error> &problem)
{
    m_loading = false;
    const QPointer<PageReader> guard(this);
    emit finished(problem);
    if (guard)
        emit loadingChanged(false);
    if (guard && problem && !m_client.isLeaving())
        emit failed(*problem);
    if (guard)
        emit done();
}

TranslatableText PageReader::whyStopped(const QByteArray &method, const QByteArray &next, bool isKnown, qsizetype pages)
{
    if (isKnown)
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "%1 returned the cursor %2 twice: the list would never end"),
            QString::fromLatin1(method), QString::fromUtf8(next));
    if (pages >= MaxPages)
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 stopped after %2 pages"),
                                    QString::fromLatin1(method), MaxPages);
    return {};
}

/// Reads a page. Returns its fault; none if it is fine.
std::optional<Error> PageReader::read(const QByteArray &result, std::optional<QByteArray> &next)
{
    const QString method = QString::fromLatin1(m_method);
    const auto problem = [](const TranslatableText &text) { return Error{ErrorKind::Protocol, text}; };
    const JsonValue value(result);
    if (!value.member(m_member).isArray())
        return problem(
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The response to %1 has no array \"%2\""),
                                 method, QLatin1StringView(m_member)));
    const JsonValue given = value.member("nextCursor");
    std::optional<Error> end;
    if (given.isValid() && given.type() != JsonType::Null) {
        next = given.raw().toByteArray();
        if (const TranslatableText why = whyStopped(m_method, *next, m_cursors.contains(*next), m_cursors.size() + 1);
            !why.isEmpty())
            end = problem(why);
        m_cursors.insert(*next);
    }
    emit page(result);
    return end;
}

} // namespace Pullcord
