// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/messages/serverlogmodel.h"

#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "ui/models/messages/eventtexts.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"

namespace Pullcord {

namespace {

constexpr qsizetype LongestEntry = 1000;

/// Returns a string decoded, other data as compact JSON; on one line.
QString dataText(const QByteArray &raw)
{
    const JsonValue value(raw);
    const QByteArray text = value.isString()                ? value.toUtf8()
                            : raw.size() > 4 * LongestEntry ? raw.first(4 * LongestEntry)
                                                            : JsonText::compact(raw);
    return Texts::oneLine(text, LongestEntry);
}

} // namespace

ServerLogModel::ServerLogModel(QObject *parent)
    : GrowingTableModel(parent)
{}

ServerLogModel::~ServerLogModel() = default;

void ServerLogModel::setSource(const ServerLog *log, const Capture *capture)
{
    if (m_log)
        m_log->disconnect(this);
    m_log = log;
    m_capture = capture;
    m_words.clear();
    if (m_log)
        connect(m_log, &ServerLog::added, this, &ServerLogModel::sourceGrew);
    refilter();
}

void ServerLogModel::setFilter(LogLevel least, const QString &text)
{
    m_least = least;
    m_text = text.isEmpty() ? std::nullopt : std::optional<TextMatcher>(text);
    refilter();
}

int ServerLogModel::rowOfEvent(qsizetype event) const
{
    // The rows are in the order of their events.
    int first = 0;
    int behind = rowCount();
    while (first < behind) {
        const int middle = first + (behind - first) / 2;
        if (m_log->eventOf(sourceOf(middle)) < event)
            first = middle + 1;
        else
            behind = middle;
    }
    return first < rowCount() && m_log->eventOf(sourceOf(first)) == event ? first : -1;
}

qsizetype ServerLogModel::sourceCount() const
{
    return m_log ? m_log->count() : 0;
}

bool ServerLogModel::accepts(qsizetype source) const
{
    if (m_log->level(source).value_or(LogLevel::Emergency) < m_least)
        return false;
    if (!m_text)
        return true;
    const ServerLog::Entry entry = m_log->at(source);
    const JsonValue data(entry.data);
    return m_text->isIn(entry.levelText) || m_text->isIn(entry.logger) ||
           (data.isString() ? m_text->isIn(data.toString()) : m_text->isIn(QByteArrayView(entry.data)));
}

int ServerLogModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ServerLogModel::data(const QModelIndex &index, int role) const
{
    if (!m_log || !checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const qsizetype source = sourceOf(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return text(source, index.column());
    case Qt::ToolTipRole:
        if (index.column() == Logger || index.column() == Data)
            return Texts::toolTip(text(source, index.column()));
        if (index.column() == Level && isUnasked(source))
            return Texts::toolTip(
                tr("No request in flight asks for log messages (io.modelcontextprotocol/logLevel in its _meta), so in "
                   "this revision the server must not send any."));
        return index.column() == Level && !m_log->level(source) ? tr("The specification has no such level.")
                                                                : QVariant();
    case Qt::TextAlignmentRole:
        return int((index.column() == Time ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case IndexRole:
        return qlonglong(m_log->eventOf(source));
    case LevelRole: {
        const std::optional<LogLevel> level = m_log->level(source);
        return level ? int(*level) : NoLevel;
    }
    case UnaskedRole:
        return isUnasked(source);
    default:
        return {};
    }
}

QVariant ServerLogModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == Time ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Time:
        return tr("Time (s)");
    case Level:
        return tr("Level", "of a log message");
    case Logger:
        return tr("Logger");
    default:
        return tr("Data", "of a log message");
    }
}

QString ServerLogModel::text(qsizetype source, int column) const
{
    switch (column) {
    case Time:
        return Texts::clock(m_capture->entry(m_log->eventOf(source)).time);
    case Level:
        return isUnasked(source)
                   ? tr("%1, not requested", "level of a log message that was not requested").arg(words(source).level)
                   : words(source).level;
    case Logger:
        return words(source).logger;
    default:
        return words(source).data;
    }
}

bool ServerLogModel::isUnasked(qsizetype source) const
{
    return m_capture->entry(m_log->eventOf(source)).flags & CaptureEntry::Unasked;
}

const ServerLogModel::RowText &ServerLogModel::words(qsizetype source) const
{
    if (const RowText *known = m_words.object(source))
        return *known;
    auto *fresh = new RowText(read(source));
    m_words.insert(source, fresh);
    return *fresh;
}

ServerLogModel::RowText ServerLogModel::read(qsizetype source) const
{
    const CaptureEntry &event = m_capture->entry(m_log->eventOf(source));
    if (event.size > LargestPreviewed) {
        const std::optional<LogLevel> level = m_log->level(source);
        return {.level = level ? QString(nameOf(*level)) : QString(),
                .logger = {},
                .data = tr("%1; select the row to read it").arg(Formatting::byteCount(event.size))};
    }
    const ServerLog::Entry entry = m_log->at(source);
    return {.level = Texts::oneLine(entry.levelText.toUtf8(), LongestEntry),
            .logger = Texts::oneLine(entry.logger.toUtf8(), LongestEntry),
            .data = dataText(entry.data)};
}

} // namespace Pullcord
