// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/redactionmodel.h"

#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"

#include <QLocale>

namespace Pullcord {
using namespace Qt::StringLiterals;

RedactionModel::RedactionModel(QObject *parent)
    : QAbstractTableModel(parent)
{}

RedactionModel::~RedactionModel() = default;

void RedactionModel::clear()
{
    beginResetModel();
    m_found.clear();
    endResetModel();
}

void RedactionModel::append(const QList<RedactionPreview::Found> &found)
{
    const qsizetype room = MostRows - m_found.size();
    const QList<RedactionPreview::Found> fitting = found.first(qMin(room, found.size()));
    if (fitting.isEmpty())
        return;
    beginInsertRows({}, int(m_found.size()), int(m_found.size() + fitting.size()) - 1);
    m_found += fitting;
    endInsertRows();
}

QString RedactionModel::byRule(const RedactionCounts &leftOut)
{
    QStringList parts;
    const auto counts = leftOut.counts();
    for (const auto &[rule, count] : counts) {
        parts << tr("%1: %2", "a rule: how many values it leaves out")
                     .arg(rule == Redaction::Known ? tr("known secrets") : rule, QLocale().toString(count));
    }
    return parts.join(tr(", ", "between rules"));
}

QString RedactionModel::staying(const RedactionCounts &leftOut)
{
    return tr("Matches in ids, methods, progress tokens and similar fields, which are never redacted: %1")
        .arg(QLocale().toString(leftOut.staying()));
}

int RedactionModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_found.size());
}

int RedactionModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant RedactionModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const QString shown = text(m_found.at(index.row()), index.column());
    if (role == Qt::DisplayRole)
        return shown;
    return role == Qt::ToolTipRole ? Texts::toolTip(shown) : QVariant();
}

QString RedactionModel::text(const RedactionPreview::Found &found, int column)
{
    switch (column) {
    case Time:
        return found.event == RedactionPreview::FirstLine ? QString() : Texts::clock(found.time);
    case Message:
        return found.event == RedactionPreview::FirstLine ? tr("head of the capture") : found.what;
    case Place:
        return found.hit.place;
    case Text:
        return found.hit.value;
    default:
        return found.hit.left;
    }
}

QVariant RedactionModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Time:
        return tr("Time");
    case Message:
        return tr("Message");
    case Place:
        return tr("Where");
    case Text:
        return tr("Value", "the text that is left out");
    default:
        return tr("Becomes");
    }
}

} // namespace Pullcord
