// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/content/datapiece.h"

namespace Pullcord {

/// A binary resource of a type that can only be shown as hex.
class BlobPiece final : public DataPiece
{
    Q_OBJECT

public:
    BlobPiece(const PieceInfo &info, const Result<QByteArray> &content, QWidget *parent = nullptr);
    ~BlobPiece() override;
};

} // namespace Pullcord
