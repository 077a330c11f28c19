// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/findingspanel.h"

#include "core/capture/capture.h"
#include "core/capture/requestlog.h"
#include "core/findings/finding.h"
#include "core/findings/findings.h"
#include "core/mcp/conversation.h"
#include "ui/actions.h"
#include "ui/models/findings/findingmarks.h"
#include "ui/models/findings/findingtexts.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"
#include "ui/views/findings/findingsbar.h"
#include "ui/views/requests/rowlinks.h"
#include "ui/views/style/icons.h"
#include "ui/views/style/theme.h"
#include "ui/views/tables/growingtableview.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/tables/rowchoice.h"
#include "ui/views/tables/rowdelegate.h"
#include "ui/views/widgets/flowlayout.h"
#include "ui/views/widgets/panelbutton.h"
#include "ui/views/widgets/peerlabel.h"
#include "ui/views/widgets/plainlabel.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace Pullcord {

using namespace Qt::StringLiterals;

/// Details of a finding: description, rule, links to the evidence, and buttons for actions.
class FindingView final : public QScrollArea
{
    Q_OBJECT

public:
    explicit FindingView(const QList<QAction *> &buttons, QWidget *parent = nullptr);
    ~FindingView() override;

    void setFinding(const Finding &finding, const Capture &capture, const RequestLog &log);

signals:
    void requestWanted(qsizetype logRow);
    void messageWanted(qsizetype captureIndex);
    /// The user wants an explanation of this finding code.
    void meaningWanted(Pullcord::FindingCode code);

protected:
    void changeEvent(QEvent *event) override;

private:
    [[nodiscard]] static QString aboutSeverity(const Finding &finding);
    static QLabel *addTitled(QVBoxLayout &layout, const QString &title, QWidget *words);
    void paintIcon();

    QLabel *m_icon;
    PeerLabel *m_title;
    PeerLabel *m_sentence;
    PeerLabel *m_rule;
    RowLinks *m_request;
    RowLinks *m_evidence;
    RowLinks *m_meaning;
    QLabel *m_requestTitle = nullptr;
    FindingSeverity m_severity = FindingSeverity::Info;
};

