// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/statusline.h"

#include "core/capture/describe.h"
#include "core/capture/export/exportsource.h"
#include "core/capture/formatting.h"
#include "ui/mainwindow/conversationcontroller.h"
#include "ui/mainwindow/sources/readingcommand.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"
#include "ui/views/messages/questionnote.h"
#include "ui/views/style/accessiblenames.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/widgets/elidedlabel.h"
#include "ui/views/widgets/plainlabel.h"

#include <QEvent>
#include <QFileInfo>
#include <QLocale>
#include <QStatusBar>

#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {
constexpr int MostServer = 40;    ///< characters of name and state of the server, which come first
constexpr int MostQuestion = 100; ///< characters of a question, shown instead
constexpr int LeastRecording = 16;
constexpr int Between = 8; ///< pixels between labels
} // namespace

StatusLine::StatusLine(QStatusBar &bar, ConversationController &controller, const ReadingCommand &reading)
    : QObject(&bar)
    , m_controller(controller)
    , m_reading(reading)
    , m_server(add(bar, "statusServer", 1, true))
    , m_revision(add(bar, "statusRevision"))
    , m_inFlight(add(bar, "statusInFlight"))
    , m_count(add(bar, "statusMessages"))
    , m_bytes(add(bar, "statusBytes"))
    , m_recording(add(bar, "statusRecording", 0, true))
{
    connect(&controller, &ConversationController::changed, this, [this] {
        m_seen = 0;
        m_messages = 0;
        m_recorded = {};
        m_handshake = -1;
        update();
    });
    connect(&controller, &ConversationController::stateChanged, this, &StatusLine::update);
    bar.installEventFilter(this);
    update();
}

StatusLine::~StatusLine() = default;

QLabel *StatusLine::add(QStatusBar &bar, const char *name, int stretch, bool givesWay)
{
    auto *label = givesWay ? new ElidedLabel(&bar) : new PlainLabel(&bar);
    label->setObjectName(QString::fromLatin1(name));
    label->setContentsMargins(4, 0, 4, 0);
    if (stretch > 0)
        bar.addWidget(label, stretch);
    else
        bar.addPermanentWidget(label);
    return label;
}

bool StatusLine::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) // a question has come or gone
        fit();
    return QObject::eventFilter(watched, event);
}

void StatusLine::update()
{
    showText();
    fit();
}

/// Distributes the width. The server's name comes first, since everything else is shown elsewhere, too.
void StatusLine::fit()
{
    if (!m_controller.conversation())
        return;
    const auto *bar = qobject_cast<const QStatusBar *>(parent());
    const auto *question = bar->findChild<const QuestionNote *>();
    const bool isAsked = question && !question->isHidden();
    const int one = letterWidth(bar->fontMetrics());
    const int first = isAsked ? qMin(MostQuestion * one, question->sizeHint().width())
                              : qMin(MostServer * one, m_server->sizeHint().width());
    const int least = LeastRecording * one;
    int room = bar->width() - first - least - bar->height(); // minus the size grip
    for (const QLabel *label : {m_inFlight, m_revision, m_count, m_bytes})
        room -= label == m_revision && !m_hasRevision ? 0 : label->sizeHint().width() + Between;
    for (QLabel *label : {m_bytes, m_count, m_revision}) {
        const bool isLeftOut = room < 0;
        room += isLeftOut ? label->sizeHint().width() + Between : 0;
        label->setVisible(!isLeftOut && (label != m_revision || m_hasRevision));
    }
    m_recording->setMinimumWidth(qMin(least, m_recording->sizeHint().width()));
    m_recording->setMaximumWidth(least + qMax(0, room));
}

void StatusLine::showText()
{
    const Conversation *conversation = m_controller.conversation();
    const QList<QLabel *> all{m_revision, m_inFlight, m_count, m_bytes, m_recording};
    for (QLabel *label : all) {
        if (!conversation || label == m_inFlight || label == m_recording)
            label->setVisible(conversation != nullptr); // fit() shows the others
    }
    if (!conversation) {
        m_server->setText(tr("No conversation is open"));
        return;
    }
    countMessages();
    const Capture &capture = conversation->capture();
    showInFlight();
    m_count->setText(tr("%Ln messages", nullptr, int(m_messages)));
    m_bytes->setText(Formatting::byteCount(capture.fileSize()));
    const QString name = capture.loss().isEmpty() ? QFileInfo(capture.path()).fileName() : QString();
    AccessibleNames::setToolTip(m_recording, capture.path());
    if (!conversation->isLive()) {
        showRecorded();
        showFile();
        return;
    }
    const Client *client = conversation->client();
    const ServerInfo &server = client->server();
    m_server->setText(server.version.isEmpty()
                          ? u"%1 — %2"_s.arg(m_controller.title(), connectionText(m_controller))
                          : u"%1 %2 — %3"_s.arg(m_controller.title(), server.version, connectionText(m_controller)));
    m_hasRevision = client->state() == Client::State::Ready; // agreed on
    m_revision->setText(
        tr("MCP %1 · %2", "revision, transport").arg(nameOf(client->revision()), client->rpc().transport().name()));
    if (!capture.isRecording())
        m_recording->setText(tr("Not recording"));
    else if (!m_controller.isConnected())
        m_recording->setText(name.isEmpty() ? tr("Recorded, not kept") : tr("Recorded: %1").arg(name));
    else
        m_recording->setText(name.isEmpty() ? tr("Recording, not kept") : tr("Recording: %1").arg(name));
}

