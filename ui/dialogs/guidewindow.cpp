// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/guidewindow.h"

#include "ui/models/untrustedtext.h"
#include "ui/views/clearaction.h"
#include "ui/views/style/icons.h"
#include "ui/views/style/screenroom.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/widgets/guidebrowser.h"
#include "ui/views/widgets/messagebar.h"
#include "ui/views/widgets/panelbutton.h"

#include <QAction>
#include <QDesktopServices>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

constexpr int PageRole = Qt::UserRole; ///< index in Guide::pages()

QAction *makeAction(const char *name, const char *icon, const QString &text, const QKeySequence &shortcut,
                    QWidget *window)
{
    auto *action = new QAction(Icons::icon(icon), text, window);
    action->setObjectName(QString::fromLatin1(name));
    action->setShortcut(shortcut);
    const QString toolTip = u"%1 (%2)"_s.arg(text, shortcut.toString(QKeySequence::NativeText));
    action->setToolTip(toolTip);
    window->addAction(action);
    return action;
}

} // namespace

GuideWindow::GuideWindow(QWidget *parent)
    : QWidget(parent, Qt::Window)
    , m_messages(new MessageBar(this))
    , m_search(new QLineEdit(this))
    , m_list(new QListWidget(this))
    , m_browser(new GuideBrowser(this))
{
    setObjectName(u"guideWindow"_s);
    setWindowTitle(tr("User Guide — Pullcord"));
    setAttribute(Qt::WA_QuitOnClose, false); // not a main window
    m_list->setObjectName(u"guideContents"_s);
    m_list->setAccessibleName(tr("Contents of the guide"));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->setSpacing(1);
    m_browser->setObjectName(u"guideBrowser"_s);
    m_browser->setFrameShape(QFrame::NoFrame);
    auto *left = new QWidget(this);
    auto *column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_search);
    column->addWidget(m_list, 1);
    auto *splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(left);
    splitter->addWidget(m_browser);
    splitter->setStretchFactor(1, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 4, 6, 6);
    layout->addWidget(makeBar());
    layout->addWidget(m_messages);
    layout->addWidget(splitter, 1);
    const int one = letterWidth(fontMetrics());
    splitter->setSizes({36 * one, 120 * one});
    resize(ScreenRoom::bounded(*this, {158 * one, 46 * fontMetrics().height()}));
    listContents();

    connect(m_search, &QLineEdit::textChanged, this, &GuideWindow::listFound);
    connect(m_search, &QLineEdit::returnPressed, this, &GuideWindow::goToFirst);
    connect(m_list, &QListWidget::currentRowChanged, this, &GuideWindow::chooseRow);
    connect(m_browser, &QTextBrowser::historyChanged, this, &GuideWindow::onPageShown);
    connect(m_browser, &GuideBrowser::externalWanted, this, &GuideWindow::askToOpen);
}

GuideWindow::~GuideWindow() = default;

QWidget *GuideWindow::makeBar()
{
    auto *bar = new QWidget(this);
    QAction *back = makeAction("guideBack", "arrow-left", tr("Previous page"), Qt::ALT | Qt::Key_Left, this);
    QAction *forward = makeAction("guideForward", "arrow-right", tr("Next page"), Qt::ALT | Qt::Key_Right, this);
    QAction *home = makeAction("guideHome", "house", tr("Contents"), Qt::ALT | Qt::Key_Home, this);
    m_search->setObjectName(u"guideSearch"_s);
    m_search->setAccessibleName(tr("Search the guide"));
    m_search->setPlaceholderText(tr("Search the guide"));
    new ClearAction(m_search);
    m_search->installEventFilter(this);
    m_search->addAction(Icons::icon("search"), QLineEdit::LeadingPosition);
    auto *find = new QAction(this);
    find->setShortcuts({QKeySequence(QKeySequence::Find), QKeySequence(Qt::CTRL | Qt::Key_K)});
    addAction(find);
    auto *layout = new QHBoxLayout(bar);
    layout->setContentsMargins(0, 0, 0, 0);
    for (QAction *action : {back, forward, home})
        layout->addWidget(makePanelButton(action, bar));
    layout->addStretch(1);
    connect(find, &QAction::triggered, m_search, [this] {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    });
    connect(back, &QAction::triggered, m_browser, &QTextBrowser::backward);
    connect(forward, &QAction::triggered, m_browser, &QTextBrowser::forward);
    connect(home, &QAction::triggered, this, [this] { open(m_guide.pages().constFirst().name); });
    connect(m_browser, &QTextBrowser::backwardAvailable, back, &QAction::setEnabled);
    connect(m_browser, &QTextBrowser::forwardAvailable, forward, &QAction::setEnabled);
    back->setEnabled(false);
    forward->setEnabled(false);
    return bar;
}

