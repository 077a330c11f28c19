// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QCache>
#include <QImage>
#include <QWidget>

#include <memory>

namespace Pullcord {

/// Cache of decoded pictures, shared by several canvases. An evicted picture is decoded again when painted. Cost in
/// KiB.
using DecodedImages = QCache<const QWidget *, QImage>;

/// A picture on a checkerboard, in its own size, or smaller where room is short. Tiny pictures are enlarged.
///
/// The picture is decoded when first painted, no larger than painted.
class ImageCanvas final : public QWidget
{
    Q_OBJECT

public:
    /// `bytes` and `size` are from BoundedImage::readHead(). `decoded` is shared with other canvases.
    ImageCanvas(const QByteArray &bytes, const QSize &size, std::shared_ptr<DecodedImages> decoded,
                QWidget *parent = nullptr);
    ~ImageCanvas() override;

    void setMostHeight(int height);
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;

signals:
    /// Emitted once if decoding fails; the error is untranslated.
    void broken(const Pullcord::Error &error);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    /// Returns the size on the screen for an available width, in device-independent pixels.
    [[nodiscard]] QSize shownSize(int width) const;

    /// Returns the picture scaled to `size`, in physical pixels; null if it is broken. Valid until the next call.
    [[nodiscard]] const QImage *image(const QSize &size);

    const QByteArray m_bytes;
    const QSize m_size;
    const std::shared_ptr<DecodedImages> m_decoded;
    QSize m_decodedSize; ///< size of the picture in m_decoded
    bool m_isBroken = false;
    int m_mostHeight;
};

} // namespace Pullcord
