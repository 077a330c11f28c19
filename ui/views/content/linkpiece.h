// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/catalog/catalogitem.h"
#include "ui/views/content/contentpiece.h"

namespace Pullcord {

/// A link to a resource: its metadata, and a button that reads it from the server.
class LinkPiece final : public ContentPiece
{
    Q_OBJECT

public:
    /// `canRead` enables the button: a server is connected.
    LinkPiece(const PieceInfo &info, const CatalogItem &link, bool canRead, QWidget *parent = nullptr);
    ~LinkPiece() override;
};

} // namespace Pullcord
