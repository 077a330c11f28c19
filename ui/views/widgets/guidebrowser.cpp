// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/widgets/guidebrowser.h"

#include "ui/models/guide.h"
#include "ui/views/style/theme.h"
#include "ui/views/tables/letterwidth.h"

#include <QAbstractTextDocumentLayout>
#include <QEvent>
#include <QFileInfo>
#include <QFontDatabase>
#include <QImage>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextFrame>
#include <QTextTable>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

constexpr int MostCharacters = 100; ///< per line; longer lines are hard to read
constexpr int LineHeight = 115;     ///< percent

QUrl inGuide(const QString &path)
{
    return QUrl(u"qrc%1/%2"_s.arg(QLatin1StringView(Guide::Folder), path));
}

bool isDark(const QPalette &palette)
{
    return palette.color(QPalette::Base).lightness() < palette.color(QPalette::Text).lightness();
}

} // namespace

GuideBrowser::GuideBrowser(QWidget *parent)
    : QTextBrowser(parent)
{
    setOpenLinks(false); // follow() decides
    setAccessibleName(tr("Page of the guide"));
    connect(this, &QTextBrowser::anchorClicked, this, &GuideBrowser::follow);
    m_again.setSingleShot(true);
    connect(&m_again, &QTimer::timeout, this, &GuideBrowser::loadAgain);
}

GuideBrowser::~GuideBrowser() = default;

void GuideBrowser::showPage(const QString &name)
{
    setSource(inGuide(name + u".md"_s));
}

void GuideBrowser::goTo(const QString &heading)
{
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() == 0 || block.text() != heading)
            continue;
        setTextCursor(QTextCursor(block)); // for the keyboard and for screen readers
        const qreal top = document()->documentLayout()->blockBoundingRect(block).top();
        verticalScrollBar()->setValue(qRound(top) - fontMetrics().height());
        return;
    }
}

QString GuideBrowser::page() const
{
    return QFileInfo(source().path()).completeBaseName();
}

void GuideBrowser::follow(const QUrl &url)
{
    if (url.scheme() == "qrc"_L1)
        setSource(url);
    else
        emit externalWanted(url);
}

/// Resolves an address, which is the same in all languages, to the page or picture in the current language. A picture
/// matches the palette, fits the column, and has the resolution of the screen.
QVariant GuideBrowser::loadResource(int type, const QUrl &name)
{
    const QUrl folder = inGuide({});
    QString path = folder.resolved(name).path().mid(folder.path().size());
    if (type != QTextDocument::ImageResource)
        return Guide::textOf(path);
    if (isDark(palette()))
        path.replace(".png"_L1, "-dark.png"_L1);
    QImage image(Guide::fileOf(path));
    const qreal ratio = devicePixelRatioF();
    const int width = qMin(image.width() / 2, m_pictureWidth); // pictures are taken at twice their size
    image = image.scaledToWidth(qRound(width * ratio), Qt::SmoothTransformation);
    image.setDevicePixelRatio(ratio);
    return image;
}

void GuideBrowser::doSetSource(const QUrl &name, QTextDocument::ResourceType type)
{
    m_pictureWidth = columnWidth();
    QTextBrowser::doSetSource(name, type);
    dress();
    paintMarks();
}

int GuideBrowser::columnWidth() const
{
    const int margin = 2 * fontMetrics().height();
    return qMin(viewport()->width() - 2 * margin, MostCharacters * letterWidth(fontMetrics()));
}

/// Centers the column if the window is wider.
void GuideBrowser::fitColumn()
{
    QTextFrame *root = document()->rootFrame();
    QTextFrameFormat format = root->frameFormat();
    const int side = qMax(0, (viewport()->width() - columnWidth()) / 2);
    format.setLeftMargin(side);
    format.setRightMargin(side);
    format.setTopMargin(fontMetrics().height());
    format.setBottomMargin(2 * fontMetrics().height());
    root->setFrameFormat(format);
}

void GuideBrowser::dress()
{
    fitColumn();
    dressTables();
    dressText();
}

