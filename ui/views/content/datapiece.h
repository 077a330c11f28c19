// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"
#include "ui/views/content/contentpiece.h"

namespace Pullcord {

class HexView;

/// A piece of content in bytes, which can be saved and shown as hex. Shows an error if the bytes could not be decoded.
class DataPiece : public ContentPiece
{
    Q_OBJECT

public:
    DataPiece(const PieceInfo &info, const Result<QByteArray> &content, QWidget *parent = nullptr);
    ~DataPiece() override;

    void setMostHeight(int height) override;

protected:
    /// Empty if the bytes could not be decoded.
    [[nodiscard]] const QByteArray &bytes() const { return m_bytes; }
    [[nodiscard]] bool hasBytes() const { return m_hasBytes; }
    /// Adds a button that saves the bytes.
    void addSave();
    void showHex(bool wanted);
    /// Adds a button that switches between `body` and the hex dump.
    QToolButton *addHexSwitch(QWidget *body);

private:
    QByteArray m_bytes;
    bool m_hasBytes = false;
    int m_mostHeight = 0;
    HexView *m_hex = nullptr; ///< created on demand
};

} // namespace Pullcord
