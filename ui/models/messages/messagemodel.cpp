// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/messages/messagemodel.h"

#include "core/capture/formatting.h"
#include "core/capture/requestlog.h"
#include "core/json/jsonvalue.h"
#include "core/rpc/refusedmessage.h"
#include "ui/models/messages/eventtexts.h"
#include "ui/models/requests/markroles.h"
#include "ui/models/requests/marktexts.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"

namespace Pullcord {

using namespace Qt::StringLiterals;

using namespace MessageTable;

namespace {

bool isAboutHttp(EventKind kind)
{
    return kind == EventKind::Http || kind == EventKind::Stream;
}

/// True for an event that must stay visible: a message that clients ignore, since the SSE event has another name or no
/// end.
bool isMisplaced(const Capture &capture, qsizetype index)
{
    constexpr quint32 SmallestMessage = 36; // e.g. {"jsonrpc":"2.0","id":1,"result":{}}
    const CaptureEntry &entry = capture.entry(index);
    return entry.kind == EventKind::Stream && entry.size >= SmallestMessage &&
           capture.eventAt(index).details.contains("misplaced"_L1);
}

/// True for events that are shown by other views only.
bool isElsewhere(EventKind kind)
{
    return kind == EventKind::Stderr || kind == EventKind::Queued || kind == EventKind::Mark ||
           kind == EventKind::Process;
}

} // namespace

MessageModel::MessageModel(QObject *parent)
    : GrowingTableModel(parent)
{
    m_aging.setInterval(Aging);
    connect(&m_aging, &QTimer::timeout, this, &MessageModel::doubtMessages);
}

MessageModel::~MessageModel() = default;

void MessageModel::setSource(const Capture *capture, const RequestLog *log)
{
    if (m_capture)
        m_capture->disconnect(this);
    if (m_log) {
        m_log->disconnect(this);
        m_log->marks().disconnect(this);
    }
    m_capture = capture;
    m_log = log;
    m_words.clear();
    m_hasTimes = !m_capture || m_capture->hasTimes();
    m_counted = m_httpCount = m_otherCount = 0;
    m_colors = {};
    setFilter({}); // the old one belongs to another capture
    if (m_log) {
        connect(m_log, &RequestLog::rowChanged, this, &MessageModel::onRequestChanged);
        connect(&m_log->marks(), &Marks::changed, this, &MessageModel::onMarked);
    }
    if (m_capture)
        connect(m_capture, &Capture::appended, this, &MessageModel::sourceGrew);
}

void MessageModel::showAnyway(qsizetype source)
{
    m_hidden.want(source);
    touch(source);
    flush();
}

void MessageModel::setFilter(std::optional<FilterPredicate> filter, std::optional<NoiseFilter> noise)
{
    m_filter = std::move(filter);
    m_noise = std::move(noise);
    m_hidden.clear();
    m_changedRows.clear();
    m_events.reset();
    if (m_filter || m_noise)
        m_events.emplace(*m_capture, *m_log);
    m_aging.stop();
    if (agesWithRequests())
        m_aging.start();
    refilter();
}

bool MessageModel::acceptanceChanges(qsizetype) const
{
    return m_noise || (m_filter && m_filter->changesWithRequests());
}

/// Returns false for filters by the time of messages, which does not change.
bool MessageModel::agesWithRequests() const
{
    return m_filter && m_filter->changesWithTime() && m_filter->changesWithRequests();
}

void MessageModel::onRequestChanged(qsizetype row)
{
    const bool mayPass = m_filter && m_filter->changesWithRequests();
    const bool mayBeNoise = m_noise && m_noise->changesWith(m_log->record(row));
    m_mayBeRecolored = m_mayBeRecolored || m_colors.changesWithRequests();
    if (!mayPass && !mayBeNoise && !m_mayBeRecolored)
        return;
    if (mayPass || mayBeNoise)
        m_changedRows.insert(row);
    if (!m_aging.isActive())
        m_aging.start();
}

void MessageModel::onMarked(const MarkTarget &place)
{
    if (const qsizetype row = m_log->rowAt(place); row >= 0)
        onRequestChanged(row);
    else
        touch(place.event);
    m_colors.forget(place.event);
}

void MessageModel::setRuleColors(RuleColors colors)
{
    m_colors = std::move(colors);
    repaintColors();
}

void MessageModel::repaintColors()
{
    m_mayBeRecolored = false;
    m_colors.forgetAll();
    repaint({RowMarks::ColorRole});
}

void MessageModel::setFindings(const FindingMarks &findings)
{
    m_findings = &findings;
    connect(&findings, &FindingMarks::changed, this, [this](const QSet<qsizetype> &, const QSet<qsizetype> &events) {
        for (const qsizetype source : events) {
            if (m_hidden.has(source))
                touch(source);
        }
        repaint(events, RowMarks::OfFindings);
    });
}

FindingMarks::Mark MessageModel::findingsOn(qsizetype source) const
{
    return m_findings ? m_findings->ofEvent(source) : FindingMarks::Mark();
}

const ColorRule *MessageModel::ruleOf(qsizetype source) const
{
    return m_colors.isEmpty() ? nullptr : m_colors.ofEvent(source);
}

void MessageModel::doubtMessages()
{
    if (m_mayBeRecolored)
        repaintColors();
    QSet<qsizetype> rows = std::exchange(m_changedRows, {});
    if (agesWithRequests()) {
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

void MessageModel::count() const
{
    for (; m_counted < sourceCount(); ++m_counted) {
        const EventKind kind = m_capture->entry(m_counted).kind;
        const bool isHttp = isAboutHttp(kind) && !isMisplaced(*m_capture, m_counted);
        m_httpCount += isHttp ? 1 : 0;
        m_otherCount += isHttp || isElsewhere(kind) ? 0 : 1;
    }
}

qsizetype MessageModel::httpCount() const
{
    count();
    return m_httpCount;
}

qsizetype MessageModel::total() const
{
    count();
    return m_otherCount + (m_showsHttp ? m_httpCount : 0);
}

qsizetype MessageModel::sourceCount() const
{
    return m_capture ? m_capture->count() : 0;
}

bool MessageModel::accepts(qsizetype source) const
{
    const EventKind kind = m_capture->entry(source).kind;
    const bool isKept = !isElsewhere(kind) && (m_showsHttp || !isAboutHttp(kind) || isMisplaced(*m_capture, source));
    const bool passes = isKept && (!m_filter || m_filter->passesEvent(source));
    const bool isNoise = passes && m_noise && m_noise->isEvent(source) && !m_hidden.isWanted(source);
    const bool isHidden = isNoise && findingsOn(source).isNone();
    m_hidden.note(source, isHidden);
    return passes && !isHidden;
}

int MessageModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString MessageModel::text(qsizetype source, int column) const
{
    const CaptureEntry &entry = m_capture->entry(source);
    switch (column) {
    case Number:
        return QString::number(source + 1);
    case Time:
        return m_hasTimes ? Texts::clock(entry.time) : QString();
    case MessageTable::Direction:
        return Texts::hasTravelled(entry.kind) ? Texts::direction(entry.direction) : QString();
    case Kind: {
        using Origin = RowText::Origin;
        const Origin origin = words(source).origin;
        const QString plain = kindText(source);
        const QString kind =
            origin == Origin::Operator   ? tr("%1, injected", "a message that the operator of a proxy sent").arg(plain)
            : origin == Origin::Withheld ? tr("%1, withheld", "a message that a proxy did not pass on").arg(plain)
            : origin == Origin::Refused  ? tr("%1, refused", "a message that a proxy did not pass on").arg(plain)
            : origin == Origin::User     ? tr("%1, by hand", "a message that the user typed").arg(plain)
                                         : plain;
        return isInvalid(source) ? tr("%1, invalid", "a message that breaks the schema").arg(kind) : kind;
    }
    case Id:
        return words(source).id;
    case Method:
        return words(source).method;
    case Content:
        return words(source).content;
    case Size:
        return entry.size > 0 ? Formatting::byteCount(entry.size) : QString();
    default:
        return {};
    }
}

/// True if the message has a finding about its form. False for bytes that are not JSON-RPC, which have a kind of their
/// own.
bool MessageModel::isInvalid(qsizetype source) const
{
    return m_capture->entry(source).message != MessageKind::None && findingsOn(source).isInvalid;
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
    case Id: // requests and responses need no reading
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
        return SortKey::of(kindText(source)); // needs no reading
    case Time:
        return SortKey::of(double(entry.time));
    default:
        return SortKey::of(double(source));
    }
}

const MessageModel::RowText &MessageModel::words(qsizetype source) const
{
    if (const RowText *known = m_words.object(source))
        return *known;
    auto *fresh = new RowText(read(source));
    m_words.insert(source, fresh);
    return *fresh;
}

MessageModel::RowText MessageModel::read(qsizetype source) const
{
    const CaptureEntry &entry = m_capture->entry(source);
    RowText words;
    if (entry.size <= LargestPreviewed) {
        const Event event = m_capture->eventAt(source);
        words.id = event.requestId().display();
        words.method = QString::fromUtf8(event.method());
        words.origin = event.isByOperator()                      ? RowText::Origin::Operator
                       : RefusedMessage::statusOf(event) != 0    ? RowText::Origin::Refused
                       : event.isWithheld()                      ? RowText::Origin::Withheld
                       : event.details.contains(Event::Injected) ? RowText::Origin::User
                                                                 : RowText::Origin::Side;
        words.content = Texts::content(event);
        if (entry.row == CaptureEntry::NoRow && event.method() == "notifications/cancelled") // the request is unknown
            words.id =
                RequestId::fromJson(JsonValue(event.part(event.envelope.params)).member("requestId").raw()).display();
    } else {
        words.content = tr("%1; select the row to read it").arg(Formatting::byteCount(entry.size));
    }
    if (m_log && entry.row >= 0 && entry.row < m_log->count()) {
        const RequestRecord record = m_log->record(entry.row);
        if (words.method.isEmpty()) {
            words.method = QString::fromUtf8(record.method);
            words.borrowedMethod = true;
        }
        if (words.id.isEmpty())
            words.id = record.id.display();
    }
    return words;
}

using namespace MessageTable;

QVariant MessageModel::data(const QModelIndex &index, int role) const
{
    if (!m_capture || !checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    return dataOf(sourceOf(index.row()), index.column(), role);
}

QVariant MessageModel::dataOf(qsizetype source, int column, int role) const
{
    if (!m_capture || source >= m_capture->count() || !isRoleOfRows(role))
        return {};
    const CaptureEntry &entry = m_capture->entry(source);
    switch (role) {
    case Qt::DisplayRole:
        return Texts::head(text(source, column));
    case Qt::AccessibleTextRole:
        return column == Number ? heard(source) : Texts::head(text(source, column));
    case Qt::ToolTipRole: {
        QString tip = column == Id || column == Method ? text(source, column) : QString();
        if (column == Number || column == Method)
            tip = Texts::withNote(tip, m_log->marks().ofEvent(source), ruleOf(source));
        if (column == Number || column == Method || column == Kind)
            tip = FindingMarks::withMark(tip, findingsOn(source));
        return Texts::toolTip(tip);
    }
    case Qt::TextAlignmentRole: {
        const bool numeric = column == Number || column == Time || column == Size;
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
        return isInvalid(source);
    case BorrowedMethodRole:
        return words(source).borrowedMethod;
    case RowMarks::ColorRole:
        return int(colorOf(m_log->marks().ofEvent(source), ruleOf(source)));
    case RowMarks::PinnedRole:
        return m_log->marks().ofEvent(source).pinned;
    case RowMarks::NoteRole:
        return m_log->marks().ofEvent(source).note;
    case RowMarks::FindingRole:
        if (m_findings)
            m_findings->viewEvent(source);
        return int(findingsOn(source).severity);
    default:
        return {};
    }
}

/// Returns the beginning of the accessible text of a row.
QString MessageModel::heard(qsizetype source) const
{
    const QString marks = Texts::markSentence(m_log->marks().ofEvent(source), ruleOf(source));
    const QString number = FindingMarks::heard(QString::number(source + 1), findingsOn(source));
    return marks.isEmpty() ? number : tr("%1, %2").arg(number, marks);
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

} // namespace Pullcord
