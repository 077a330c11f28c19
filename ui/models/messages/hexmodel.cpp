// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/messages/hexmodel.h"

#include <QRegularExpression>

#include <algorithm>
#include <limits>
#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype Stretch = 1 << 20; ///< bytes searched per step
constexpr int LeastDigits = 4;         ///< minimum width of an offset
constexpr int Half = 8;                ///< bytes before the gap in a row

bool isHex(const QString &wanted)
{
    static const QRegularExpression pairs(u"^\\s*[0-9A-Fa-f]{2}(\\s+[0-9A-Fa-f]{2})+\\s*$"_s);
    return pairs.match(wanted).hasMatch();
}

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? char(c + ('a' - 'A')) : c;
}

} // namespace

HexModel::HexModel(QObject *parent)
    : QAbstractTableModel(parent)
{}

HexModel::~HexModel() = default;

void HexModel::setBytes(const QByteArray &bytes)
{
    beginResetModel();
    m_bytes = bytes;
    m_found.clear();
    m_currentFound = -1;
    endResetModel();
}

void HexModel::setPerRow(int perRow)
{
    Q_ASSERT(perRow > 0);
    if (m_perRow == perRow)
        return;
    beginResetModel();
    m_perRow = perRow;
    endResetModel();
}

void HexModel::setFound(const std::vector<qsizetype> &hits, qsizetype length)
{
    m_found = hits;
    m_foundLength = length;
    rowsChanged();
}

void HexModel::setCurrentFound(qsizetype hit)
{
    m_currentFound = hit;
    rowsChanged();
}

void HexModel::rowsChanged()
{
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1), {Qt::BackgroundRole});
}

QString HexModel::line(int row) const
{
    const auto text = [&](int column) { return data(index(row, column), Qt::DisplayRole).toString(); };
    const qsizetype width = 3 * m_perRow - 1 + (m_perRow > Half ? 1 : 0);
    return u"%1  %2  %3"_s.arg(text(Offset), text(Digits).leftJustified(width), text(Characters));
}

int HexModel::rowCount(const QModelIndex &parent) const
{
    const qsizetype rows = parent.isValid() ? 0 : (m_bytes.size() + m_perRow - 1) / m_perRow;
    return int(qMin(rows, qsizetype(std::numeric_limits<int>::max())));
}

int HexModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QByteArrayView HexModel::bytesOf(int row) const
{
    const qsizetype begin = qsizetype(row) * m_perRow;
    return QByteArrayView(m_bytes).sliced(begin, qMin(qsizetype(m_perRow), m_bytes.size() - begin));
}

std::vector<HexModel::Found> HexModel::foundIn(int row) const
{
    const qsizetype begin = qsizetype(row) * m_perRow;
    const qsizetype end = begin + bytesOf(row).size();
    std::vector<Found> all;
    for (auto hit = std::upper_bound(m_found.begin(), m_found.end(), begin - m_foundLength);
         hit != m_found.end() && *hit < end; ++hit) {
        all.push_back({.begin = int(qMax(*hit, begin) - begin),
                       .end = int(qMin(*hit + m_foundLength, end) - begin),
                       .isCurrent = *hit == m_currentFound});
    }
    return all;
}

int HexModel::letterOf(int byte, const QModelIndex &cell) const
{
    switch (cell.column()) {
    case Digits:
        return 3 * byte + (byte >= Half ? 1 : 0);
    case Characters:
        return byte;
    default:
        return -1;
    }
}

QVariant HexModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (role != Qt::DisplayRole)
        return {};
    const QByteArrayView bytes = bytesOf(index.row());
    switch (index.column()) {
    case Offset: {
        const int digits = qMax(LeastDigits, int(QString::number(m_bytes.size(), 16).size()));
        return u"%1"_s.arg(qsizetype(index.row()) * m_perRow, digits, 16, QLatin1Char('0'));
    }
    case Digits: {
        QString text = QString::fromLatin1(bytes.toByteArray().toHex(' '));
        if (bytes.size() > Half)
            text.insert(3 * Half, u' ');
        return text;
    }
    default: {
        QString text;
        for (const char c : bytes)
            text += c >= ' ' && c <= '~' ? QLatin1Char(c) : QLatin1Char('.');
        return text;
    }
    }
}

QVariant HexModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == Offset   ? tr("Offset", "of bytes")
           : section == Digits ? tr("Bytes", "in hexadecimal digits")
                               : tr("Characters", "that bytes are");
}

BytesFinder::BytesFinder(QByteArray bytes, const QString &wanted)
    : m_bytes(std::move(bytes))
    , m_wanted(bytesOf(wanted))
    , m_isExact(isHex(wanted))
{}

QByteArray BytesFinder::bytesOf(const QString &wanted)
{
    return isHex(wanted) ? QByteArray::fromHex(wanted.toLatin1()) : wanted.toUtf8();
}

bool BytesFinder::advance()
{
    const auto isSame = [this](char a, char b) { return a == b || (!m_isExact && lower(a) == lower(b)); };
    const char *const begin = m_bytes.constData();
    const qsizetype stop = qMin(m_at + Stretch, m_bytes.size());
    // A hit may span two stretches.
    const char *const end = begin + qMin(stop + m_wanted.size() - 1, m_bytes.size());
    while (!m_wanted.isEmpty() && !isFull() && begin + m_at < end) {
        const char *const hit = std::search(begin + m_at, end, m_wanted.cbegin(), m_wanted.cend(), isSame);
        if (hit == end)
            break;
        add(hit - begin);
        m_at = hit - begin + m_wanted.size();
    }
    m_at = qMax(m_at, stop);
    return m_wanted.isEmpty() || isFull() || m_at >= m_bytes.size();
}

} // namespace Pullcord
