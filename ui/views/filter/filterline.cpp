// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/filter/filterline.h"

#include "ui/models/texts.h"
#include "ui/views/clearaction.h"
#include "ui/views/style/icons.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/widgets/fieldnote.h"

#include <QAbstractItemView>
#include <QAction>
#include <QCompleter>
#include <QCoreApplication>
#include <QInputMethodEvent>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QStyle>
#include <QTextCharFormat>

#include <chrono>
#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

FilterLine::FilterLine(QWidget *parent)
    : QLineEdit(parent)
    , m_completer(new QCompleter(this))
    , m_sign(addAction(Icons::icon("filter"), QLineEdit::LeadingPosition))
    , m_note(new FieldNote(this))
{
    new ClearAction(this);
    m_completer->setModel(&m_offers);
    m_completer->setWidget(this);
    m_completer->setMaxVisibleItems(12);
    m_completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion); // FilterCompletion has filtered already
    connect(m_completer, qOverload<const QModelIndex &>(&QCompleter::activated), this, &FilterLine::insert);
    m_note->setAutoFillBackground(true);
    m_note->setFrameShape(QFrame::StyledPanel);
    m_note->setMargin(4);
    m_note->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_typing.setSingleShot(true);
    m_typing.setInterval(150ms);
    connect(&m_typing, &QTimer::timeout, this, &FilterLine::apply);
    connect(this, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    connect(this, &QLineEdit::textChanged, this, &FilterLine::updateRoom);
    connect(this, &QLineEdit::textEdited, this, &FilterLine::onEdited);
    connect(this, &QLineEdit::returnPressed, this, [this] {
        apply();
        if (!m_problem && !m_filter.isEmpty())
            emit used(m_filter);
    });
}

FilterLine::~FilterLine()
{
    delete m_note;
}

/// Returns a bounded width, for a place in the corner of tabs.
QSize FilterLine::sizeHint() const
{
    return {letterWidth(fontMetrics()) * 90, QLineEdit::sizeHint().height()};
}

/// Leaves room for some words beside the two icons.
QSize FilterLine::minimumSizeHint() const
{
    constexpr int Letters = 12;
    const int icon = style()->pixelMetric(QStyle::PM_LineEditIconSize, nullptr, this);
    const int icons = 2 * (icon + icon / 4 + 6); // as in QLineEdit
    return {icons + letterWidth(fontMetrics()) * (Letters + 2), QLineEdit::minimumSizeHint().height()};
}

QString FilterLine::problem() const
{
    return m_problem ? Texts::translated(m_problem->message) : QString();
}

void FilterLine::apply()
{
    m_typing.stop();
    const std::variant<Filter, Filter::Problem> parsed = Filter::parse(text());
    if (const auto *problem = std::get_if<Filter::Problem>(&parsed))
        return setProblem(*problem);
    setProblem({});
    if (const auto &filter = std::get<Filter>(parsed); filter != m_filter) {
        m_filter = filter;
        emit filterChanged();
    }
}

void FilterLine::setProblem(const std::optional<Filter::Problem> &problem)
{
    m_problem = problem;
    m_sign->setIcon(Icons::icon(problem ? "triangle-alert" : "filter"));
    setAccessibleDescription(this->problem());
    m_note->say(this->problem());
    mark(problem ? problem->position : 0, problem ? problem->length : 0);
    placeNote();
    emit problemChanged();
}

// Marks a part of the text. A QLineEdit only formats text for input methods, so this uses an input method event.
void FilterLine::mark(qsizetype position, qsizetype length)
{
    QList<QInputMethodEvent::Attribute> attributes;
    if (length > 0) {
        QTextCharFormat format;
        format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        format.setUnderlineColor(m_note->palette().color(QPalette::WindowText));
        attributes.append({QInputMethodEvent::TextFormat, int(position) - cursorPosition(), int(length), format});
    }
    QInputMethodEvent event({}, attributes);
    QCoreApplication::sendEvent(this, &event);
}

