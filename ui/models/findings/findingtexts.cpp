// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/findings/findingtexts.h"

#include "core/capture/capture.h"
#include "core/rpc/requestrecord.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"

#include <QCoreApplication>
#include <QStringList>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

struct FindingTexts
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::FindingTexts)
};

constexpr qsizetype MostOfAName = 60;

QString what(const Event &event)
{
    if (!event.isMessage())
        return QString::fromLatin1(nameOf(event.kind));
    switch (event.envelope.kind) {
    case MessageKind::Request:
    case MessageKind::Notification:
        return Texts::head(QString::fromUtf8(event.method()), MostOfAName);
    case MessageKind::Result:
        return FindingTexts::tr("result", "a response");
    case MessageKind::Error:
        return FindingTexts::tr("error", "a response");
    case MessageKind::Batch:
        return FindingTexts::tr("batch", "several messages in one");
    case MessageKind::None:
        break;
    }
    return FindingTexts::tr("invalid message");
}

} // namespace

QString Texts::severity(FindingSeverity severity)
{
    switch (severity) {
    case FindingSeverity::Info:
        return FindingTexts::tr("Info", "severity of a finding");
    case FindingSeverity::Warning:
        return FindingTexts::tr("Warning", "severity of a finding");
    case FindingSeverity::Error:
        break;
    }
    return FindingTexts::tr("Error", "severity of a finding");
}

QString Texts::title(const FindingKind &kind)
{
    return translated(TranslatableText::of(kind.title));
}

QString Texts::codeAndTitle(const FindingKind &kind)
{
    return FindingTexts::tr("%1: %2", "code and title of a finding").arg(kind.name, title(kind));
}

QString Texts::accused(const Finding &finding)
{
    switch (finding.accused) {
    case Direction::ServerToClient:
        return FindingTexts::tr("server");
    case Direction::ClientToServer:
        return FindingTexts::tr("client");
    case Direction::None:
        break;
    }
    return u"–"_s;
}

QString Texts::request(const RequestRecord &record)
{
    const QString method = head(QString::fromUtf8(record.method), MostOfAName);
    const QString name = head(record.target, MostOfAName);
    const QString id = head(record.id.display(), MostOfAName);
    return name.isEmpty() ? FindingTexts::tr("%1, id %2", "method of a request").arg(method, id)
                          : FindingTexts::tr("%1 %2, id %3", "method and name of a request").arg(method, name, id);
}

QString Texts::message(const Capture &capture, qsizetype index)
{
    const Event event = capture.eventAt(index);
    const QString number = u"#%1 %2"_s.arg(QString::number(index + 1), what(event));
    return event.direction == Direction::None || !hasTravelled(event.kind)
               ? number
               : u"%1 %2"_s.arg(number, event.direction == Direction::ClientToServer ? u"→"_s : u"←"_s);
}

QString Texts::evidenceLinks(const Finding &finding, const Capture &capture)
{
    const bool hasTimes = capture.hasTimes();
    QStringList links;
    for (const qint64 index : finding.events) {
        const QString time = hasTimes ? u"%1 s&nbsp; "_s.arg(clock(capture.entry(index).time)) : QString();
        links << u"%1<a href=\"%2\">%3</a>"_s.arg(time, QString::number(index),
                                                  breakable(message(capture, index)).toHtmlEscaped());
    }
    return links.join(u"<br>"_s);
}

} // namespace Pullcord
