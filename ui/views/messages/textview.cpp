// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/messages/textview.h"

#include "core/capture/formatting.h"
#include "ui/models/messages/eventtexts.h"
#include "ui/models/texts.h"
#include "ui/views/messages/jsonhighlighter.h"
#include "ui/views/style/icons.h"
#include "ui/views/style/theme.h"
#include "ui/views/widgets/elidedlabel.h"

#include <QEvent>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLocale>
#include <QMimeData>
#include <QPlainTextDocumentLayout>
#include <QResizeEvent>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextLayout>
#include <QToolButton>
#include <QWidget>
#include <QtMath>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

/// Navigation between the parts of a long text.
class TextPages final : public QWidget
{
    Q_OBJECT

public:
    explicit TextPages(QWidget *parent = nullptr);
    ~TextPages() override;

    /// Shows that characters [begin, end) of `all` are displayed.
    void setPart(qsizetype begin, qsizetype end, qsizetype all);

signals:
    void firstWanted();
    void earlierWanted();
    void laterWanted();
    void lastWanted();

private:
    [[nodiscard]] QToolButton *makeButton(const char *icon, const char *name, const QString &text);

    ElidedLabel *m_label;
    QToolButton *m_first;
    QToolButton *m_earlier;
    QToolButton *m_later;
    QToolButton *m_last;
};

TextPages::TextPages(QWidget *parent)
    : QWidget(parent)
    , m_label(new ElidedLabel(this))
    , m_first(makeButton("arrow-up-to-line", "textFirst", tr("To the beginning of the text (Ctrl+Home)")))
    , m_earlier(makeButton("chevron-up", "textEarlier", tr("Previous part (Page Up at the top)")))
    , m_later(makeButton("chevron-down", "textLater", tr("Next part (Page Down at the end)")))
    , m_last(makeButton("arrow-down-to-line", "textLast", tr("To the end of the text (Ctrl+End)")))
{
    setObjectName(u"textPages"_s);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Window);
    m_label->setObjectName(u"textPart"_s);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(6, 1, 2, 1);
    layout->setSpacing(2);
    layout->addWidget(m_label, 1);
    for (QToolButton *button : {m_first, m_earlier, m_later, m_last})
        layout->addWidget(button);
    connect(m_first, &QToolButton::clicked, this, &TextPages::firstWanted);
    connect(m_earlier, &QToolButton::clicked, this, &TextPages::earlierWanted);
    connect(m_later, &QToolButton::clicked, this, &TextPages::laterWanted);
    connect(m_last, &QToolButton::clicked, this, &TextPages::lastWanted);
}

TextPages::~TextPages() = default;

QToolButton *TextPages::makeButton(const char *icon, const char *name, const QString &toolTip)
{
    auto *button = new QToolButton(this);
    button->setObjectName(QString::fromLatin1(name));
    button->setIcon(Icons::icon(icon));
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    return button;
}

void TextPages::setPart(qsizetype begin, qsizetype end, qsizetype all)
{
    const QLocale locale;
    m_label->setText(
        tr("Characters %1 to %2 of %3").arg(locale.toString(begin + 1), locale.toString(end), locale.toString(all)));
    for (QToolButton *button : {m_first, m_earlier})
        button->setEnabled(begin > 0);
    for (QToolButton *button : {m_later, m_last})
        button->setEnabled(end < all);
}

/// Layout of a QPlainTextEdit that indents wrapped lines like the beginning of their line.
class HangingLayout final : public QPlainTextDocumentLayout
{
    Q_OBJECT

public:
    /// Maximum length of a line to indent, in characters, since each is laid out twice.
    static constexpr int LongestHung = 100'000;

    explicit HangingLayout(QTextDocument *document);
    ~HangingLayout() override;

    /// Called before a block is shown.
    [[nodiscard]] QRectF blockBoundingRect(const QTextBlock &block) const override;

private:
    /// Indents the block's wrapped lines; returns true if the number of lines has changed.
    static bool hang(QTextBlock block);

