// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/catalog/cataloglist.h"

#include <QWidget>

#include <optional>

class QSplitter;

namespace Pullcord {

class JsonTreeView;
class PeerLabel;

/// Metadata of an item of the catalog, with its definition as on the wire: schemas, `_meta` and all else.
class AboutPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit AboutPanel(QWidget *parent = nullptr);
    ~AboutPanel() override;

    /// `row` is the index in its list. `excluded` is the reason why the item cannot be used; empty if it can. Contents
    /// are read when shown.
    void setItem(CatalogList::Kind kind, const CatalogItem &item, int row, const QString &excluded = {});
    void clear();

protected:
    void showEvent(QShowEvent *event) override;

private:
    void fill();

    CatalogList::Kind m_kind = CatalogList::Kind::Tools;
    std::optional<CatalogItem> m_item;
    int m_row = 0;
    QString m_excluded;
    bool m_isStale = false;
    PeerLabel *m_title;
    PeerLabel *m_text;
    JsonTreeView *m_tree;
};

} // namespace Pullcord