FindingView::FindingView(const QList<QAction *> &buttons, QWidget *parent)
    : QScrollArea(parent)
    , m_icon(new PlainLabel)
    , m_title(new PeerLabel)
    , m_sentence(new PeerLabel)
    , m_rule(new PeerLabel)
    , m_request(new RowLinks)
    , m_evidence(new RowLinks)
    , m_meaning(new RowLinks)
{
    setObjectName(u"findingView"_s);
    setAccessibleName(tr("The selected finding"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setObjectName(u"findingTitle"_s);
    m_sentence->setObjectName(u"findingSentence"_s);
    m_rule->setObjectName(u"findingRule"_s);
    m_request->setObjectName(u"findingRequest"_s);
    m_evidence->setObjectName(u"findingEvidence"_s);
    for (PeerLabel *label : {m_title, m_sentence, m_rule})
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *page = new QWidget;
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(6, 4, 6, 4);
    layout->setSpacing(4);
    auto *head = new QHBoxLayout;
    head->addWidget(m_icon, 0, Qt::AlignTop);
    head->addWidget(m_title, 1);
    layout->addLayout(head);
    layout->addWidget(m_sentence);
    addTitled(*layout, tr("Evidence"), m_evidence);
    m_requestTitle = addTitled(*layout, tr("Request"), m_request);
    auto *buttonsLine = new QWidget;
    auto *line = new FlowLayout(buttonsLine);
    line->setContentsMargins(0, 2, 0, 0);
    for (QAction *action : buttons) {
        QToolButton *button = makePanelButton(action, buttonsLine);
        button->setAutoRaise(false);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        line->addWidget(button);
    }
    layout->addWidget(buttonsLine);
    addTitled(*layout, tr("The rule"), m_rule);
    m_meaning->setObjectName(u"findingMeaning"_s);
    layout->addWidget(m_meaning);
    layout->addStretch(1);
    setWidget(page);
    connect(m_request, &RowLinks::rowWanted, this, &FindingView::requestWanted);
    connect(m_meaning, &RowLinks::rowWanted, this, [this](qsizetype code) { emit meaningWanted(FindingCode(code)); });
    connect(m_evidence, &RowLinks::rowWanted, this, &FindingView::messageWanted);
}

FindingView::~FindingView() = default;

QLabel *FindingView::addTitled(QVBoxLayout &layout, const QString &title, QWidget *words)
{
    auto *label = new PlainLabel(title);
    label->setForegroundRole(QPalette::PlaceholderText);
    layout.addSpacing(4);
    layout.addWidget(label);
    layout.addWidget(words);
    return label;
}

void FindingView::setFinding(const Finding &finding, const Capture &capture, const RequestLog &log)
{
    m_severity = finding.severity;
    paintIcon();
    m_title->setText(Texts::codeAndTitle(finding.kind()));
    m_sentence->setText(tr("%1. %2", "what was seen, how grave it is")
                            .arg(Texts::translated(finding.sentence), aboutSeverity(finding)));
    m_rule->setText(u"%1\n%2"_s.arg(finding.kind().rule, finding.reference())); // the specification is English
    m_meaning->setLinks(u"<a href=\"%1\">%2</a>"_s.arg(QString::number(int(finding.code)), tr("Meaning and fix")));
    const bool hasRequest = finding.row != Finding::NoRow;
    m_requestTitle->setVisible(hasRequest);
    m_request->setLinks(hasRequest ? u"<a href=\"%1\">#%2 %3</a>"_s.arg(
                                         QString::number(finding.row), QString::number(finding.row + 1),
                                         Texts::breakable(Texts::request(log.record(finding.row))).toHtmlEscaped())
                                   : QString());
    m_evidence->setLinks(Texts::evidenceLinks(finding, capture));
}

QString FindingView::aboutSeverity(const Finding &finding)
{
    if (finding.raced)
        return tr("They crossed on the wire, so neither side is at fault.");
    switch (finding.severity) {
    case FindingSeverity::Info:
        return tr("Allowed, but worth knowing.");
    case FindingSeverity::Warning:
        return tr("Violates a SHOULD of the protocol.");
    case FindingSeverity::Error:
        break;
    }
    return tr("Violates a MUST of the protocol.");
}

void FindingView::paintIcon()
{
    const StateLook look = lookOf(m_severity, Theme::of(palette()));
    m_icon->setPixmap(Icons::pixmap(look.icon, look.color, m_title->fontMetrics().height(), devicePixelRatioF()));
    m_icon->setAccessibleName(Texts::severity(m_severity));
}

void FindingView::changeEvent(QEvent *event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        paintIcon();
}

FindingsFilter::FindingsFilter(QObject *parent)
    : QSortFilterProxyModel(parent)
{
    setSortRole(FindingsModel::SortRole);
    setSortCaseSensitivity(Qt::CaseInsensitive);
}

FindingsFilter::~FindingsFilter() = default;

void FindingsFilter::setFilter(FindingSeverity least, const QString &text)
{
    m_least = least;
    m_text = text;
    invalidateFilter();
}

void FindingsFilter::setSilenced(const QSet<FindingCode> &codes)
{
    m_silenced = codes;
    invalidateFilter();
}

bool FindingsFilter::filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const
{
    const QModelIndex row = sourceModel()->index(sourceRow, 0, sourceParent);
    return row.data(FindingsModel::SeverityRole).toInt() >= int(m_least) &&
           !m_silenced.contains(FindingCode(row.data(FindingsModel::CodeRole).toInt())) &&
           (m_text.isEmpty() || row.data(FindingsModel::SearchRole).toString().contains(m_text, Qt::CaseInsensitive));
}

/// Paints findings: severity as icon and color; Info in gray.
class FindingDelegate final : public RowDelegate
{
    Q_OBJECT

public:
    using RowDelegate::RowDelegate;

protected:
    [[nodiscard]] Look look(const QModelIndex &index, const QPalette &palette) const override;
};

RowDelegate::Look FindingDelegate::look(const QModelIndex &index, const QPalette &palette) const
{
    const Theme &theme = Theme::of(palette);
    const auto severity = FindingSeverity(index.data(FindingsModel::SeverityRole).toInt());
    Look look;
    if (severity == FindingSeverity::Info)
        look.text = theme.dim;
    if (index.column() == FindingsModel::Severity) {
        const StateLook found = lookOf(severity, theme);
        look.icon = found.icon;
        look.iconColor = look.text = found.color;
    }
    if (index.column() == FindingsModel::Request)
        look.elide = Qt::ElideMiddle; // names and ids differ at their ends
    return look;
}

namespace {
constexpr int UsualView = 44;  ///< characters, for readable sentences
constexpr int LeastTable = 32; ///< characters, for severity, code and the beginning of the description
} // namespace

FindingsPanel::FindingsPanel(const Actions &actions, FindingMarks &marks, QWidget *parent)
    : QWidget(parent)
    , m_marks(marks)
    , m_bar(new FindingsBar(this))
    , m_splitter(new QSplitter(this))
    , m_table(new GrowingTableView(this))
    , m_view(new FindingView({actions.copyIssue, actions.silenceRule}, this))
{
    setObjectName(u"findingsPanel"_s);
    m_shown.setSourceModel(&m_model);
    makeTable(actions);
    m_splitter->setObjectName(u"findingsSplitter"_s);
    setFocusProxy(m_table);
    m_splitter->addWidget(m_table);
    m_splitter->addWidget(m_view);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setChildrenCollapsible(false);
    const int character = letterWidth(fontMetrics());
    m_splitter->setSizes({2 * UsualView * character, UsualView * character});
    m_table->setMinimumWidth(LeastTable * character);
    m_view->hide();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_splitter, 1);
    connect(m_bar, &FindingsBar::changed, this, &FindingsPanel::applyFilter);
    connect(&m_marks, &FindingMarks::changed, this, &FindingsPanel::onMarksChanged);
    connect(m_view, &FindingView::requestWanted, this, &FindingsPanel::requestWanted);
    connect(m_view, &FindingView::messageWanted, this, &FindingsPanel::messageWanted);
    connect(m_view, &FindingView::meaningWanted, this, &FindingsPanel::meaningWanted);
    connect(&m_model, &QAbstractItemModel::dataChanged, this, &FindingsPanel::showCurrent);
    connect(&m_tick, &QTimer::timeout, this, &FindingsPanel::tellChecked);
    sayWhyEmpty();
}

FindingsPanel::~FindingsPanel() = default;

void FindingsPanel::makeTable(const Actions &actions)
{
    m_table->setObjectName(u"findingsTable"_s);
    m_table->setAccessibleName(tr("Findings"));
    m_table->setModel(&m_shown);
    m_table->setItemDelegate(new FindingDelegate(m_table));
    QList<ColumnLayout::Width> widths(FindingsModel::ColumnCount);
    widths[FindingsModel::Severity] = {ColumnLayout::Icon + 7, ColumnLayout::Icon + 7};
    widths[FindingsModel::Code] = {7, 6};
    widths[FindingsModel::Time] = {9, 8};
    widths[FindingsModel::By] = {6, 6};
    widths[FindingsModel::Request] = {22, 10};
    widths[FindingsModel::Sentence] = {36, 14};
    m_table->setColumns(widths);
    m_table->setToolTip(tr("Press Enter or double-click to go to the request"));
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder); // in the order of Findings
    m_table->horizontalHeader()->setSortIndicatorClearable(true);
    m_table->setSortingEnabled(true);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QWidget::customContextMenuRequested, this, [this, &actions](const QPoint &at) {
        auto *menu = new QMenu(m_table);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->addActions({actions.showRequest, actions.showMessages, actions.copyIssue, actions.copyRows,
                          actions.copyJson, actions.exportSelection});
        menu->addSeparator();
        menu->addAction(actions.silenceRule);
        menu->popup(m_table->viewport()->mapToGlobal(at));
    });
    const QItemSelectionModel *selection = m_table->selectionModel();
    for (const auto &tell : {&FindingsPanel::showCurrent, &FindingsPanel::selectionChanged}) {
        connect(selection, &QItemSelectionModel::selectionChanged, this, tell);
        connect(selection, &QItemSelectionModel::currentRowChanged, this, tell);
    }
    connect(m_table, &QAbstractItemView::clicked, this, &FindingsPanel::selectionChanged);
    connect(new RowChoice(m_table), &RowChoice::chosen, this, &FindingsPanel::chosen);
}