    bool m_isEmitting = false;
};

HangingLayout::HangingLayout(QTextDocument *document)
    : QPlainTextDocumentLayout(document)
{}

HangingLayout::~HangingLayout() = default;

QRectF HangingLayout::blockBoundingRect(const QTextBlock &block) const
{
    const QRectF wrapped = QPlainTextDocumentLayout::blockBoundingRect(block); // lays it out if necessary
    if (!block.isValid() || block.layout()->lineCount() < 2 || block.length() > LongestHung || !hang(block))
        return wrapped;
    if (!m_isEmitting) { // receivers ask for other blocks, too
        auto *self = const_cast<HangingLayout *>(this);
        self->m_isEmitting = true;
        emit self->documentSizeChanged(documentSize());
        self->m_isEmitting = false;
    }
    return QPlainTextDocumentLayout::blockBoundingRect(block);
}

bool HangingLayout::hang(QTextBlock block)
{
    QTextLayout &lines = *block.layout();
    const QString text = block.text();
    const auto first = std::ranges::find_if(text, [](QChar character) { return !character.isSpace(); });
    const qreal edge = lines.lineAt(0).x();
    const qreal width = lines.lineAt(0).width();
    // In a narrow view, at least half of the width remains for the text.
    const qreal indent = qMin(lines.lineAt(0).cursorToX(int(first - text.begin())) - edge, width / 2);
    if (indent < 1 || lines.lineAt(1).x() > edge)
        return false;
    const int before = lines.lineCount();
    lines.beginLayout();
    qreal height = 0;
    for (QTextLine line = lines.createLine(); line.isValid(); line = lines.createLine()) {
        const qreal in = line.textStart() == 0 ? 0 : indent;
        line.setLeadingIncluded(true);
        line.setLineWidth(width - in);
        line.setPosition({edge + in, height});
        height += line.height();
        if (line.leading() < 0)
            height += qCeil(line.leading());
    }
    lines.endLayout();
    block.setLineCount(block.isVisible() ? lines.lineCount() : 0);
    return lines.lineCount() != before;
}

namespace {

constexpr qsizetype Slack = TextView::LongestPart / 100; ///< characters, to break at line ends

/// Returns a position to break at: the beginning of the line if it is near, never within a character.
qsizetype breakBefore(QStringView text, qsizetype position)
{
    const QStringView near = text.first(position).last(qMin(position, Slack));
    const qsizetype line = near.lastIndexOf(u'\n') + 1;
    if (line > 0)
        return position - near.size() + line;
    return position > 0 && position < text.size() && text.at(position).isLowSurrogate() ? position - 1 : position;
}

/// True if a word is so long that searching for its end in each line would dominate the layout time.
bool hasEndlessWord(QStringView text)
{
    constexpr qsizetype LongestWord = 1000;
    qsizetype begin = 0;
    for (qsizetype at = 0; at < text.size(); ++at) {
        if (text.at(at).isSpace())
            begin = at + 1;
        else if (at - begin >= LongestWord)
            return true;
    }
    return false;
}

} // namespace

TextView::TextView(QWidget *parent)
    : QPlainTextEdit(parent)
    , m_highlighter(new JsonHighlighter(nullptr))
{
    m_highlighter->setParent(this);
    auto *whole = new QTextDocument(this);
    whole->setDocumentLayout(new HangingLayout(whole));
    setDocument(whole);
    setReadOnly(true);
    setUndoRedoEnabled(false);
    setTabChangesFocus(true);
    setLineWrapMode(WidgetWidth);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSizeF(this->font().pointSizeF());
    setFont(font);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &TextView::paintMarks);
}

TextView::~TextView() = default;

void TextView::showText(const QString &text)
{
    put(text, false);
}

void TextView::showJson(const QByteArray &json)
{
    put(Texts::readable(json), json.size() <= LongestColored);
}

