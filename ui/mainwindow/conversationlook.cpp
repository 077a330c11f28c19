// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/conversationlook.h"

#include "ui/mainwindow/statusline.h"
#include "ui/mainwindow/workspace.h"

#include <QCoreApplication>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

/// Gives tr() its own context.
class Look
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::Look)
};

qsizetype questionsOf(const Workspace &workspace)
{
    const QuestionQueue *questions = workspace.conversation() ? workspace.conversation()->questions() : nullptr;
    return questions ? questions->open().size() : 0;
}

/// Sets icon, tone and state of the most important condition.
void setIcon(TabLook &look, const Workspace &workspace)
{
    const Conversation *conversation = workspace.conversation();
    const auto set = [&look](const char *icon, TabLook::Tone tone) {
        look.icon = icon;
        look.tone = tone;
    };
    if (!conversation)
        return;
    if (!conversation->isLive())
        set("file-text", TabLook::Tone::Plain);
    else if (workspace.hasFailed() || workspace.absence())
        set("unplug", TabLook::Tone::Failure);
    else if (!workspace.isConnected())
        set("circle-stop", TabLook::Tone::Dim);
    else if (questionsOf(workspace) > 0)
        set("circle-question-mark", TabLook::Tone::Warning);
    else if (workspace.clientState() != Client::State::Ready)
        set("hourglass", TabLook::Tone::Active);
    else if (workspace.inFlight() > 0)
        set("loader", TabLook::Tone::Active);
    else
        set("plug", TabLook::Tone::Success);
}

QStringList stateOf(const Workspace &workspace)
{
    QStringList state{workspace.hasFailed() ? Look::tr("connection lost") : connectionText(workspace)};
    if (!workspace.conversation()->isLive())
        return state;
    if (workspace.inFlight() > 0)
        state << Look::tr("%Ln in flight", nullptr, workspace.inFlight());
    if (const qsizetype questions = questionsOf(workspace); questions > 0)
        state << Look::tr("%Ln questions to answer", nullptr, int(questions));
    return state;
}

} // namespace

TabLook lookOf(const Workspace &workspace, bool isHidden, bool isUnseen)
{
    TabLook look;
    const Conversation *conversation = workspace.conversation();
    look.text = conversation ? workspace.name() : Look::tr("New Tab");
    if (conversation && look.text.isEmpty())
        look.text = Look::tr("Unnamed");
    if (!conversation)
        return look;
    setIcon(look, workspace);
    look.calls = isHidden && (isUnseen || questionsOf(workspace) > 0);
    look.where = workspace.target() ? workspace.target()->shownAddress() : conversation->capture().path();
    if (const QString title = workspace.title(); title != look.text)
        look.where.prepend(title + u" · "_s);
    look.state = stateOf(workspace).join(u", "_s);
    return look;
}

} // namespace Pullcord
