// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

namespace Pullcord {

class TextView;

/// A hex dump of the first MostShown bytes, with as many bytes per line as fit.
class HexView final : public QWidget
{
    Q_OBJECT

public:
    static constexpr qsizetype MostShown = 64 * 1024; ///< in bytes

    explicit HexView(const QByteArray &bytes, QWidget *parent = nullptr);
    ~HexView() override;

    void setMostHeight(int height);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void fill(int perLine);

    QByteArray m_bytes;
    int m_perLine = 0;
    int m_mostHeight = 0;
    TextView *m_view;
};

} // namespace Pullcord
