// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/cataloglist.h"

#include <QWidget>

#include <optional>

class QSplitter;

namespace Pullcord {

class JsonTreeView;
class PeerLabel;

/// All that a server says of something that it offers: in words, and below that its definition as it was on the wire, with
/// schemas, `_meta` and whatever else.
class AboutPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit AboutPanel(QWidget *parent = nullptr);
    ~AboutPanel() override;

    /// `row` in its list, from 0; `excluded`: why it cannot be used, empty if it can. It is read when it is seen.
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