void StatusLine::showInFlight()
{
    const QString inFlight = tr("%Ln in flight", nullptr, m_controller.inFlight());
    m_inFlight->setText(m_controller.isSubscribed() ? tr("%1, 1 subscription", "3 in flight").arg(inFlight) : inFlight);
    m_inFlight->setToolTip(
        m_controller.isSubscribed()
            ? tr("The subscription to the server's changes stays in flight while the server is connected")
            : QString());
}

void StatusLine::showFile()
{
    const Capture &capture = m_controller.conversation()->capture();
    const QString name = QFileInfo(capture.path()).fileName();
    if (name.isEmpty() && !capture.isImported())
        m_recording->setText(capture.isGrowing() ? tr("Following, not kept") : tr("Recorded, not kept"));
    else if (m_reading.isRunning())
        m_recording->setText(tr("Reading %1: %2 %").arg(name, QString::number(m_reading.percent())));
    else if (capture.isGrowing())
        m_recording->setText(tr("Following: %1").arg(name));
    else
        m_recording->setText(tr("File: %1").arg(name));
}

void StatusLine::showRecorded()
{
    const Conversation &conversation = *m_controller.conversation();
    if (const qsizetype handshake = conversation.log().handshake(); std::exchange(m_handshake, handshake) != handshake)
        m_recorded = ServerSummary::of(ExportSource(conversation.capture(), conversation.log(), {}));
    const CaptureHeader &header = conversation.capture().header();
    // Captures from other programs may lack optional fields.
    const QString program = header.program.isEmpty() ? tr("an unnamed program") : header.program;
    const auto started = [&header] { return QLocale().toString(header.started.toLocalTime(), QLocale::ShortFormat); };
    const QString when = conversation.capture().isImported() && header.started.isValid()
                             ? tr("Read as %1, recorded on %2", "a format, a date").arg(program, started())
                         : header.started.isValid() ? (header.connection.value("proxied"_L1).toBool()
                                                           ? tr("Recorded between a client and its server by %1 on %2")
                                                           : tr("Recorded by %1 on %2"))
                                                          .arg(program, started())
                         : conversation.capture().isImported()
                             ? tr("Read as %1; %2", "a format, and what is to be known of it")
                                   .arg(program, Texts::translated(Describe::noTimes()))
                             : tr("Recorded by %1").arg(program);
    const QString server = m_recorded.version.isEmpty() ? m_recorded.name : m_recorded.name + u' ' + m_recorded.version;
    m_server->setText(server.isEmpty() ? when : u"%1 — %2"_s.arg(when, server));
    m_revision->setText(tr("MCP %1").arg(Texts::head(m_recorded.revision, 40)));
    m_hasRevision = !m_recorded.revision.isEmpty();
}

void StatusLine::countMessages()
{
    const Capture &capture = m_controller.conversation()->capture();
    for (; m_seen < capture.count(); ++m_seen) {
        if (capture.entry(m_seen).kind == EventKind::Message)
            ++m_messages;
    }
}

QString connectionText(const ConversationController &controller)
{
    if (const Conversation *file = controller.conversation(); file && !file->isLive())
        return file->capture().isGrowing() ? StatusLine::tr("followed") : StatusLine::tr("recorded");
    if (!controller.isConnected())
        return StatusLine::tr("disconnected");
    if (controller.conversation()->rpc()->state() == Transport::State::Closing)
        return StatusLine::tr("disconnecting…");
    const auto withStep = [&](const QString &state) {
        return controller.step().isEmpty() ? state : u"%1 %2"_s.arg(state, controller.step());
    };
    switch (controller.clientState()) {
    case Client::State::Probing:
        return withStep(StatusLine::tr("asking for its revision…"));
    case Client::State::Handshaking:
        return withStep(StatusLine::tr("handshake…"));
    case Client::State::Ready:
        return controller.absence() ? StatusLine::tr("unreachable since %1").arg(controller.absence()->since)
                                    : StatusLine::tr("connected");
    case Client::State::Failed:
    case Client::State::Disconnected:
        return StatusLine::tr("disconnecting…");
    case Client::State::Connecting:
        break;
    }
    return withStep(StatusLine::tr("connecting…"));
}

} // namespace Pullcord
