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
    /// Bytes of a row that were found, counted from its first one.
    struct Found
    {
        int begin;
        int end;        ///< the one after the last
        bool isCurrent; ///< of the hit that is looked at
        bool operator==(const Found &) const = default;
    };

    explicit HexModel(QObject *parent = nullptr);
    ~HexModel() override;

    void setBytes(const QByteArray &bytes);
    [[nodiscard]] const QByteArray &bytes() const { return m_bytes; }
    /// Bytes in a row, more than 0.
    void setPerRow(int perRow);
    [[nodiscard]] int perRow() const { return m_perRow; }
    /// Where something was found, in order, and how long it is.
    void setFound(const std::vector<qsizetype> &hits, qsizetype length);
    /// Which of them is looked at; -1: none.
    void setCurrentFound(qsizetype hit);
    [[nodiscard]] qsizetype currentFound() const { return m_currentFound; }
    /// In order; what goes on in the next row ends with this one.
    [[nodiscard]] std::vector<Found> foundIn(int row) const;
    /// Where the text of a cell has the first letter of a byte of its row; -1 in a column without bytes.
    [[nodiscard]] int letterOf(int byte, const QModelIndex &cell) const;
    /// A row as one line of text.
    [[nodiscard]] QString line(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QByteArrayView bytesOf(int row) const;
    void rowsChanged();

    QByteArray m_bytes;
    int m_perRow = 16;
    std::vector<qsizetype> m_found;
    qsizetype m_foundLength = 0;
    qsizetype m_currentFound = -1;
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
