// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/filter/finder.h"
#include "ui/views/filter/findable.h"

#include <QAbstractTableModel>
#include <QTableView>

namespace Pullcord {

/// Bytes in rows: offset, hexadecimal digits, ASCII characters. Nothing is stored per row, so there may be millions of
/// rows.
class HexModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Offset, Digits, Characters, ColumnCount };
    /// A hit within a row, in bytes from the row's first byte.
    struct Found
    {
        int begin;
        int end;        ///< one past the last byte
        bool isCurrent; ///< true for the selected hit
        bool operator==(const Found &) const = default;
    };

    explicit HexModel(QObject *parent = nullptr);
    ~HexModel() override;

    void setBytes(const QByteArray &bytes);
    [[nodiscard]] const QByteArray &bytes() const { return m_bytes; }
    /// Sets the number of bytes per row; must be positive.
    void setPerRow(int perRow);
    [[nodiscard]] int perRow() const { return m_perRow; }
    /// Sets the hits, in ascending order, and their common length.
    void setFound(const std::vector<qsizetype> &hits, qsizetype length);
    /// Selects a hit; -1: none.
    void setCurrentFound(qsizetype hit);
    [[nodiscard]] qsizetype currentFound() const { return m_currentFound; }
    /// Returns the hits of a row in order. A hit that continues in the next row ends with this one.
    [[nodiscard]] std::vector<Found> foundIn(int row) const;
    /// Returns the position of a byte's first character in the text of a cell; -1 for the offset column.
    [[nodiscard]] int letterOf(int byte, const QModelIndex &cell) const;
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

/// Search for bytes; hits are offsets and do not overlap. Pairs of hex digits separated by blanks are bytes. Any other
/// text is searched as UTF-8, ignoring the case of ASCII letters.
class BytesFinder final : public Finder
{
public:
    BytesFinder(QByteArray bytes, const QString &wanted);

    bool advance() override;

    /// Returns the bytes to search for.
    [[nodiscard]] static QByteArray bytesOf(const QString &wanted);

private:
    QByteArray m_bytes;
    QByteArray m_wanted;
    bool m_isExact;
    qsizetype m_at = 0;
};

/// Hex view of bytes, with as many bytes per row as fit. Hits are offsets; their bytes are marked. Copying takes the
/// selected rows as lines, or the current one.
class HexTable final : public QTableView, public Findable
{
    Q_OBJECT

public:
    explicit HexTable(QWidget *parent = nullptr);
    ~HexTable() override;

    void showBytes(const QByteArray &bytes);
    [[nodiscard]] const HexModel &hex() const { return m_model; }

    [[nodiscard]] std::unique_ptr<Finder> finderFor(const QString &wanted) const override;
    [[nodiscard]] qsizetype findFrom() const override;
    void markFound(const QString &wanted, const std::vector<qsizetype> &hits) override;
    void goToFound(qsizetype hit) override;

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    class Delegate;

    void fit();
    void copy() const;

    HexModel m_model;
};

} // namespace Pullcord
