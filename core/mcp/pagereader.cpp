// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/pagereader.h"

#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "core/mcp/logicalcall.h"

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
    m_cursors.clear();
    ask({});
}

void PageReader::ask(const std::optional<QByteArray> &cursor)
{
    const QByteArray params = cursor ? JsonText::withMember({}, "cursor", *cursor) : QByteArray();
    auto *call = new LogicalCall(m_client, nullptr, m_method, params, {}, this);
    connect(call, &LogicalCall::finished, call, &QObject::deleteLater);
    connect(call, &LogicalCall::finished, this, &PageReader::onAnswer);
    // No revision lets a server ask questions here: what is no page is none.
    connect(call, &LogicalCall::asked, this, [this, call] {
        call->deleteLater();
        onAnswer(Error{ErrorKind::Protocol,
                       QString::fromLatin1(m_method) + u" was answered with questions, which it may not be"_s});
    });
    call->start();
}

void PageReader::onAnswer(const Result<QByteArray> &outcome)
{
    std::optional<QByteArray> next;
    const QPointer<PageReader> guard(this);
    const auto problem = outcome ? read(*outcome, next) : std::optional(outcome.error());
    if (!guard)
        return;
    if (!problem && next)
        ask(next);
    else
        emit finished(problem);
}

/// What is wrong with the page, if anything is.
std::optional<Error> PageReader::read(const QByteArray &result, std::optional<QByteArray> &next)
{
    const auto problem = [this](const QString &text) {
        return Error{ErrorKind::Protocol, QString::fromLatin1(m_method) + text};
    };
    const JsonValue value(result);
    if (!value.member(m_member).isArray())
        return problem(u" was answered without an array \"%1\""_s.arg(QLatin1StringView(m_member)));
    const JsonValue given = value.member("nextCursor");
    std::optional<Error> end;
    if (given.isValid() && given.type() != JsonType::Null) {
        next = given.raw().toByteArray();
        if (m_cursors.contains(*next))
            end = problem(u" gave the cursor %1 twice: the list would never end"_s.arg(QString::fromUtf8(*next)));
        else if (m_cursors.size() + 1 >= MaxPages)
            end = problem(u" was stopped after %1 pages"_s.arg(MaxPages));
        m_cursors.insert(*next);
    }
    emit page(result);
    return end;
}

} // namespace Pullcord