void FindingsPanel::setSource(Conversation *conversation, const Findings *findings)
{
    m_table->setFollowsFromStart(conversation && conversation->isGrowing());
    m_conversation = conversation;
    if (m_findings)
        m_findings->disconnect(&m_tick);
    m_findings = findings;
    m_model.setSource(findings, conversation ? &conversation->log() : nullptr);
    if (findings)
        connect(findings, &Findings::checkedOn, &m_tick, &PacedTimer::request);
    m_bar->setUnapplied(conversation ? UnappliedRules::in(conversation->capture()) : UnappliedRules());
    tellChecked();
    showCurrent();
    sayWhyEmpty();
}

void FindingsPanel::tellChecked()
{
    m_bar->setChecked(m_findings ? m_findings->toCheck() : 0,
                      m_findings ? m_findings->unchecked() : UncheckedMessages());
}

void FindingsPanel::applyFilter()
{
    m_shown.setFilter(m_bar->least(), m_bar->text());
    sayWhyEmpty();
}

void FindingsPanel::onMarksChanged()
{
    if (m_shown.silenced() != m_marks.silenced()) {
        m_shown.setSilenced(m_marks.silenced());
        m_bar->setSilenced(m_marks.silenced());
    }
    sayWhyEmpty();
}

const Finding *FindingsPanel::current() const
{
    const QItemSelectionModel *selection = m_table->selectionModel();
    const QModelIndex index = m_shown.mapToSource(selection->currentIndex());
    return m_conversation && index.isValid() && selection->hasSelection() ? m_model.find(index.row()) : nullptr;
}

