// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/comparewindow.h"

#include "core/json/jsontext.h"
#include "core/mcp/conversation.h"
#include "ui/models/messages/eventtexts.h"
#include "ui/models/poolwork.h"
#include "ui/models/requests/requestfacts.h"
#include "ui/models/requests/requestparts.h"
#include "ui/models/untrustedtext.h"
#include "ui/views/messages/textview.h"
#include "ui/views/style/accessiblenames.h"
#include "ui/views/style/screenroom.h"
#include "ui/views/style/theme.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/widgets/elidedlabel.h"
#include "ui/views/widgets/plainlabel.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QJsonDocument>
#include <QListWidget>
#include <QLocale>
#include <QShortcut>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype LongestTitle = 60;

struct ItemTexts
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::ComparedItem)
};

QByteArray jsonOf(const Event &event)
{
    if (event.isMessage())
        return event.bytes;
    if (event.bytes.isEmpty())
        return QJsonDocument(event.details).toJson(QJsonDocument::Compact);
    return JsonText::quoted(QByteArrayView(event.bytes));
}

} // namespace

ComparedItem ComparedItem::ofRequest(const Conversation &conversation, qsizetype row)
{
    const RequestRecord record = conversation.log().record(row);
    ComparedItem item{.title = Texts::requestTitle(record),
                      .texts = {},
                      .capture = &conversation.capture(),
                      .event = qsizetype(record.requestEvent)};
    QList<RequestPart> parts = partsOf(conversation, row);
    const auto rank = [](RequestPart::Kind kind) { // order: the request, its responses, the rest
        const bool isAsked = kind == RequestPart::Kind::Request || kind == RequestPart::Kind::Unsent;
        const bool isRest = kind == RequestPart::Kind::Cancel || kind == RequestPart::Kind::ClosedStream;
        return isAsked ? 0 : isRest ? 2 : 1;
    };
    std::stable_sort(parts.begin(), parts.end(), [rank](const RequestPart &one, const RequestPart &other) {
        return rank(one.kind) < rank(other.kind);
    });
    for (const RequestPart &part : std::as_const(parts))
        item.texts.append({part.label(), jsonOf(conversation.capture().eventAt(part.event))});
    return item;
}

ComparedItem ComparedItem::ofMessage(const Capture &capture, qsizetype index)
{
    const Event event = capture.eventAt(index);
    const QString kind = Texts::kind(capture.entry(index));
    return {.title = ItemTexts::tr("%1, number %2: %3")
                         .arg(kind, QString::number(index + 1), Texts::content(event, LongestTitle)),
            .texts = {{ItemTexts::tr("Message"), jsonOf(event)}},
            .capture = &capture,
            .event = index};
}

qsizetype ComparedItem::indexOf(const QString &label) const
{
    const auto text = std::find_if(texts.begin(), texts.end(), [&](const Text &each) { return each.label == label; });
    return text == texts.end() ? -1 : text - texts.begin();
}

Comparing::Comparing(QObject *parent)
    : QObject(parent)
{}

Comparing::~Comparing() = default;

void Comparing::start(const QByteArray &left, const QByteArray &right)
{
    m_isRunning = true;
    const auto compare = [left, right] {
        Outcome outcome{.left = JsonText::indented(left), .right = JsonText::indented(right), .diff = {}};
        outcome.diff = JsonDiff::of(JsonValue(outcome.left), JsonValue(outcome.right));
        return outcome;
    };
    runInPool(this, compare, [this, number = ++m_number](const Outcome &outcome) {
        if (number != m_number)
            return;
        m_isRunning = false;
        m_outcome = outcome;
        emit finished();
    });
}

namespace {

using Kind = JsonDifference::Kind;
constexpr qsizetype LongestValue = 80;

/// Converts byte offsets in UTF-8 to positions in a QString, in one pass, whatever their order.
std::vector<qsizetype> positionsOf(const QByteArray &utf8, const std::vector<qsizetype> &offsets)
{
    std::vector<size_t> order(offsets.size());
    for (size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return offsets[a] < offsets[b]; });
    std::vector<qsizetype> positions(offsets.size());
    qsizetype at = 0;
    qsizetype position = 0;
    for (const size_t i : order) {
        position += QString::fromUtf8(utf8.constData() + at, offsets[i] - at).size();
        at = offsets[i];
        positions[i] = position;
    }
    return positions;
}