void TextView::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() != QEvent::PaletteChange)
        return;
    m_highlighter->setPalette(palette());
    paintMarks();
}

void TextView::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    if (m_pages)
        placePages();
    paintMarks();
    if (event->size().width() != event->oldSize().width())
        emit widthChanged();
}

void TextView::keyPressEvent(QKeyEvent *event)
{
    const QScrollBar *bar = verticalScrollBar();
    if (isPart() && event == QKeySequence::MoveToStartOfDocument && m_begin > 0)
        return showPart(0);
    if (isPart() && event == QKeySequence::MoveToEndOfDocument && end() < m_whole.size())
        return showLast();
    if (m_begin > 0 && event == QKeySequence::MoveToPreviousPage && bar->value() == bar->minimum())
        return showEarlier();
    if (isPart() && event == QKeySequence::MoveToNextPage && bar->value() == bar->maximum())
        return showLater();
    QPlainTextEdit::keyPressEvent(event);
}

qsizetype TextView::toFound(qsizetype inShown) const
{
    return isPart() ? m_begin + m_text.toSource(inShown) : inShown;
}

qsizetype TextView::fromFound(qsizetype found) const
{
    return isPart() ? m_text.toShown(qBound(qsizetype(0), found - m_begin, m_text.source().size())) : found;
}

std::unique_ptr<Finder> TextView::finderFor(const QString &wanted) const
{
    if (isPart())
        return std::make_unique<TextFinder>(m_whole, wanted);
    return std::make_unique<TextFinder>(toPlainText(), Formatting::visibleLines(wanted));
}

qsizetype TextView::findFrom() const
{
    return toFound(textCursor().selectionStart());
}

void TextView::markFound(const QString &wanted, const std::vector<qsizetype> &hits)
{
    m_found = hits;
    m_foundLength = isPart() ? wanted.size() : Formatting::visibleLines(wanted).size();
    if (hits.empty())
        m_foundCurrent = -1;
    paintMarks();
}

void TextView::goToFound(qsizetype hit)
{
    if (isPart())
        showPartWith(hit, hit + m_foundLength);
    QTextCursor cursor(document());
    cursor.setPosition(int(fromFound(hit)));
    cursor.setPosition(int(fromFound(hit + m_foundLength)), QTextCursor::KeepAnchor);
    setTextCursor(cursor);
    m_foundCurrent = hit;
    paintMarks();
}

QMimeData *TextView::createMimeDataFromSelection() const
{
    if (m_text.shown() == m_text.source())
        return QPlainTextEdit::createMimeDataFromSelection();
    auto *copied = new QMimeData;
    copied->setText(m_text.original(textCursor().selectionStart(), textCursor().selectionEnd()));
    return copied;
}

void TextView::setMarks(const QList<Mark> &marks)
{
    m_marks = marks;
    paintMarks();
}

void TextView::goTo(qsizetype position)
{
    showPartWith(position, position);
    QTextCursor cursor(document());
    cursor.setPosition(int(qMin(m_text.toShown(position - m_begin), qsizetype(document()->characterCount()) - 1)));
    setTextCursor(cursor);
    centerCursor();
    paintMarks();
}

QTextEdit::ExtraSelection TextView::selectionOf(qsizetype begin, qsizetype end, const QColor &back) const
{
    const qsizetype last = document()->characterCount() - 1;
    QTextEdit::ExtraSelection selection;
    selection.cursor = QTextCursor(document());
    selection.cursor.setPosition(int(qMin(begin, last)));
    selection.cursor.setPosition(int(qMin(end, last)), QTextCursor::KeepAnchor);
    selection.format.setBackground(back);
    return selection;
}

