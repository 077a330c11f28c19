// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/commandpalette.h"

#include "ui/models/filter/palettemodel.h"
#include "ui/views/style/contrast.h"
#include "ui/views/style/icons.h"
#include "ui/views/style/theme.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/tables/listdelegate.h"
#include "ui/views/widgets/plainlabel.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

/// Paints a row of the command palette: text with the typed letters in bold, dimmed place or reason, and shortcut at
/// the right.
class PaletteDelegate final : public ListDelegate
{
    Q_OBJECT

public:
    using ListDelegate::ListDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

namespace {

const char *iconOf(PaletteEntry::Kind kind)
{
    switch (kind) {
    case PaletteEntry::Kind::Command:
        return "chevron-right";
    case PaletteEntry::Kind::Tool:
        return "wrench";
    case PaletteEntry::Kind::Prompt:
        return "message-square";
    case PaletteEntry::Kind::Resource:
        return "file-text";
    case PaletteEntry::Kind::Server:
        return "plug";
    case PaletteEntry::Kind::Capture:
        return "history";
    case PaletteEntry::Kind::Tab:
        return "arrow-right";
    case PaletteEntry::Kind::Page:
        break;
    }
    return "book-open";
}

/// Paints runs of the same font; returns the right end.
int paintText(QPainter &painter, const QRect &room, const QString &text, const QList<qsizetype> &places)
{
    const QFont usual = painter.font();
    QFont bold = usual;
    bold.setBold(true);
    int left = room.left();
    for (qsizetype at = 0; at < text.size() && left < room.right();) {
        const bool isTyped = places.contains(at);
        qsizetype end = at + 1;
        while (end < text.size() && places.contains(end) == isTyped)
            ++end;
        painter.setFont(isTyped ? bold : usual);
        const QRect rest(left, room.top(), room.right() - left, room.height());
        const QString piece = painter.fontMetrics().elidedText(text.mid(at, end - at), Qt::ElideRight, rest.width());
        painter.drawText(rest, int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine, piece);
        left += painter.fontMetrics().horizontalAdvance(piece);
        at = end;
    }
    painter.setFont(usual);
    return left;
}

} // namespace

void PaletteDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    item.text.clear();
    const QStyle *style = item.widget ? item.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);

    const bool isEnabled = index.data(PaletteModel::EnabledRole).toBool();
    const bool isSelected = item.state.testFlag(QStyle::State_Selected);
    const auto group = isEnabled || isSelected ? QPalette::Active : QPalette::Disabled;
    constexpr double OfWhatCannotBe = 0.65;
    const QColor whole = item.palette.color(group, isSelected ? QPalette::HighlightedText : QPalette::Text);
    const QColor color = isEnabled || !isSelected
                             ? whole
                             : Contrast::over(whole, item.palette.color(group, QPalette::Highlight), OfWhatCannotBe);
    const QColor dim = isSelected ? whole : Theme::of(item.palette).dim;
    const int space = letterWidth(item.fontMetrics);
    const int size = item.fontMetrics.height();
    QRect room = item.rect.adjusted(space, 0, -space, 0);
    painter->save();
    painter->setFont(item.font);
    const auto kind = index.data(PaletteModel::KindRole).value<PaletteEntry::Kind>();
    painter->drawPixmap(
        room.left(), room.center().y() - size / 2 + 1,
        Icons::pixmap(iconOf(kind), isEnabled ? color : dim, size, painter->device()->devicePixelRatio()));
    room.setLeft(room.left() + size + space);
    painter->setPen(dim);
    const QString shortcut = index.data(PaletteModel::ShortcutRole).toString();
    painter->drawText(room, int(Qt::AlignRight | Qt::AlignVCenter) | Qt::TextSingleLine, shortcut);
    if (!shortcut.isEmpty())
        room.setRight(room.right() - item.fontMetrics.horizontalAdvance(shortcut) - 2 * space);
    painter->setPen(color);
    room.setLeft(2 * space + paintText(*painter, room, index.data().toString(),
                                       index.data(PaletteModel::PlacesRole).value<QList<qsizetype>>()));
    const QString whyNot = index.data(PaletteModel::WhyNotRole).toString();
    const QString where = isEnabled || whyNot.isEmpty() ? index.data(PaletteModel::WhereRole).toString() : whyNot;
    painter->setPen(dim);
    if (room.width() > 4 * space)
        painter->drawText(room, int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine,
                          item.fontMetrics.elidedText(where, Qt::ElideMiddle, room.width()));
    painter->restore();
}

QSize PaletteDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    return {0, rowHeight(option.fontMetrics) + 2};
}

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

#include "commandpalette.moc"
