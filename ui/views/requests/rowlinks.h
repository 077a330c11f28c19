// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/widgets/plainlabel.h"

namespace Pullcord {

/// A line of links to log rows; takes no room while empty.
class RowLinks final : public PlainLabel
{
    Q_OBJECT

public:
    explicit RowLinks(QWidget *parent = nullptr);
    ~RowLinks() override;

    /// Sets rich text; the address of each link is a row.
    void setLinks(const QString &links);

signals:
    void rowWanted(qsizetype logRow);
};

} // namespace Pullcord