qsizetype FindingsPanel::currentRequest() const
{
    const Finding *finding = current();
    return finding ? finding->row : -1;
}

qsizetype FindingsPanel::currentEvent() const
{
    const Finding *finding = current();
    return finding && !finding->events.isEmpty() ? finding->events.constLast() : -1;
}

std::vector<qsizetype> FindingsPanel::selectedEvents() const
{
    std::vector<qsizetype> events;
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    for (const QModelIndex &row : rows) {
        if (const Finding *finding = m_model.find(m_shown.mapToSource(row).row()))
            events.insert(events.end(), finding->events.begin(), finding->events.end());
    }
    std::sort(events.begin(), events.end());
    events.erase(std::unique(events.begin(), events.end()), events.end());
    return events;
}

void FindingsPanel::showCurrent()
{
    const Finding *finding = current();
    if (finding)
        m_view->setFinding(*finding, m_conversation->capture(), m_conversation->log());
    m_view->setVisible(finding);
}

void FindingsPanel::sayWhyEmpty()
{
    if (m_model.rowCount() > 0 && m_bar->isFiltering())
        m_table->setEmptyText(tr("No finding matches the filter."));
    else if (m_marks.silencedCount() > 0)
        m_table->setEmptyText(tr("All findings here are from muted rules."));
    else
        m_table->setEmptyText(
            tr("No findings yet. Protocol violations by either side appear here, especially about cancelling: late "
               "responses, cancellations of unknown requests, progress that continues."));
}

} // namespace Pullcord

#include "findingspanel.moc"
