// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/jsontreeview.h"

#include "ui/views/listdelegate.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QMenu>

namespace Pullcord {

JsonTreeView::JsonTreeView(QWidget *parent)
    : QTreeView(parent)
{
    setModel(&m_model);
    setContextMenuPolicy(Qt::CustomContextMenu);
    connect(this, &QWidget::customContextMenuRequested, this, &JsonTreeView::showMenu);
    setItemDelegate(new ListDelegate(this));
    setUniformRowHeights(true);
    setAlternatingRowColors(true);
    header()->resizeSection(JsonTreeModel::Key, 22 * fontMetrics().averageCharWidth());
    setFrameShape(QFrame::NoFrame);
}

JsonTreeView::~JsonTreeView() = default;

void JsonTreeView::showJson(const QByteArray &json)
{
    m_model.setJson(json);
    expandToDepth(1);
    resizeColumnToContents(JsonTreeModel::Key);
    const int least = 12 * fontMetrics().averageCharWidth();
    const int wanted = header()->sectionSize(JsonTreeModel::Key) + fontMetrics().averageCharWidth();
    header()->resizeSection(JsonTreeModel::Key, qBound(least, wanted, qMax(least, width() / 2)));
}

void JsonTreeView::showMenu(const QPoint &at)
{
    const QModelIndex value = indexAt(at);
    if (!value.isValid())
        return;
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto offer = [menu](const QString &text, const QString &content) {
        connect(menu->addAction(text), &QAction::triggered, menu,
                [content] { QApplication::clipboard()->setText(content); });
    };
    offer(tr("Copy &Value"), QString::fromUtf8(value.data(JsonTreeModel::RawRole).toByteArray()));
    offer(tr("Copy JSON &Pointer"), value.data(JsonTreeModel::PointerRole).toString());
    menu->popup(viewport()->mapToGlobal(at));
}

} // namespace Pullcord
