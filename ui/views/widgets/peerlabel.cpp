// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/widgets/peerlabel.h"

#include "ui/models/untrustedtext.h"
#include "ui/views/tables/letterwidth.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QMenu>
#include <QTextDocumentFragment>
#include <QTextLayout>
#include <QToolTip>
#include <QtMath>

namespace Pullcord {

PeerLabel::PeerLabel(QWidget *parent)
    : PlainLabel(parent)
{
    setWordWrap(true);
}

PeerLabel::PeerLabel(const QString &text, QWidget *parent)
    : PeerLabel(parent)
{
    setText(text);
}

PeerLabel::~PeerLabel() = default;

void PeerLabel::setText(const QString &text)
{
    if (text == m_text)
        return;
    m_text = text;
    const bool isPlain = textFormat() == Qt::PlainText;
    QString head = text;
    if (isPlain && text.size() > MostLaidOut)
        head = tr("%1\n(%2 characters in all; Copy takes all of them.)", "the beginning of a text")
                   .arg(Texts::head(text, MostLaidOut), QLocale().toString(text.size()));
    m_head = VisibleText(head);
    m_breakable = isPlain ? Texts::breakable(m_head.shown()) : text;
    present();
    updateGeometry();
}

void PeerLabel::setBuddy(QWidget *buddy)
{
    QLabel::setBuddy(buddy);
    present();
}

QString PeerLabel::withoutMnemonic(const QString &shown) const
{
    return buddy() ? Texts::noMnemonic(shown) : shown;
}

void PeerLabel::setMostLines(int most)
{
    m_mostLines = most;
    present();
    updateGeometry();
}

/// Returns the width of margins.
int PeerLabel::besides() const
{
    const QMargins margins = contentsMargins();
    return margins.left() + margins.right() + 2 * margin();
}

PeerLabel::Fit PeerLabel::fitInto(int width) const
{
    QString text = m_breakable;
    QTextLayout layout(text.replace(u'\n', QChar::LineSeparator), font());
    QTextOption option;
    option.setWrapMode(QTextOption::WordWrap);
    layout.setTextOption(option);
    layout.beginLayout();
    Fit fit{.shown = m_breakable, .lines = 0, .height = 0};
    qreal height = 0;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        ++fit.lines;
        height += line.height(); // font fallback can make a line higher
        const int start = line.textStart();
        if (fit.lines < m_mostLines || start + line.textLength() >= text.size())
            continue;
        QString rest = m_head.shown().sliced(m_breakable.first(start).remove(Texts::BreakPlace).size());
        rest.replace(u'\n', u' ');
        fit.shown = m_breakable.first(start) + fontMetrics().elidedText(rest, Qt::ElideMiddle, width - 2);
        break;
    }
    layout.endLayout();
    fit.lines = qMax(fit.lines, 1);
    fit.height =
        qMax(fit.lines * fontMetrics().lineSpacing(), qCeil(height) + (fit.lines - 1) * fontMetrics().leading());
    return fit;
}

void PeerLabel::present()
{
    const QString shown = withoutMnemonic(m_mostLines > 0 ? fitInto(width() - besides()).shown : m_breakable);
    if (shown != QLabel::text())
        QLabel::setText(shown);
}

QSize PeerLabel::sizeHint() const
{
    if (m_mostLines == 0)
        return QLabel::sizeHint();
    constexpr int Most = 80;
    const int width =
        qMin(fontMetrics().boundingRect({}, 0, m_head.shown()).width(), Most * letterWidth(fontMetrics())) + besides();
    return {width, heightForWidth(width)};
}

QSize PeerLabel::minimumSizeHint() const
{
    constexpr int Least = 8;
    const QSize least = m_mostLines == 0 ? QLabel::minimumSizeHint() : sizeHint();
    return {qMin(least.width(), Least * letterWidth(fontMetrics()) + besides()), least.height()};
}

int PeerLabel::heightForWidth(int width) const
{
    if (m_mostLines == 0)
        return QLabel::heightForWidth(width);
    const QMargins margins = contentsMargins();
    return fitInto(width - besides()).height + margins.top() + margins.bottom() + 2 * margin();
}

bool PeerLabel::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip && toolTip().isEmpty() && QLabel::text() != withoutMnemonic(m_breakable)) {
        QToolTip::showText(static_cast<QHelpEvent *>(event)->globalPos(), Texts::toolTip(m_text), this);
        return true;
    }
    return QLabel::event(event);
}

void PeerLabel::resizeEvent(QResizeEvent *event)
{
    QLabel::resizeEvent(event);
    present();
}

void PeerLabel::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        present();
}

QString PeerLabel::selection() const
{
    if (QLabel::text() == m_breakable && textFormat() == Qt::PlainText) {
        const auto place = [this](qsizetype at) { return m_breakable.first(at).remove(Texts::BreakPlace).size(); };
        const qsizetype begin = selectionStart();
        const qsizetype end = begin + selectedText().size();
        return end == m_breakable.size() && begin == 0 ? m_text : m_head.original(place(begin), place(end));
    }
    QString selected = selectedText();
    for (const QChar lineEnd : {QChar(QChar::ParagraphSeparator), QChar(QChar::LineSeparator)})
        selected.replace(lineEnd, u'\n');
    return selected == QLabel::text() ? m_text : selected.remove(Texts::BreakPlace).replace(QChar(QChar::Nbsp), u' ');
}

void PeerLabel::copy() const
{
    QGuiApplication::clipboard()->setText(selection());
}

void PeerLabel::keyPressEvent(QKeyEvent *event)
{
    if (!event->matches(QKeySequence::Copy) || !hasSelectedText())
        return QLabel::keyPressEvent(event);
    copy();
    event->accept();
}

void PeerLabel::mouseReleaseEvent(QMouseEvent *event)
{
    QLabel::mouseReleaseEvent(event);
    if (QClipboard *clipboard = QGuiApplication::clipboard(); clipboard->supportsSelection() && hasSelectedText())
        clipboard->setText(selection(), QClipboard::Selection);
}

/// The menu of QLabel would copy the break opportunities, too.
void PeerLabel::contextMenuEvent(QContextMenuEvent *event)
{
    if (!(textInteractionFlags() & Qt::TextSelectableByMouse))
        return QLabel::contextMenuEvent(event);
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("&Copy"), this, &PeerLabel::copy)->setEnabled(hasSelectedText());
    menu->addAction(tr("Select &All"), this, [this] {
        const QString shown = QLabel::text();
        const bool isRich = textFormat() == Qt::RichText;
        setSelection(0, int((isRich ? QTextDocumentFragment::fromHtml(shown).toPlainText() : shown).size()));
    });
    menu->popup(event->globalPos());
}

} // namespace Pullcord
