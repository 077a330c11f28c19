// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QByteArray>
#include <QImage>
#include <QSize>

namespace Pullcord {

/// What a stranger's picture may cost.
struct ImageBounds
{
    qsizetype bytes = qsizetype(32) << 20;
    qint64 pixels = 25'000'000;
};

/// A picture that a stranger sent, read within bounds. A value.
struct BoundedImage
{
    QImage image;      ///< null as long as only its head is read
    QByteArray format; ///< what the bytes are, whatever they were said to be: "png", "jpeg", …
    QSize size;        ///< in pixels, as it is shown

    /// An error that says what is wrong: of kind Protocol if it is empty or broken, of kind Usage if it is too large, or of no
    /// format that is read here (only formats of pixels are).
    [[nodiscard]] static Result<BoundedImage> read(const QByteArray &bytes, const ImageBounds &bounds = {});
    /// The same without the image, at next to no cost.
    [[nodiscard]] static Result<BoundedImage> readHead(const QByteArray &bytes, const ImageBounds &bounds = {});
    /// The image of what readHead() took, in that size.
    [[nodiscard]] static Result<QImage> decode(const QByteArray &bytes, const QSize &size);
};

} // namespace Pullcord