void FilterLine::placeNote()
{
    if (m_note->parentWidget() != window())
        m_note->setParent(window());
    m_note->setHidden(!m_problem || !hasFocus());
    // One line if the window is wide enough, otherwise wrapped; never cut.
    const QPoint place = mapTo(window(), QPoint(0, height()));
    const int around = 2 * (m_note->margin() + m_note->frameWidth()) + letterWidth(m_note->fontMetrics());
    const int wanted = m_note->fontMetrics().horizontalAdvance(m_note->text()) + around;
    const int wide = qBound(width(), wanted, qMax(width(), window()->width() - place.x()));
    m_note->setFixedSize(wide, qMax(m_note->heightForWidth(wide), m_note->fontMetrics().height() + around));
    m_note->move(place);
    m_note->raise();
}

void FilterLine::onEdited()
{
    if (cursorPosition() == text().size() && !text().isEmpty() && !text().endsWith(u' '))
        complete();
    else
        m_completer->popup()->hide();
}

void FilterLine::complete()
{
    m_completion = FilterCompletion::at(text(), cursorPosition(), m_known);
    m_offers.clear();
    for (const FilterCompletion::Offer &offer : std::as_const(m_completion.offers)) {
        auto *item = new QStandardItem(offer.about.isEmpty() ? offer.text : tr("%1  %2").arg(offer.text, offer.about));
        m_offers.appendRow(item);
    }
    if (m_completion.offers.isEmpty())
        m_completer->popup()->hide();
    else
        m_completer->complete();
}

void FilterLine::insert(const QModelIndex &chosen)
{
    if (chosen.row() >= m_completion.offers.size())
        return;
    const QString offer = m_completion.offers.at(chosen.row()).text;
    const qsizetype begin = m_completion.begin;
    setSelection(int(begin), cursorPosition() - int(begin));
    QLineEdit::insert(offer);
    if (offer.endsWith(u':')) // after the popup has closed
        QMetaObject::invokeMethod(this, &FilterLine::complete, Qt::QueuedConnection);
}

/// Tab accepts the selected completion, or the first one; without completions, it leaves the line.
bool FilterLine::event(QEvent *event)
{
    const auto *key = event->type() == QEvent::KeyPress ? static_cast<QKeyEvent *>(event) : nullptr;
    const bool isTab = key && key->key() == Qt::Key_Tab && key->modifiers() == Qt::NoModifier;
    if (!isTab || !m_completer->popup()->isVisible())
        return QLineEdit::event(event);
    QAbstractItemView *popup = m_completer->popup();
    const QModelIndex chosen = popup->selectionModel()->hasSelection() ? popup->currentIndex() : QModelIndex();
    popup->hide();
    insert(chosen.isValid() ? chosen : m_offers.index(0, 0));
    event->accept();
    return true;
}

/// Enter accepts the typed text, unless a completion is selected.
void FilterLine::keyPressEvent(QKeyEvent *event)
{
    const bool isOpen = m_completer->popup()->isVisible();
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::ControlModifier)
        return complete();
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isOpen && isEnter && m_completer->popup()->selectionModel()->hasSelection())
        return event->ignore(); // handled by the popup
    if (isOpen && isEnter)
        m_completer->popup()->hide();
    QLineEdit::keyPressEvent(event);
    if (isOpen && isEnter)
        event
            ->accept(); // otherwise the popup takes its current row, which it has after gaining the focus, selected or not
}

void FilterLine::updateRoom()
{
    constexpr qsizetype Short = 20;
    const bool wanted = hasFocus() || text().size() > Short;
    if (std::exchange(m_wantsRoom, wanted) != wanted)
        emit roomWanted(wanted);
}

void FilterLine::focusInEvent(QFocusEvent *event)
{
    QLineEdit::focusInEvent(event);
    updateRoom();
    placeNote();
}

void FilterLine::focusOutEvent(QFocusEvent *event)
{
    QLineEdit::focusOutEvent(event);
    if (event->reason() == Qt::PopupFocusReason)
        return;
    updateRoom();
    m_note->hide();
    if (!m_problem && !m_filter.isEmpty())
        emit used(m_filter);
}

void FilterLine::moveEvent(QMoveEvent *event)
{
    QLineEdit::moveEvent(event);
    placeNote();
}

void FilterLine::resizeEvent(QResizeEvent *event)
{
    QLineEdit::resizeEvent(event);
    placeNote();
}

} // namespace Pullcord
