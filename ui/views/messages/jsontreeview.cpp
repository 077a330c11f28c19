// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/messages/jsontreeview.h"

#include "ui/views/style/theme.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/tables/listdelegate.h"

#include <QEvent>
#include <QHeaderView>
#include <QScrollBar>

#include <utility>

namespace Pullcord {

namespace {
constexpr qsizetype MostExpanded = 2000; ///< branches
constexpr int MostOfKeys = 80;           ///< characters
constexpr int LeastOfValue = 20;
} // namespace

/// Marks cells with hits.
class JsonTreeView::Delegate final : public ListDelegate
{
public:
    using ListDelegate::ListDelegate;

    QString wanted;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        ListDelegate::initStyleOption(option, index);
        if (!wanted.isEmpty() && option->text.contains(wanted, Qt::CaseInsensitive))
            option->backgroundBrush = Theme::of(option->palette).foundBack;
    }
};

JsonTreeView::JsonTreeView(QWidget *parent)
    : QTreeView(parent)
    , m_delegate(new Delegate(this))
    , m_letter(letterWidth(QFontMetricsF(font())))
{
    setModel(&m_model);
    setItemDelegate(m_delegate);
    setUniformRowHeights(true);
    setAlternatingRowColors(true);
    header()->resizeSection(JsonTreeModel::Key, 22 * letterWidth(fontMetrics()));
    setIndentation(qMin(indentation(), 2 * letterWidth(fontMetrics())));
    m_widen.setSingleShot(true);
    m_widen.setInterval(0);
    connect(&m_widen, &QTimer::timeout, this, &JsonTreeView::widenForKeys);
    connect(this, &QTreeView::expanded, &m_widen, qOverload<>(&QTimer::start));
    connect(verticalScrollBar(), &QScrollBar::valueChanged, &m_widen, qOverload<>(&QTimer::start));
    setFrameShape(QFrame::NoFrame);
}

JsonTreeView::~JsonTreeView() = default;

/// Keeps the width of the keys in letters.
void JsonTreeView::changeEvent(QEvent *event)
{
    QTreeView::changeEvent(event);
    if (event->type() != QEvent::FontChange)
        return;
    const double letter = letterWidth(QFontMetricsF(font()));
    const int width = header()->sectionSize(JsonTreeModel::Key);
    header()->resizeSection(JsonTreeModel::Key, qRound(width * letter / std::exchange(m_letter, letter)));
}

void JsonTreeView::showJson(const QByteArray &json)
{
    m_model.setJson(json);
    header()->setStretchLastSection(true);
    expandToDepth(1);
    resizeColumnToContents(JsonTreeModel::Key);
    const int least = 12 * letterWidth(fontMetrics());
    const int wanted = header()->sectionSize(JsonTreeModel::Key) + letterWidth(fontMetrics());
    header()->resizeSection(JsonTreeModel::Key, qBound(least, wanted, qMax(least, width() / 2)));
}

/// Shows the visible keys in full. Values shrink to a few words; beyond that, the view scrolls.
void JsonTreeView::widenForKeys()
{
    const int letter = letterWidth(fontMetrics());
    const int wanted = qMin(sizeHintForColumn(JsonTreeModel::Key) + letter, MostOfKeys * letter);
    if (wanted <= header()->sectionSize(JsonTreeModel::Key))
        return;
    header()->resizeSection(JsonTreeModel::Key, wanted);
    const bool isTight = viewport()->width() - wanted < LeastOfValue * letter;
    header()->setStretchLastSection(!isTight);
    if (isTight)
        header()->resizeSection(JsonTreeModel::Value, LeastOfValue * letter);
}

void JsonTreeView::expandSome()
{
    QModelIndexList open{m_model.index(0, 0)}; // breadth first
    for (qsizetype at = 0; at < open.size() && open.size() < MostExpanded; ++at) {
        const QModelIndex branch = open.at(at);
        expand(branch);
        for (int row = 0; row < m_model.rowCount(branch); ++row) {
            if (const QModelIndex child = m_model.index(row, 0, branch); m_model.hasChildren(child))
                open.append(child);
        }
    }
}

void JsonTreeView::goTo(const QString &pointer)
{
    const QModelIndex value = m_model.indexOf(pointer);
    setCurrentIndex(value);
    scrollTo(value);
}

std::unique_ptr<Finder> JsonTreeView::finderFor(const QString &wanted) const
{
    return std::make_unique<JsonFinder>(m_model.json(), wanted);
}

qsizetype JsonTreeView::findFrom() const
{
    return currentIndex().isValid() ? currentIndex().data(JsonTreeModel::OffsetRole).value<qsizetype>() : 0;
}

void JsonTreeView::markFound(const QString &wanted, const std::vector<qsizetype> &)
{
    if (wanted == m_delegate->wanted)
        return;
    m_delegate->wanted = wanted;
    viewport()->update();
}

void JsonTreeView::goToFound(qsizetype hit)
{
    const QModelIndex value = m_model.indexAt(hit);
    setCurrentIndex(value);
    scrollTo(value);
}

} // namespace Pullcord