QColor backOf(Kind kind, const Theme &theme)
{
    return kind == Kind::Added ? theme.addedBack : kind == Kind::Removed ? theme.failureBack : theme.warningBack;
}

} // namespace

CompareWindow::CompareWindow(const ComparedItem &left, const ComparedItem &right, QWidget *parent)
    : QWidget(parent, Qt::Window)
    , m_sides{Side{.item = left}, Side{.item = right}}
    , m_summary(new PlainLabel(this))
    , m_list(new QListWidget(this))
{
    setObjectName(u"compareWindow"_s);
    setWindowTitle(tr("Compare"));
    auto *texts = new QSplitter(Qt::Horizontal, this);
    texts->setChildrenCollapsible(false);
    texts->addWidget(makeSide(m_sides[0], u"left"_s, tr("The first, indented")));
    texts->addWidget(makeSide(m_sides[1], u"right"_s, tr("The second, indented")));
    m_summary->setObjectName(u"compareSummary"_s);
    m_list->setObjectName(u"differenceList"_s);
    m_list->setAccessibleName(tr("Differences"));
    m_list->setUniformItemSizes(true);
    auto *below = new QWidget(this);
    auto *lines = new QVBoxLayout(below);
    lines->setContentsMargins(0, 4, 0, 0);
    lines->addWidget(m_summary);
    lines->addWidget(m_list, 1);
    auto *whole = new QSplitter(Qt::Vertical, this);
    whole->setChildrenCollapsible(false);
    whole->addWidget(texts);
    whole->addWidget(below);
    whole->setStretchFactor(0, 1);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(whole);
    connect(m_list, &QListWidget::currentRowChanged, this, &CompareWindow::goTo);
    connect(&m_comparing, &Comparing::finished, this, &CompareWindow::showOutcome);
    connect(new QShortcut(Qt::Key_Escape, this), &QShortcut::activated, this, &QWidget::close);
    const int one = letterWidth(fontMetrics());
    resize(ScreenRoom::bounded(*this, {150 * one, 48 * fontMetrics().height()}));
    whole->setSizes({34 * fontMetrics().height(), 12 * fontMetrics().height()});
    compare();
}

CompareWindow::~CompareWindow() = default;

QWidget *CompareWindow::makeSide(Side &side, const QString &name, const QString &accessible)
{
    auto *whole = new QWidget(this);
    auto *title = new ElidedLabel(whole);
    title->setObjectName(name + u"Title"_s);
    title->setText(side.item.title);
    title->setToolTip(Texts::toolTip(side.item.title));
    side.part = new QComboBox(whole);
    side.part->setObjectName(name + u"Part"_s);
    AccessibleNames::name(side.part, tr("Part to compare"));
    for (const ComparedItem::Text &text : std::as_const(side.item.texts))
        side.part->addItem(text.label);
    side.part->setVisible(side.part->count() > 1);
    side.view = new TextView(whole);
    side.view->setObjectName(name + u"View"_s);
    side.view->setAccessibleName(accessible);
    auto *head = new QHBoxLayout;
    head->addWidget(title, 1);
    head->addWidget(side.part);
    auto *layout = new QVBoxLayout(whole);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(head);
    layout->addWidget(side.view, 1);
    connect(side.part, &QComboBox::activated, this,
            [this, &side] { onPartChosen(side, &side == &m_sides[0] ? m_sides[1] : m_sides[0]); });
    return whole;
}

/// Selects the same part on the other side, if it exists.
void CompareWindow::onPartChosen(const Side &chosen, const Side &other)
{
    if (const qsizetype same = other.item.indexOf(chosen.part->currentText()); same >= 0)
        other.part->setCurrentIndex(int(same));
    compare();
}