void GuideBrowser::dressTables()
{
    const Theme &theme = Theme::of(palette());
    const QList<QTextFrame *> frames = document()->rootFrame()->childFrames();
    for (QTextFrame *frame : frames) {
        auto *table = qobject_cast<QTextTable *>(frame);
        if (!table)
            continue;
        QTextTableFormat format = table->format();
        format.setBorderCollapse(true);
        format.setBorder(1);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setBorderBrush(theme.line);
        format.setCellPadding(letterWidth(fontMetrics()) * 0.6);
        format.setCellSpacing(0);
        format.setMargin(0);
        format.setTopMargin(fontMetrics().height() / 2.0);
        format.setBottomMargin(fontMetrics().height() / 2.0);
        table->setFormat(format);
        for (int column = 0; column < table->columns(); ++column) {
            QTextTableCell cell = table->cellAt(0, column);
            QTextCharFormat head = cell.format();
            head.setBackground(theme.barTrack);
            cell.setFormat(head);
        }
    }
}

void GuideBrowser::dressText()
{
    const QColor back = palette().color(QPalette::AlternateBase);
    const QString fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont).family();
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        const bool isPicture = block.text().contains(QChar::ObjectReplacementCharacter);
        if (block.blockFormat().headingLevel() == 0 && !block.blockFormat().nonBreakableLines() && !isPicture) {
            QTextBlockFormat format = block.blockFormat();
            format.setLineHeight(LineHeight, QTextBlockFormat::ProportionalHeight);
            QTextCursor(block).setBlockFormat(format);
        }
        if (block.blockFormat().headingLevel() > 1) {
            QTextBlockFormat format = block.blockFormat();
            format.setTopMargin(fontMetrics().height());
            QTextCursor(block).setBlockFormat(format);
        }
        if (block.blockFormat().hasProperty(QTextFormat::BlockCodeLanguage) ||
            block.blockFormat().nonBreakableLines()) {
            QTextBlockFormat format = block.blockFormat();
            format.setBackground(back);
            QTextCursor(block).setBlockFormat(format);
        }
        // Inline code: marked as such.
        for (auto piece = block.begin(); !piece.atEnd(); ++piece) {
            if (!piece.fragment().charFormat().fontFixedPitch())
                continue;
            QTextCursor cursor(document());
            cursor.setPosition(piece.fragment().position());
            cursor.setPosition(piece.fragment().position() + piece.fragment().length(), QTextCursor::KeepAnchor);
            QTextCharFormat code;
            code.setFontFamilies({fixed});
            code.setBackground(back);
            cursor.mergeCharFormat(code);
        }
    }
}

void GuideBrowser::mark(const QStringList &words)
{
    m_marked = words;
    paintMarks();
}

void GuideBrowser::paintMarks()
{
    QList<ExtraSelection> marks;
    QTextCharFormat found;
    found.setBackground(Theme::of(palette()).foundBack);
    found.setForeground(palette().color(QPalette::Text));
    for (const QString &word : std::as_const(m_marked)) {
        for (QTextCursor hit = document()->find(word); !hit.isNull(); hit = document()->find(word, hit))
            marks.append({hit, found});
    }
    setExtraSelections(marks);
    if (marks.isEmpty())
        return;
    const auto first = std::min_element(marks.begin(), marks.end(), [](const auto &a, const auto &b) {
        return a.cursor.selectionStart() < b.cursor.selectionStart();
    });
    verticalScrollBar()->setValue(
        qMax(0, cursorRect(first->cursor).top() + verticalScrollBar()->value() - 3 * fontMetrics().height()));
}

/// Reads the page again, for new colors and picture sizes.
void GuideBrowser::loadAgain()
{
    const int value = verticalScrollBar()->value();
    reload();
    verticalScrollBar()->setValue(value);
}

/// Deferred: loading a page can show the scroll bar, which resizes the viewport.
void GuideBrowser::resizeEvent(QResizeEvent *event)
{
    QTextBrowser::resizeEvent(event);
    if (event->size().width() != event->oldSize().width() && !source().isEmpty())
        m_again.start();
}

void GuideBrowser::changeEvent(QEvent *event)
{
    QTextBrowser::changeEvent(event);
    const bool looksElse = event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange;
    if (looksElse && !source().isEmpty())
        m_again.start();
}

} // namespace Pullcord
