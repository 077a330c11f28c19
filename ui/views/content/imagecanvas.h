// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QCache>
#include <QImage>
#include <QWidget>

#include <memory>

namespace Pullcord {

/// The pictures that several canvases keep decoded, as far as there is room: who is painted again decodes again. Cost in KiB.
using DecodedImages = QCache<const QWidget *, QImage>;

/// A picture on a checkerboard, as large as it is, or as large as there is room. A tiny one is enlarged, so that it can be seen.
///
/// It is decoded when it is first painted, no larger than it is painted.
class ImageCanvas final : public QWidget
{
    Q_OBJECT

public:
    /// `bytes`: what BoundedImage::readHead() took, with its size. `decoded` is shared with others.
    ImageCanvas(const QByteArray &bytes, const QSize &size, std::shared_ptr<DecodedImages> decoded,
                QWidget *parent = nullptr);
    ~ImageCanvas() override;

    void setMostHeight(int height);
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;

signals:
    /// There is no picture in it, untranslated; once.
    void broken(const Pullcord::Error &error);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    /// Its size on the screen in so much room; device-independent pixels.
    [[nodiscard]] QSize shownSize(int width) const;

    /// To be painted so large, in pixels of the screen; null if it is broken. Valid until the next call.
    [[nodiscard]] const QImage *image(const QSize &size);

    const QByteArray m_bytes;
    const QSize m_size;
    const std::shared_ptr<DecodedImages> m_decoded;
    QSize m_decodedSize; ///< of what is in there, for this
    bool m_isBroken = false;
    int m_mostHeight;
};

} // namespace Pullcord
