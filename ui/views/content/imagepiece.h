// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/content/datapiece.h"
#include "ui/views/content/imagecanvas.h"

#include <memory>

namespace Pullcord {

/// A picture with its size; if it is unreadable, the reason and its bytes.
class ImagePiece final : public DataPiece
{
    Q_OBJECT

public:
    ImagePiece(const PieceInfo &info, const Result<QByteArray> &content, const std::shared_ptr<DecodedImages> &decoded,
               QWidget *parent = nullptr);
    ~ImagePiece() override;

    void setMostHeight(int height) override;

private:
    ImageCanvas *m_canvas = nullptr; ///< null without a readable picture
};

} // namespace Pullcord
