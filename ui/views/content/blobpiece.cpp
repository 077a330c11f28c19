// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/content/blobpiece.h"

namespace Pullcord {
using namespace Qt::StringLiterals;

BlobPiece::BlobPiece(const PieceInfo &info, const Result<QByteArray> &content, QWidget *parent)
    : DataPiece(info, content, parent)
{
    setObjectName(u"blobPiece"_s);
    if (!hasBytes())
        return;
    showHex(true);
    addSave();
}

BlobPiece::~BlobPiece() = default;

} // namespace Pullcord
