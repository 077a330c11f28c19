// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"
#include "ui/views/content/contentpiece.h"

namespace Pullcord {

class HexView;

/// A piece of content that is bytes: it can be saved, and shown in hexadecimal digits. It says what is wrong with bytes that
/// could not be had.
class DataPiece : public ContentPiece
{
    Q_OBJECT

public:
    DataPiece(const PieceInfo &info, const Result<QByteArray> &content, QWidget *parent = nullptr);
    ~DataPiece() override;

    void setMostHeight(int height) override;

protected:
    /// Empty where they could not be had.
    [[nodiscard]] const QByteArray &bytes() const { return m_bytes; }
    [[nodiscard]] bool hasBytes() const { return m_hasBytes; }
    /// A button that saves them.
    void addSave();
    void showHex(bool wanted);
    /// A button that switches to the digits, and back to `body`.
    QToolButton *addHexSwitch(QWidget *body);

private:
    QByteArray m_bytes;
    bool m_hasBytes = false;
    int m_mostHeight = 0;
    HexView *m_hex = nullptr; ///< made when it is first wanted
};

} // namespace Pullcord
