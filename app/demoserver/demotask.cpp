// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/demoserver/demotask.h"

#include "core/json/jsontext.h"

namespace Pullcord {
namespace {

QByteArray timeText(const QDateTime &time)
{
    return JsonText::quoted(time.toString(Qt::ISODateWithMs));
}

QByteArray resultOf(const QByteArray &text)
{
    return R"({"content":[{"type":"text","text":)" + JsonText::quoted(QByteArrayView(text)) + "}]}";
}

} // namespace

DemoTask::DemoTask(const QByteArray &id, const Work &work, QObject *parent)
    : QObject(parent)
    , m_id(id)
    , m_work(work)
    , m_message("Begun")
{
    m_timer.setSingleShot(true);
    m_timer.callOnTimeout(this, &DemoTask::work);
    if (!work.fromCancel)
        m_timer.start(work.ms);
}

QByteArrayView DemoTask::question()
{
    return R"({"method":"elicitation/create","params":{"message":"Who wants to know?","requestedSchema":)"
           R"({"type":"object","properties":{"name":{"type":"string","default":"nobody"}}}}})";
}

void DemoTask::work()
{
    switch (m_work.kind) {
    case Kind::Slow:
    case Kind::Deaf:
        m_result = resultOf("The task is done");
        setStatus("completed", "Done");
        break;
    case Kind::Fails:
        m_error = R"({"code":-32603,"message":"The task failed, as requested"})";
        setStatus("failed", "As requested");
        break;
    case Kind::Asks:
        if (m_answer.isEmpty()) {
            setStatus("input_required", "A name is required");
        } else {
            m_result = resultOf("The client answered: " + m_answer);
            setStatus("completed", "Done");
        }
        break;
    }
}

void DemoTask::cancel()
{
    if (isFinal())
        return;
    if (m_work.kind == Kind::Deaf) {
        setStatus(m_status, "Cancellation requested");
        if (m_work.fromCancel && !m_timer.isActive())
            m_timer.start(m_work.ms);
        return;
    }
    m_timer.stop();
    m_error = R"({"code":-32603,"message":"The task was cancelled"})";
    setStatus("cancelled", "Cancelled by the client");
}

void DemoTask::answer(const QByteArray &answer)
{
    if (!isAsking())
        return;
    m_answer = answer;
    setStatus("working", "Answer received");
    m_timer.start(m_work.ms);
}

void DemoTask::setStatus(const QByteArray &status, const QByteArray &message)
{
    m_status = status;
    m_message = message;
    m_updated = QDateTime::currentDateTimeUtc();
    emit changed();
}

QByteArray DemoTask::common() const
{
    QByteArray json = JsonText::withMember({}, "taskId", JsonText::quoted(QByteArrayView(m_id)));
    json = JsonText::withMember(json, "status", JsonText::quoted(QByteArrayView(m_status)));
    json = JsonText::withMember(json, "statusMessage", JsonText::quoted(QByteArrayView(m_message)));
    json = JsonText::withMember(json, "createdAt", timeText(m_created));
    return JsonText::withMember(json, "lastUpdatedAt", timeText(m_updated));
}

QByteArray DemoTask::legacy() const
{
    const QByteArray ttl = m_work.ttl ? QByteArray::number(*m_work.ttl) : QByteArray("null");
    return JsonText::withMember(JsonText::withMember(common(), "ttl", ttl), "pollInterval", QByteArray::number(PollMs));
}

QByteArray DemoTask::flat() const
{
    return JsonText::withMember(JsonText::withMember(common(), "ttlMs", "null"), "pollIntervalMs",
                                QByteArray::number(PollMs));
}

QByteArray DemoTask::detailed() const
{
    QByteArray json = flat();
    if (isAsking())
        json = JsonText::withMember(json, "inputRequests", R"({"who":)" + question().toByteArray() + '}');
    else if (m_status == "completed")
        json = JsonText::withMember(json, "result", m_result);
    else if (m_status == "failed")
        json = JsonText::withMember(json, "error", m_error);
    return json;
}

} // namespace Pullcord
