// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/content/datapiece.h"

namespace Pullcord {

/// A sound, which can be saved or opened in the desktop's player.
class AudioPiece final : public DataPiece
{
    Q_OBJECT

public:
    AudioPiece(const PieceInfo &info, const Result<QByteArray> &content, QWidget *parent = nullptr);
    ~AudioPiece() override;
};

} // namespace Pullcord