/// Marks only visible hits, since there may be thousands.
void TextView::paintMarks()
{
    if (m_found.empty() && m_marks.isEmpty() && extraSelections().isEmpty())
        return;
    QList<QTextEdit::ExtraSelection> selections;
    const Theme &theme = Theme::of(palette());
    const int first = cursorForPosition({0, 0}).position();
    const int last = cursorForPosition({viewport()->width(), viewport()->height()}).position();
    const qsizetype firstSource = m_begin + m_text.toSource(first);
    const qsizetype lastSource = m_begin + m_text.toSource(last);
    const auto toShown = [this](qsizetype position) { return m_text.toShown(qMax(qsizetype(0), position - m_begin)); };
    for (const Mark &mark : std::as_const(m_marks)) {
        if (mark.begin <= lastSource && mark.end >= firstSource)
            selections.append(selectionOf(toShown(mark.begin), toShown(mark.end), mark.back));
    }
    for (auto hit = std::lower_bound(m_found.begin(), m_found.end(), toFound(first) - m_foundLength);
         hit != m_found.end() && *hit <= toFound(last); ++hit) {
        const QColor &back = *hit == m_foundCurrent ? theme.currentBack : theme.foundBack;
        selections.append(selectionOf(fromFound(*hit), fromFound(*hit + m_foundLength), back));
    }
    setExtraSelections(selections);
}

void TextView::put(const QString &text, bool colored)
{
    m_highlighter->setDocument(nullptr);
    m_found.clear();
    m_marks.clear();
    m_whole = text;
    showPart(0);
    if (colored) {
        m_highlighter->setDocument(document());
        m_highlighter->setPalette(palette());
    }
}

void TextView::showPart(qsizetype begin)
{
    const qsizetype all = m_whole.size();
    m_begin = breakBefore(m_whole, qBound(qsizetype(0), begin, qMax(qsizetype(0), all - LongestPart)));
    const bool isToTheEnd = all - m_begin <= LongestPart + 2 * Slack; // the rest would be too short for a part
    const qsizetype end = isToTheEnd ? all : breakBefore(m_whole, m_begin + LongestPart);
    setExtraSelections({});
    m_text = VisibleText(m_begin == 0 && end == all ? m_whole : m_whole.sliced(m_begin, end - m_begin));
    clear(); // so that the old text is not wrapped again
    setWordWrapMode(hasEndlessWord(m_text.shown()) ? QTextOption::WrapAnywhere
                                                   : QTextOption::WrapAtWordBoundaryOrAnywhere);
    setPlainText(m_text.shown());
    showPages();
}

void TextView::showPartWith(qsizetype begin, qsizetype end)
{
    if (begin < m_begin || end > this->end())
        showPart(begin - LongestPart / 2);
}

void TextView::showEarlier()
{
    const qsizetype then = m_begin;
    showPart(m_begin - LongestPart);
    goTo(then);
}

void TextView::showLater()
{
    const qsizetype then = end();
    if (then < m_whole.size())
        showPart(then);
    goTo(then);
}

void TextView::showLast()
{
    showPart(m_whole.size() - LongestPart);
    moveCursor(QTextCursor::End);
}

void TextView::showPages()
{
    if (isPart() && !m_pages) {
        m_pages = new TextPages(this);
        connect(m_pages, &TextPages::firstWanted, this, [this] { showPart(0); });
        connect(m_pages, &TextPages::earlierWanted, this, &TextView::showEarlier);
        connect(m_pages, &TextPages::laterWanted, this, &TextView::showLater);
        connect(m_pages, &TextPages::lastWanted, this, &TextView::showLast);
    }
    if (!m_pages)
        return;
    m_pages->setPart(m_begin, end(), m_whole.size());
    m_pages->setVisible(isPart());
    setViewportMargins(0, 0, 0, isPart() ? m_pages->sizeHint().height() : 0);
    placePages();
}

void TextView::placePages()
{
    const QRect view = viewport()->geometry();
    m_pages->setGeometry(view.left(), view.bottom() + 1, view.width(), m_pages->sizeHint().height());
}

} // namespace Pullcord

#include "textview.moc"