void GuideWindow::open(const QString &page, const QString &heading)
{
    m_search->clear(); // a new topic ends the search
    if (m_guide.indexOf(page) >= 0)
        m_browser->showPage(page);
    else if (m_browser->source().isEmpty())
        m_browser->showPage(m_guide.pages().constFirst().name);
    const bool wasHidden = !isVisible();
    show();
    raise();
    activateWindow();
    if (wasHidden || focusWidget() == nullptr)
        m_browser->setFocus();
    if (!heading.isEmpty())
        m_browser->goTo(heading);
}

QString GuideWindow::page() const
{
    return m_browser->page();
}

void GuideWindow::listContents()
{
    const QSignalBlocker quiet(m_list);
    m_list->clear();
    QString section;
    for (qsizetype i = 0; i < m_guide.pages().size(); ++i) {
        const Guide::Page &page = m_guide.pages().at(i);
        if (page.section != section) {
            auto *head = new QListWidgetItem(section = page.section, m_list);
            head->setFlags(Qt::NoItemFlags);
            QFont bold = m_list->font();
            bold.setBold(true);
            head->setFont(bold);
            head->setForeground(m_list->palette().brush(QPalette::Active, QPalette::PlaceholderText));
        }
        addRow(i, i == 0 ? tr("Contents") : page.title);
    }
    onPageShown();
}

void GuideWindow::addRow(qsizetype page, const QString &text)
{
    auto *item = new QListWidgetItem(text, m_list);
    item->setData(PageRole, page);
    item->setToolTip(Texts::toolTip(m_guide.pages().at(page).title));
}

void GuideWindow::listFound(const QString &words)
{
    m_browser->mark(words.split(u' ', Qt::SkipEmptyParts));
    if (words.trimmed().isEmpty())
        return listContents();
    const QSignalBlocker quiet(m_list);
    m_list->clear();
    const QList<Guide::Hit> hits = m_guide.find(words);
    for (const Guide::Hit &hit : hits)
        addRow(hit.page, tr("%1 (%2)", "a page, and how often it has what was looked for")
                             .arg(m_guide.pages().at(hit.page).title)
                             .arg(hit.count));
    if (hits.isEmpty()) {
        auto *none = new QListWidgetItem(tr("No page contains all of these words."), m_list);
        none->setFlags(Qt::NoItemFlags);
    }
    onPageShown();
}

void GuideWindow::chooseRow()
{
    const QListWidgetItem *item = m_list->currentItem();
    if (item && item->data(PageRole).isValid())
        m_browser->showPage(m_guide.pages().at(item->data(PageRole).value<qsizetype>()).name);
}

void GuideWindow::goToFirst()
{
    if (m_list->count() > 0 && m_list->currentRow() < 0)
        m_list->setCurrentRow(0);
    m_browser->setFocus();
}

/// Selects the page in the list.
void GuideWindow::onPageShown()
{
    const QSignalBlocker quiet(m_list);
    const qsizetype shown = m_guide.indexOf(page());
    m_list->setCurrentRow(-1);
    for (int row = 0; row < m_list->count(); ++row) {
        const QVariant page = m_list->item(row)->data(PageRole);
        if (page.isValid() && page.value<qsizetype>() == shown)
            m_list->setCurrentRow(row);
    }
}

void GuideWindow::askToOpen(const QUrl &url)
{
    m_messages->show(MessageBar::Kind::Info, tr("This link leaves the guide, to %1").arg(url.toDisplayString()),
                     tr("Open in Browser"), this, [url] { QDesktopServices::openUrl(url); });
}

void GuideWindow::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        close();
    else
        QWidget::keyPressEvent(event);
}

/// Moves from the search field to the results.
bool GuideWindow::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_search || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent *>(event)->key();
    if (key == Qt::Key_Down) {
        m_list->setFocus();
        if (m_list->currentRow() < 0)
            m_list->setCurrentRow(0);
        return true;
    }
    if (key == Qt::Key_Escape && !m_search->text().isEmpty()) {
        m_search->clear();
        return true;
    }
    return false;
}

} // namespace Pullcord
