// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/commands/helpcommands.h"

#include "ui/actions.h"
#include "ui/dialogs/aboutdialog.h"
#include "ui/dialogs/diagnosticsdialog.h"
#include "ui/dialogs/guidewindow.h"
#include "ui/services.h"

#include <QApplication>
#include <QKeyEvent>
#include <QWidget>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

/// Follows parents through window boundaries.
bool belongsTo(const QWidget *widget, const QWidget *page)
{
    while (widget && widget != page)
        widget = widget->parentWidget();
    return widget;
}

} // namespace

HelpCommands::HelpCommands(const Services &services, Actions &actions, QWidget *page)
    : QObject(page)
    , m_page(page)
{
    connect(actions.userGuide, &QAction::triggered, this, [this] { openGuide(pageInFocus()); });
    const auto show = [](QDialog *dialog) {
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->open();
    };
    connect(actions.diagnostics, &QAction::triggered, page,
            [page, show, &services] { show(new DiagnosticsDialog(services, page)); });
    connect(actions.about, &QAction::triggered, page,
            [page, show, version = services.version] { show(new AboutDialog(version, page)); });
    qApp->installEventFilter(this);
}

HelpCommands::~HelpCommands() = default;

void HelpCommands::openGuide(const QString &page)
{
    static std::weak_ptr<GuideWindow> shared; // shared by all pages; deleted with the last
    m_guide = shared.lock();
    if (!m_guide) // no parent, so that a modal dialog does not block it
        shared = m_guide = std::make_shared<GuideWindow>();
    while (QWidget *menu = QApplication::activePopupWidget())
        menu->close(); // an open menu would take the keys from the guide
    m_guide->open(page);
}

void HelpCommands::explain(FindingCode code)
{
    openGuide(u"finding-codes"_s);
    m_guide->open(u"finding-codes"_s, Guide::headingOf(code));
}

QString HelpCommands::pageInFocus()
{
    for (const QWidget *widget : {QApplication::activePopupWidget(), QApplication::focusWidget()}) {
        for (; widget; widget = widget->parentWidget()) {
            QString page = Guide::pageAbout(widget->objectName());
            if (!page.isEmpty())
                return page;
        }
    }
    return {};
}

bool HelpCommands::eventFilter(QObject *watched, QEvent *event)
{
    const QWidget *menu = QApplication::activePopupWidget();
    const QWidget *receiver = menu ? menu : QApplication::focusWidget();
    if (event->type() != QEvent::KeyPress || watched != receiver)
        return false;
    const auto *key = static_cast<QKeyEvent *>(event);
    const QWidget *dialog = receiver->window();
    if (key->key() != Qt::Key_F1 || key->modifiers() != Qt::NoModifier || dialog == m_page->window() ||
        !belongsTo(dialog, m_page))
        return false;
    openGuide(pageInFocus());
    return true;
}

} // namespace Pullcord
