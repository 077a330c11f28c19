// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/messages/stderrmodel.h"

#include "ui/models/messages/eventtexts.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"

namespace Pullcord {

namespace {
constexpr qsizetype LongestLine = 4000;
}

StderrModel::StderrModel(QObject *parent)
    : GrowingTableModel(parent)
{}

StderrModel::~StderrModel() = default;

void StderrModel::setSource(const Capture *capture)
{
    if (m_capture)
        m_capture->disconnect(this);
    m_capture = capture;
    m_lines.clear();
    if (m_capture)
        connect(m_capture, &Capture::appended, this, &StderrModel::sourceGrew);
    refilter();
}

qsizetype StderrModel::sourceCount() const
{
    return m_capture ? m_capture->count() : 0;
}

bool StderrModel::accepts(qsizetype source) const
{
    return m_capture->entry(source).kind == EventKind::Stderr;
}

int StderrModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant StderrModel::data(const QModelIndex &index, int role) const
{
    if (!m_capture || !checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const qsizetype source = sourceOf(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == Time ? Texts::clock(m_capture->entry(source).time) : line(source);
    case Qt::ToolTipRole:
        return index.column() == Text ? Texts::toolTip(line(source)) : QVariant();
    case Qt::TextAlignmentRole:
        return int((index.column() == Time ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case IndexRole:
        return qlonglong(source);
    default:
        return {};
    }
}

QVariant StderrModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == Time ? tr("Time (s)") : tr("Text");
}

QString StderrModel::line(qsizetype source) const
{
    if (const QString *known = m_lines.object(source))
        return *known;
    auto *fresh = new QString(Texts::oneLine(m_capture->eventAt(source).bytes, LongestLine));
    m_lines.insert(source, fresh);
    return *fresh;
}

} // namespace Pullcord
