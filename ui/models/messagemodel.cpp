// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/messagemodel.h"

#include "core/capture/humantext.h"
#include "core/capture/requestlog.h"
#include "ui/models/eventtexts.h"
#include "ui/models/peertexts.h"
#include "ui/models/texts.h"

namespace Pullcord {

using namespace Qt::StringLiterals;
using namespace MessageTable;

namespace {

bool isAboutHttp(EventKind kind)
{
    return kind == EventKind::Http || kind == EventKind::Stream;
}

} // namespace

MessageModel::MessageModel(QObject *parent)
    : LogModel(parent)
{
    m_aging.setInterval(Aging);
    connect(&m_aging, &QTimer::timeout, this, &MessageModel::doubtMessages);
}

MessageModel::~MessageModel() = default;

void MessageModel::setSource(const Capture *capture, const RequestLog *log)
{
    if (m_capture)
        m_capture->disconnect(this);
    if (m_log)
        m_log->disconnect(this);
    m_capture = capture;
    m_log = log;
    m_words.clear();
    m_flaws.reset();
    if (m_capture && m_log)
        m_flaws.emplace(*m_capture, *m_log);
    m_counted = m_httpCount = 0;
    setFilter({}); // it belongs to another capture
    if (m_log)
        connect(m_log, &RequestLog::rowChanged, this, &MessageModel::onRequestChanged);
    if (m_capture)
        connect(m_capture, &Capture::appended, this, &MessageModel::sourceGrew);
}

void MessageModel::setFilter(std::optional<FilterTest> filter)
{
    m_filter = std::move(filter);
    m_changedRows.clear();
    m_events.reset();
    if (m_filter)
        m_events.emplace(*m_capture, *m_log);
    m_aging.stop();
    if (m_filter && m_filter->changesWithTime())
        m_aging.start();
    refilter();
}

bool MessageModel::acceptanceChanges() const
{
    return m_filter && m_filter->changesWithRequests();
}

void MessageModel::onRequestChanged(qsizetype row)
{
    if (!acceptanceChanges())
        return;
    m_changedRows.insert(row);
    if (!m_aging.isActive())
        m_aging.start();
}

void MessageModel::doubtMessages()
{
    QSet<qsizetype> rows = std::exchange(m_changedRows, {});
    if (m_filter && m_filter->changesWithTime()) {
        const QList<qsizetype> open = m_log->openRows();
        rows.unite({open.begin(), open.end()});
    } else {
        m_aging.stop();
    }
    if (rows.isEmpty())
        return;
    const QList<qsizetype> events = m_events->of(rows);
    for (const qsizetype index : events)
        touch(index);
}

void MessageModel::setShowsHttp(bool shows)
{
    if (m_showsHttp == shows)
        return;
    m_showsHttp = shows;
    refilter();
}

qsizetype MessageModel::httpCount() const
{
    for (; m_counted < sourceCount(); ++m_counted)
        m_httpCount += isAboutHttp(m_capture->entry(m_counted).kind) ? 1 : 0;
    return m_httpCount;
}

qsizetype MessageModel::sourceCount() const
{
    return m_capture ? m_capture->count() : 0;
}

bool MessageModel::accepts(qsizetype source) const
{
    const EventKind kind = m_capture->entry(source).kind;
    const bool isKept = kind != EventKind::Stderr && kind != EventKind::Queued && (m_showsHttp || !isAboutHttp(kind));
    return isKept && (!m_filter || m_filter->passesEvent(source));
}

int MessageModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant MessageModel::data(const QModelIndex &index, int role) const
{
    if (!m_capture || !checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const qsizetype source = sourceOf(index.row());
    const CaptureEntry &entry = m_capture->entry(source);
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return Texts::head(text(source, index.column()));
    case Qt::ToolTipRole:
        if (index.column() == Kind)
            return Texts::toolTip(flawsOf(source).join(u'\n'));
        return index.column() == Id || index.column() == Method ? Texts::toolTip(text(source, index.column()))
                                                                : QVariant();
    case Qt::TextAlignmentRole: {
        const bool numeric = index.column() == Number || index.column() == Time || index.column() == Size;
        return int((numeric ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    case IndexRole:
        return qlonglong(source);
    case LogRowRole:
        return qlonglong(entry.row);
    case EventKindRole:
        return int(entry.kind);
    case MessageKindRole:
        return int(entry.message);
    case DirectionRole:
        return int(entry.direction);
    case LateRole:
        return (entry.flags & CaptureEntry::Late) != 0;
    case FlawedRole:
        return !flawsOf(source).isEmpty();
    case BorrowedMethodRole:
        return words(source).borrowedMethod;
    default:
        return {};
    }
}

QVariant MessageModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole) {
        const bool numeric = section == Number || section == Time || section == Size;
        return int((numeric ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role == Qt::AccessibleTextRole)
        return accessibleTitle(section);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Number:
        return tr("#", "number of the message");
    case Time:
        return tr("Time (s)");
    case MessageTable::Direction:
        return tr("Direction");
    case Kind:
        return tr("Kind");
    case Id:
        return tr("Id");
    case Method:
        return tr("Method");
    case Content:
        return tr("Content");
    default:
        return tr("Size");
    }
}

QString MessageModel::text(qsizetype source, int column) const
{
    const CaptureEntry &entry = m_capture->entry(source);
    switch (column) {
    case Number:
        return QString::number(source + 1);
    case Time:
        return Texts::clock(entry.time);
    case MessageTable::Direction:
        return Texts::hasTravelled(entry.kind) ? Texts::direction(entry.direction) : QString();
    case Kind: {
        const QString kind = words(source).byHand
                                 ? tr("%1, by hand", "a message that somebody typed").arg(kindText(source))
                                 : kindText(source);
        return flawsOf(source).isEmpty() ? kind : tr("%1, invalid", "a message that breaks the schema").arg(kind);
    }
    case Id:
        return words(source).id;
    case Method:
        return words(source).method;
    case Content:
        return words(source).content;
    case Size:
        return entry.size > 0 ? HumanText::byteCount(entry.size) : QString();
    default:
        return {};
    }
}

QStringList MessageModel::flawsOf(qsizetype source) const
{
    return m_flaws ? m_flaws->ofMessage(source) : QStringList();
}

QString MessageModel::kindText(qsizetype source) const
{
    const CaptureEntry &entry = m_capture->entry(source);
    return (entry.flags & CaptureEntry::Late) != 0 ? tr("late %1").arg(Texts::kind(entry)) : Texts::kind(entry);
}

SortKey MessageModel::keyOf(qsizetype source, int column) const
{
    const CaptureEntry &entry = m_capture->entry(source);
    const bool isKnown = m_log && entry.row >= 0 && entry.row < m_log->count() &&
                         entry.message != MessageKind::Notification && entry.message != MessageKind::Batch;
    switch (column) {
    case Id: // of a request and its answer without reading them
        return SortKey::ofNumberOrText(isKnown ? m_log->record(entry.row).id.display() : read(source).id);
    case Method:
        return SortKey::of(isKnown ? QString::fromUtf8(m_log->record(entry.row).method) : read(source).method);
    case Content:
        return SortKey::of(read(source).content);
    case MessageTable::Direction:
        return Texts::hasTravelled(entry.kind) ? SortKey::of(int(entry.direction)) : SortKey::none();
    case Size:
        return entry.size > 0 ? SortKey::of(entry.size) : SortKey::none();
    case Kind:
        return SortKey::of(kindText(source)); // which needs no reading
    case Time:
        return SortKey::of(double(entry.time));
    default:
        return SortKey::of(double(source));
    }
}

const MessageModel::Words &MessageModel::words(qsizetype source) const
{
    if (const Words *known = m_words.object(source))
        return *known;
    auto *fresh = new Words(read(source));
    m_words.insert(source, fresh);
    return *fresh;
}

MessageModel::Words MessageModel::read(qsizetype source) const
{
    const CaptureEntry &entry = m_capture->entry(source);
    Words words;
    if (entry.size <= LargestPreviewed) {
        const Event event = m_capture->eventAt(source);
        words.id = event.requestId().display();
        words.method = QString::fromUtf8(event.method());
        words.byHand = event.details.contains("injected"_L1);
        words.content = Texts::content(event);
    } else {
        words.content = tr("%1, select it to read it").arg(HumanText::byteCount(entry.size));
    }
    if (m_log && entry.row >= 0 && entry.row < m_log->count()) {
        const RequestRecord &record = m_log->record(entry.row);
        if (words.method.isEmpty()) {
            words.method = QString::fromUtf8(record.method);
            words.borrowedMethod = true;
        }
        if (words.id.isEmpty())
            words.id = record.id.display();
    }
    return words;
}

} // namespace Pullcord