void CompareWindow::compare()
{
    m_list->clear();
    m_summary->setText(tr("Comparing…"));
    m_comparing.start(m_sides[0].item.texts.at(m_sides[0].part->currentIndex()).json,
                      m_sides[1].item.texts.at(m_sides[1].part->currentIndex()).json);
}

void CompareWindow::showOutcome()
{
    const Comparing::Outcome &outcome = m_comparing.outcome();
    m_sides[0].view->showJson(outcome.left);
    m_sides[1].view->showJson(outcome.right);
    m_summary->setText(summary());
    for (const JsonDifference &difference : outcome.diff.differences)
        m_list->addItem(describe(difference));
    paintDifferences();
    if (m_list->count() > 0)
        m_list->setCurrentRow(0);
}

QString CompareWindow::summary() const
{
    const JsonDiff &diff = m_comparing.outcome().diff;
    if (diff.differences.isEmpty())
        return tr("No differences.");
    const auto count = [&diff](Kind kind) {
        return QLocale().toString(std::count_if(diff.differences.begin(), diff.differences.end(),
                                                [kind](const JsonDifference &each) { return each.kind == kind; }));
    };
    const QString counts =
        tr("%1 changed, %2 removed, %3 added").arg(count(Kind::Changed), count(Kind::Removed), count(Kind::Added));
    return diff.isComplete ? counts : tr("%1; there are more").arg(counts);
}

QString CompareWindow::describe(const JsonDifference &difference)
{
    const auto place = [](const QString &pointer) { return pointer.isEmpty() ? tr("the whole value") : pointer; };
    const auto text = [](const JsonValue &value) { return Texts::oneLine(value.raw(), LongestValue).simplified(); };
    switch (difference.kind) {
    case Kind::Added:
        return tr("Added %1: %2").arg(place(difference.rightPointer), text(difference.right));
    case Kind::Removed:
        return tr("Removed %1: %2").arg(place(difference.leftPointer), text(difference.left));
    case Kind::Changed:
        break;
    }
    return tr("Changed %1: %2 → %3").arg(place(difference.leftPointer), text(difference.left), text(difference.right));
}

void CompareWindow::paintDifferences()
{
    const Comparing::Outcome &outcome = m_comparing.outcome();
    const Theme &theme = Theme::of(palette());
    for (size_t i = 0; i < m_sides.size(); ++i) {
        const QByteArray &text = i == 0 ? outcome.left : outcome.right;
        std::vector<qsizetype> offsets;
        QList<TextView::Mark> marks;
        for (const JsonDifference &difference : outcome.diff.differences) {
            const JsonValue &value = i == 0 ? difference.left : difference.right;
            if (!value.isValid())
                continue;
            const qsizetype begin = value.raw().data() - text.constData();
            offsets.insert(offsets.end(), {begin, begin + value.raw().size()});
            marks.append({0, 0, backOf(difference.kind, theme)});
        }
        const std::vector<qsizetype> positions = positionsOf(text, offsets);
        for (qsizetype mark = 0; mark < marks.size(); ++mark) {
            marks[mark].begin = positions[size_t(2 * mark)];
            marks[mark].end = positions[size_t(2 * mark + 1)];
        }
        m_sides[i].view->setMarks(marks);
    }
}

/// Scrolls both sides to a difference; where a value is missing, to its container.
void CompareWindow::goTo(int row)
{
    const Comparing::Outcome &outcome = m_comparing.outcome();
    if (row < 0 || row >= outcome.diff.differences.size())
        return;
    const JsonDifference &difference = outcome.diff.differences.at(row);
    const auto show = [](TextView *view, const QByteArray &text, JsonValue value, const QString &pointer) {
        if (!value.isValid())
            value = JsonValue(text).pointer(pointer.toUtf8());
        if (value.isValid())
            view->goTo(positionsOf(text, {value.raw().data() - text.constData()}).front());
    };
    show(m_sides[0].view, outcome.left, difference.left, difference.leftPointer);
    show(m_sides[1].view, outcome.right, difference.right, difference.rightPointer);
}

void CompareWindow::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_comparing.isRunning())
        paintDifferences();
}

} // namespace Pullcord
