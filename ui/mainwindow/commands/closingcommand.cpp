// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/commands/closingcommand.h"

#include "core/capture/formatting.h"
#include "ui/actions.h"
#include "ui/dialogs/closedialog.h"
#include "ui/mainwindow/conversationpage.h"
#include "ui/models/untrustedtext.h"
#include "ui/views/tabs/tabstrip.h"

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {
constexpr qsizetype MostOfTitle = 60;
}

ClosingCommand::ClosingCommand(const TabStrip &tabs, QWidget *window)
    : QObject(window)
    , m_tabs(tabs)
    , m_window(window)
{}

ClosingCommand::~ClosingCommand() = default;

bool ClosingCommand::mayClose(const QList<ConversationPage *> &pages, const std::function<void()> &agreed,
                              const std::function<void()> &refused)
{
    if (m_dialog && m_dialog->isVisible()) {
        m_dialog->raise();
        m_dialog->activateWindow();
        return false;
    }
    QStringList losses;
    for (ConversationPage *page : pages) {
        const ConversationController &controller = page->controller();
        QStringList lost;
        if (const int inFlight = controller.inFlightForUser(); inFlight > 0 && controller.isConnected())
            lost << tr("%Ln requests in flight would be cancelled.", nullptr, inFlight);
        if (page->isExporting())
            lost << tr("The file that is being written would be left incomplete.");
        if (controller.isUnkept())
            lost << tr("This conversation is not saved and will be lost.");
        if (!lost.isEmpty())
            losses << tr("%1: %2", "server, what would be lost")
                          .arg(Formatting::visible(Texts::head(m_tabs.look(page).text.simplified(), MostOfTitle)),
                               lost.join(u' '));
    }
    if (losses.isEmpty())
        return true;
    const QPointer<ConversationPage> only = pages.size() == 1 ? pages.constFirst() : nullptr;
    m_dialog = new CloseDialog(only ? tr("Close This Conversation?") : tr("Close These Conversations?"), losses,
                               only && only->controller().isUnkept() && !only->isExporting(), m_window);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_dialog, &QDialog::accepted, this, agreed);
    if (refused)
        connect(m_dialog, &QDialog::rejected, this, refused);
    connect(m_dialog, &CloseDialog::exportWanted, this, [only] {
        if (only)
            only->actions().exportAll->trigger();
    });
    m_dialog->open();
    return false;
}

} // namespace Pullcord
