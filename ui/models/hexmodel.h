// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/finder.h"

#include <QAbstractTableModel>

namespace Pullcord {

/// Bytes in rows: where the row begins, the bytes in hexadecimal digits, and what of them is readable as ASCII. Nothing is kept
/// for a row, so that there may be millions.
class HexModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Offset, Digits, Characters, ColumnCount };
    enum Role { FoundRole = Qt::UserRole + 1 }; ///< bool: something that was found is in the row

    explicit HexModel(QObject *parent = nullptr);
    ~HexModel() override;

    void setBytes(const QByteArray &bytes);
    [[nodiscard]] const QByteArray &bytes() const { return m_bytes; }
    /// Bytes in a row, more than 0.
    void setPerRow(int perRow);
    [[nodiscard]] int perRow() const { return m_perRow; }
    /// Where something was found, in order, and how long it is.
    void setFound(const std::vector<qsizetype> &hits, qsizetype length);
    /// A row as one line of text.
    [[nodiscard]] QString line(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QByteArrayView bytesOf(int row) const;
    [[nodiscard]] bool isFound(int row) const;

    QByteArray m_bytes;
    int m_perRow = 16;
    std::vector<qsizetype> m_found;
    qsizetype m_foundLength = 0;
};

/// In bytes; hits are their offsets, none of which overlap. Pairs of hexadecimal digits with blanks between are bytes, all else
/// is text, in whichever case its ASCII letters are.
class BytesFinder final : public Finder
{
public:
    BytesFinder(QByteArray bytes, const QString &wanted);

    bool advance() override;

    /// The bytes that are looked for.
    [[nodiscard]] static QByteArray bytesOf(const QString &wanted);

private:
    QByteArray m_bytes;
    QByteArray m_wanted;
    bool m_isExact;
    qsizetype m_at = 0;
};

} // namespace Pullcord
