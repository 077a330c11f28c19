// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/conversationappearance.h"

#include "ui/mainwindow/conversationcontroller.h"
#include "ui/mainwindow/statusline.h"

#include <QCoreApplication>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

/// Gives tr() its own context.
class Look
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::Look)
};

qsizetype questionsOf(const ConversationController &controller)
{
    const QuestionQueue *questions = controller.conversation() ? controller.conversation()->questions() : nullptr;
    return questions ? questions->open().size() : 0;
}

/// Sets icon, tone and state of the most important condition.
void setIcon(TabAppearance &look, const ConversationController &controller)
{
    const Conversation *conversation = controller.conversation();
    const auto set = [&look](const char *icon, TabAppearance::Tone tone) {
        look.icon = icon;
        look.tone = tone;
    };
    if (!conversation)
        return;
    if (!conversation->isLive() && conversation->capture().isGrowing())
        set("route", controller.inFlight() > 0 ? TabAppearance::Tone::Active : TabAppearance::Tone::Success);
    else if (!conversation->isLive())
        set("file-text", TabAppearance::Tone::Plain);
    else if (controller.hasFailed() || controller.absence())
        set("unplug", TabAppearance::Tone::Failure);
    else if (!controller.isConnected())
        set("circle-stop", TabAppearance::Tone::Dim);
    else if (questionsOf(controller) > 0)
        set("circle-question-mark", TabAppearance::Tone::Warning);
    else if (controller.clientState() != Client::State::Ready)
        set("hourglass", TabAppearance::Tone::Active);
    else if (controller.inFlight() > 0)
        set("loader", TabAppearance::Tone::Active);
    else
        set("plug", TabAppearance::Tone::Success);
}

QStringList stateOf(const ConversationController &controller)
{
    QStringList state{controller.hasFailed() ? Look::tr("connection lost") : connectionText(controller)};
    if (!controller.conversation()->isLive())
        return state;
    if (controller.inFlight() > 0)
        state << Look::tr("%Ln in flight", nullptr, controller.inFlight());
    if (const qsizetype questions = questionsOf(controller); questions > 0)
        state << Look::tr("%Ln questions to answer", nullptr, int(questions));
    return state;
}

} // namespace

TabAppearance lookOf(const ConversationController &controller, bool isHidden, bool isUnseen)
{
    TabAppearance look;
    const Conversation *conversation = controller.conversation();
    look.text = conversation ? controller.name() : Look::tr("New Tab");
    if (conversation && look.text.isEmpty())
        look.text = Look::tr("Unnamed");
    if (!conversation)
        return look;
    setIcon(look, controller);
    look.calls = isHidden && (isUnseen || questionsOf(controller) > 0);
    look.where = controller.target() ? controller.target()->shownAddress() : conversation->capture().path();
    if (const QString title = controller.title(); title != look.text)
        look.where.prepend(title + u" · "_s);
    look.state = stateOf(controller).join(u", "_s);
    return look;
}

} // namespace Pullcord
