// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/commandpalette.h"

#include "ui/views/filter/palettedelegate.h"
#include "ui/views/style/icons.h"
#include "ui/views/style/theme.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/widgets/plainlabel.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

constexpr int Width = 92; ///< in average characters
constexpr int MostRows = 14;

} // namespace

CommandPalette::CommandPalette(QWidget *over)
    : QWidget(over)
    , m_line(new QLineEdit(this))
    , m_list(new QListView(this))
    , m_note(new PlainLabel(tr("No matches."), this))
{
    setObjectName(u"commandPalette"_s);
    setAccessibleName(tr("Command palette"));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Window);
    m_line->setObjectName(u"paletteLine"_s);
    m_line->setAccessibleName(tr("Command palette"));
    m_line->setPlaceholderText(tr("A command, tool, prompt, resource, server, capture, or page of the guide"));
    m_line->addAction(Icons::icon("search"), QLineEdit::LeadingPosition);
    m_line->installEventFilter(this);
    m_list->setObjectName(u"paletteList"_s);
    m_list->setAccessibleName(tr("Matches"));
    m_list->setModel(&m_model);
    m_list->setItemDelegate(new PaletteDelegate(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setFocusPolicy(Qt::NoFocus); // the line keeps the focus and moves the selection
    m_list->setEditTriggers(QListView::NoEditTriggers);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_note->setContentsMargins(6, 2, 6, 4);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 6, 6, 6);
    layout->addWidget(m_line);
    layout->addWidget(m_note);
    layout->addWidget(m_list, 1);
    over->installEventFilter(this); // follows its size
    connect(m_line, &QLineEdit::textChanged, this, &CommandPalette::search);
    connect(m_list, &QListView::clicked, this, &CommandPalette::choose);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex &current) {
        m_line->setAccessibleDescription(
            current.data(Qt::AccessibleTextRole).toString()); // since the list has no focus
    });
    hide();
}

CommandPalette::~CommandPalette() = default;

void CommandPalette::begin(const QList<PaletteEntry> &entries, const QStringList &lately)
{
    m_before = QApplication::focusWidget();
    m_model.setEntries(entries, lately);
    const QSignalBlocker quiet(m_line);
    m_line->clear();
    search({});
    place();
    show();
    raise();
    m_line->setFocus(Qt::PopupFocusReason);
}

void CommandPalette::leave()
{
    const bool hadFocus = m_line->hasFocus();
    hide();
    if (hadFocus && m_before)
        m_before->setFocus(Qt::PopupFocusReason);
}

void CommandPalette::place()
{
    const QWidget *over = parentWidget();
    const int most = over->width() - 2 * letterWidth(fontMetrics());
    const int row = m_list->sizeHintForRow(0);
    const int lines = qMin(MostRows, m_model.rowCount());
    m_note->setVisible(lines == 0);
    m_list->setVisible(lines > 0);
    m_list->setFixedHeight(qMax(row, 1) * qMax(lines, 1) + 2 * m_list->frameWidth());
    const int width = qMin(Width * letterWidth(fontMetrics()), most);
    layout()->activate();
    resize(width, qMin(sizeHint().height(), over->height()));
    move((over->width() - width) / 2, qMin(fontMetrics().height() * 2, over->height() - height()));
}

void CommandPalette::search(const QString &text)
{
    m_model.setWanted(text);
    place();
    m_list->setCurrentIndex(m_model.index(0));
    m_list->scrollToTop();
}

void CommandPalette::step(int by)
{
    if (m_model.rowCount() == 0)
        return;
    const int row = qBound(0, m_list->currentIndex().row() + by, m_model.rowCount() - 1);
    m_list->setCurrentIndex(m_model.index(row));
}

void CommandPalette::choose()
{
    const QModelIndex current = m_list->currentIndex();
    if (!current.isValid() || !current.data(PaletteModel::EnabledRole).toBool())
        return;
    const auto entry = current.data(PaletteModel::EntryRole).value<qsizetype>();
    leave();
    emit chosen(entry);
}

bool CommandPalette::onKey(int key)
{
    const int page = qMax(1, m_list->height() / qMax(1, m_list->sizeHintForRow(0)) - 1);
    switch (key) {
    case Qt::Key_Escape:
        leave();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        choose();
        return true;
    case Qt::Key_Up:
        step(-1);
        return true;
    case Qt::Key_Down:
        step(1);
        return true;
    case Qt::Key_PageUp:
        step(-page);
        return true;
    case Qt::Key_PageDown:
        step(page);
        return true;
    default:
        return false;
    }
}

/// Draws a border that is visible on dark windows, too.
void CommandPalette::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(Theme::of(palette()).dim);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == parentWidget()) {
        if (event->type() == QEvent::Resize && isVisible())
            place();
        return false;
    }
    const bool isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    if (isKey) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool isPlain = (key->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
        if (!isPlain)
            return false;
        if (event->type() == QEvent::KeyPress)
            return onKey(key->key());
        if (key->key() == Qt::Key_Escape)
            event->accept(); // otherwise a shortcut of the window
        return false;
    }
    if (event->type() == QEvent::FocusOut) {
        const auto reason = static_cast<QFocusEvent *>(event)->reason();
        if (reason != Qt::ActiveWindowFocusReason && reason != Qt::PopupFocusReason)
            leave();
    }
    return false;
}

} // namespace Pullcord
