// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/details/detailscopy.h"

#include "core/json/jsontext.h"
#include "ui/models/filter/filterterm.h"
#include "ui/views/messages/jsontreeview.h"
#include "ui/views/messages/textview.h"
#include "ui/views/style/icons.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QToolButton>

namespace Pullcord {
using namespace Qt::StringLiterals;

DetailsCopy::DetailsCopy(TextView *pretty, JsonTreeView *tree, QWidget *panel)
    : QObject(panel)
    , m_pretty(pretty)
    , m_tree(tree)
    , m_copyMessage(new QAction(Icons::icon("copy"), tr("Copy"), this))
{
    m_copyMessage->setObjectName(u"copyMessage"_s);
    m_copyMessage->setToolTip(
        tr("Copy the whole message: unchanged from Raw, indented from Pretty, the selected value from Tree"));
    connect(m_copyMessage, &QAction::triggered, this, &DetailsCopy::copyMessage);
    makeActions();
    for (QWidget *view : {static_cast<QWidget *>(m_pretty), static_cast<QWidget *>(m_tree)}) {
        view->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(view, &QWidget::customContextMenuRequested, this,
                [this, view](const QPoint &at) { showMenu(view, at); });
    }
}

DetailsCopy::~DetailsCopy() = default;

QAction *DetailsCopy::make(const char *name, const QString &text, const QKeySequence &shortcut,
                           std::function<QString(const JsonSpot &)> content)
{
    auto *action = new QAction(text, this);
    action->setObjectName(QString::fromLatin1(name));
    action->setShortcut(shortcut);
    action->setShortcutContext(Qt::WidgetShortcut);
    connect(action, &QAction::triggered, this, [this, content = std::move(content)] {
        if (const JsonSpot where = spot(); where.value.isValid())
            QApplication::clipboard()->setText(content(where));
    });
    m_actions.append(action);
    m_tree->addAction(action);
    if (shortcut != QKeySequence(QKeySequence::Copy))
        m_pretty->addAction(action); // the text view uses that key itself
    return action;
}

void DetailsCopy::makeActions()
{
    const auto key = [](const JsonSpot &where) {
        return where.rawKey.isEmpty() ? where.pointer.section(u'/', -1) : JsonValue(where.rawKey).toString();
    };
    make("copyValue", tr("Copy &Value"), QKeySequence::Copy, valueOf);
    make("copyValueJson", tr("Copy as &JSON"), Qt::CTRL | Qt::ALT | Qt::Key_J,
         [](const JsonSpot &where) { return QString::fromUtf8(where.value.raw()); });
    make("copyKey", tr("Copy &Key"), Qt::CTRL | Qt::ALT | Qt::Key_K, key);
    make("copyPointer", tr("Copy JSON &Pointer"), Qt::CTRL | Qt::ALT | Qt::Key_P,
         [](const JsonSpot &where) { return where.pointer; });
    make("copyFilter", tr("Copy as F&ilter"), Qt::CTRL | Qt::ALT | Qt::Key_I,
         [](const JsonSpot &where) { return filterTermOf(where.pointer, where.value); });
    m_filter = new QAction(Icons::icon("filter"), tr("&Filter by This Value"), this);
    m_filter->setObjectName(u"filterByValue"_s);
    m_filter->setShortcut(Qt::CTRL | Qt::ALT | Qt::Key_L);
    m_filter->setShortcutContext(Qt::WidgetShortcut);
    m_tree->addAction(m_filter);
    m_pretty->addAction(m_filter);
    connect(m_filter, &QAction::triggered, this, [this] {
        const JsonSpot where = spot();
        if (const QString term = filterTermOf(where.pointer, where.value); !term.isEmpty())
            emit filterWanted(term);
    });
}

/// Returns the decoded string, or the JSON of another value.
QString DetailsCopy::valueOf(const JsonSpot &spot)
{
    return spot.value.isString() ? spot.value.toString() : QString::fromUtf8(spot.value.raw());
}

void DetailsCopy::setMessage(const QByteArray &bytes, bool isJson)
{
    m_bytes = bytes;
    m_isJson = isJson;
    m_copyMessage->setEnabled(!bytes.isEmpty());
}

QToolButton *DetailsCopy::makeButton(QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setObjectName(u"copyMessageButton"_s);
    button->setDefaultAction(m_copyMessage);
    button->setAccessibleName(m_copyMessage->text()); // an icon leaves more room for the tabs
    button->setAutoRaise(true);
    return button;
}

/// Returns the current place in the visible view.
JsonSpot DetailsCopy::spot() const
{
    if (!m_isJson)
        return {};
    if (m_tree->isVisible()) {
        const QModelIndex current = m_tree->currentIndex();
        return current.isValid() ? JsonSpot::at(m_bytes, current.data(JsonTreeModel::OffsetRole).value<qsizetype>())
                                 : JsonSpot();
    }
    const QString text = m_pretty->text();
    qsizetype position = m_pretty->position();
    while (position > 0 && (position == text.size() || text[position] == u'\n' || text[position] == u','))
        --position; // after a value counts as at the value
    const QByteArray utf8 = text.toUtf8();
    const JsonSpot shown = JsonSpot::at(utf8, QStringView(text).first(position).toUtf8().size());
    // The shown text has other white space than the message.
    const JsonValue value = JsonValue(m_bytes).pointer(shown.pointer.toUtf8());
    return value.isValid() ? JsonSpot::at(m_bytes, value.raw().data() - m_bytes.constData()) : JsonSpot();
}

void DetailsCopy::showMenu(QWidget *view, const QPoint &at)
{
    if (view == m_tree) {
        if (const QModelIndex value = m_tree->indexAt(at); value.isValid())
            m_tree->setCurrentIndex(value);
    } else if (!m_pretty->textCursor().hasSelection()) {
        m_pretty->setTextCursor(m_pretty->cursorForPosition(at));
    }
    QMenu *menu = view == m_tree ? new QMenu(view) : m_pretty->createStandardContextMenu();
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (m_isJson) {
        menu->addSeparator();
        menu->addActions(m_actions);
        menu->addSeparator();
        menu->addAction(m_filter);
    }
    if (view == m_tree) {
        menu->addSeparator();
        connect(menu->addAction(tr("&Expand All")), &QAction::triggered, m_tree, &JsonTreeView::expandSome);
        connect(menu->addAction(tr("C&ollapse All")), &QAction::triggered, m_tree, &QTreeView::collapseAll);
    }
    menu->popup(view->mapToGlobal(at));
}

void DetailsCopy::copyMessage()
{
    QByteArray text = m_bytes;
    if (const QModelIndex value = m_tree->currentIndex(); m_tree->isVisible() && value.isValid())
        text = value.data(JsonTreeModel::RawRole).toByteArray();
    else if (m_pretty->isVisible() && m_isJson)
        text = JsonText::indented(m_bytes);
    QApplication::clipboard()->setText(QString::fromUtf8(text));
}

} // namespace Pullcord
