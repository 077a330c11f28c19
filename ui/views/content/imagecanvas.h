// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QWidget>

namespace Pullcord {

/// A picture on a checkerboard, as large as it is, or as large as there is room. A tiny one is enlarged, so that it can be seen.
class ImageCanvas final : public QWidget
{
    Q_OBJECT

public:
    explicit ImageCanvas(const QImage &image, QWidget *parent = nullptr);
    ~ImageCanvas() override;

    void setMostHeight(int height);
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    /// Its size on the screen in so much room; device-independent pixels.
    [[nodiscard]] QSize shownSize(int width) const;

    QImage m_image;
    int m_mostHeight;
};

} // namespace Pullcord
