// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QByteArray>
#include <QImage>
#include <QSize>

namespace Pullcord {

/// Limits for a picture from an untrusted peer.
struct ImageBounds
{
    qsizetype bytes = qsizetype(32) << 20;
    qint64 pixels = 25'000'000;
};

/// A picture from an untrusted peer, read within limits. A value.
struct BoundedImage
{
    QImage image;      ///< null if only the head was read
    QByteArray format; ///< detected from the bytes, whatever the declared type: "png", "jpeg" …
    QSize size;        ///< size as displayed, in pixels

    /// Reads a picture. The error has kind Protocol for empty or broken data. It has kind Usage for an oversized
    /// picture or an unsupported format; only pixel formats are supported.
    [[nodiscard]] static Result<BoundedImage> read(const QByteArray &bytes, const ImageBounds &bounds = {});
    /// Reads the head only, at next to no cost.
    [[nodiscard]] static Result<BoundedImage> readHead(const QByteArray &bytes, const ImageBounds &bounds = {});
    /// Decodes a picture accepted by readHead(), scaled to `size`.
    [[nodiscard]] static Result<QImage> decode(const QByteArray &bytes, const QSize &size);
};

} // namespace Pullcord
