// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/lists/exportdialog.h"

#include "core/capture/export/redaction/redaction.h"
#include "ui/models/redactionmodel.h"
#include "ui/models/texts.h"
#include "ui/settings.h"
#include "ui/views/clearaction.h"
#include "ui/views/form/calmcombobox.h"
#include "ui/views/style/accessiblenames.h"
#include "ui/views/style/icons.h"
#include "ui/views/style/screenroom.h"
#include "ui/views/tables/columnlayout.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/tables/listdelegate.h"
#include "ui/views/widgets/fieldnote.h"
#include "ui/views/widgets/plainlabel.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QElapsedTimer>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace Pullcord {

using namespace Qt::StringLiterals;

RedactionRuleRow::RedactionRuleRow(const QString &rule, QWidget *parent)
    : QWidget(parent)
    , m_kind(new CalmComboBox(this))
    , m_what(new QLineEdit(rule.section(u':', 1), this))
    , m_remove(new QToolButton(this))
    , m_note(new FieldNote(this))
{
    m_kind->setObjectName(u"redactionKind"_s);
    m_kind->addItem(tr("Header"), u"header"_s);
    m_kind->addItem(tr("Environment variable"), u"env"_s);
    m_kind->addItem(tr("JSON pointer"), u"pointer"_s);
    m_kind->addItem(tr("Pattern", "a regular expression"), u"pattern"_s);
    m_kind->setCurrentIndex(qMax(0, m_kind->findData(rule.section(u':', 0, 0))));
    m_what->setObjectName(u"redactionWhat"_s);
    new ClearAction(m_what);
    m_remove->setObjectName(u"redactionRemove"_s);
    m_remove->setIcon(Icons::icon("trash-2"));
    m_remove->setAutoRaise(true);
    m_remove->setFocusPolicy(Qt::TabFocus);
    m_remove->setToolTip(tr("Remove this rule"));
    m_note->setObjectName(u"redactionNote"_s);
    auto *line = new QHBoxLayout;
    line->addWidget(m_kind);
    line->addWidget(m_what, 1);
    line->addWidget(m_remove);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(line);
    layout->addWidget(m_note);
    const auto onChange = [this] {
        check();
        emit changed();
    };
    connect(m_kind, &QComboBox::currentIndexChanged, this, onChange);
    connect(m_what, &QLineEdit::textChanged, this, onChange);
    connect(m_remove, &QToolButton::clicked, this, &RedactionRuleRow::removeRequested);
    check();
}

RedactionRuleRow::~RedactionRuleRow() = default;

QString RedactionRuleRow::rule() const
{
    return m_what->text().isEmpty() ? QString() : m_kind->currentData().toString() + u':' + m_what->text();
}

void RedactionRuleRow::check()
{
    const QStringList examples{u"X-Team-Key"_s, u"DATABASE_URL"_s, u"/params/arguments/*"_s, u"cus_[0-9]+"_s};
    m_what->setPlaceholderText(tr("Such as %1").arg(examples.value(m_kind->currentIndex())));
    const auto redaction = Redaction::parse({rule()});
    m_isBad = !redaction;
    const bool isPath = m_kind->currentData().toString() == "pointer"_L1;
    m_note->say(!m_isBad ? QString()
                : isPath ? tr("A JSON pointer begins with /; * matches any single step.")
                         : Texts::translated(redaction.error().detail));
}

void RedactionRuleRow::setPlace(qsizetype place)
{
    const QString number = tr("rule %1").arg(place + 1);
    AccessibleNames::name(m_kind, tr("Kind, %1").arg(number));
    m_what->setAccessibleName(tr("Value to redact, %1").arg(number));
    m_remove->setAccessibleName(tr("Remove, %1").arg(number));
}

void RedactionRuleRow::begin()
{
    m_what->setFocus(Qt::OtherFocusReason);
}

namespace {

constexpr qint64 SliceMs = 8;
constexpr qsizetype EventsAtOnce = 20;
constexpr int MostRuleLines = 10; ///< lines of text; more rules scroll

} // namespace

ExportDialog::ExportDialog(Settings &settings, const Capture &capture, const ExportSelection &selection,
                           QWidget *parent)
    : QDialog(parent)
    , m_settings(settings)
    , m_capture(capture)
    , m_selection(selection)
    , m_known(new QCheckBox(tr("&Redact known secrets"), this))
    , m_model(new RedactionModel(this))
    , m_sum(new PlainLabel(this))
{
    setObjectName(u"exportDialog"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(selection.isEverything() ? tr("Export") : tr("Export Selection"));
    m_known->setObjectName(u"redactKnown"_s);
    m_known->setToolTip(tr("Tokens of known kinds, passwords in URLs, and values with names such as token or password "
                           "are replaced with ***"));
    m_known->setChecked(settings.value(Settings::ExportRedactsKnown));
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(makeScope());
    layout->addWidget(m_known);
    layout->addWidget(makeRules());
    layout->addWidget(makeAddButton(), 0, Qt::AlignLeading);
    layout->addWidget(makePreview(), 1);
    layout->addWidget(makeButtons());
    resize(ScreenRoom::bounded(*this, {124 * letterWidth(fontMetrics()), 28 * fontMetrics().lineSpacing()}));
    connect(m_known, &QCheckBox::toggled, this, &ExportDialog::restart);
    connect(&m_turn, &SlicedWork::slice, this, &ExportDialog::lookOn);
    const QStringList rules = settings.exportRules();
    for (const QString &rule : rules)
        add(rule);
    number();
    restart();
    m_export->setFocus(Qt::OtherFocusReason);
}

ExportDialog::~ExportDialog() = default;

QLabel *ExportDialog::makeScope()
{
    const int count = int(m_selection.count());
    auto *scope =
        new PlainLabel(m_selection.isEverything() ? tr("All %Ln events, including those hidden by filters.", "", count)
                                                  : tr("%Ln selected events.", "", count),
                       this);
    scope->setObjectName(u"exportScope"_s);
    scope->setWordWrap(true);
    return scope;
}

QWidget *ExportDialog::makeRules()
{
    m_area = new QScrollArea(this);
    m_area->setObjectName(u"redactionRules"_s);
    m_area->setAccessibleName(tr("Redaction rules"));
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setWidgetResizable(true);
    m_area->setFocusPolicy(Qt::NoFocus);
    auto *inside = new QWidget(m_area);
    inside->installEventFilter(this);
    m_list = new QVBoxLayout(inside);
    m_list->setContentsMargins(0, 0, 0, 0);
    m_area->setWidget(inside);
    return m_area;
}

/// Follows changes of the rules' height.
bool ExportDialog::eventFilter(QObject *object, QEvent *event)
{
    if (object == m_area->widget() && event->type() == QEvent::LayoutRequest)
        QMetaObject::invokeMethod(this, &ExportDialog::fitRules, Qt::QueuedConnection); // after the layout
    return QDialog::eventFilter(object, event);
}

/// Fits the area to its rules, up to a limit. Keeps the focused rule and its note in sight.
void ExportDialog::fitRules()
{
    if (m_rows.isEmpty())
        return;
    const int width = m_area->viewport()->width();
    const int height = m_list->hasHeightForWidth() ? m_list->totalHeightForWidth(width) : m_list->sizeHint().height();
    m_area->setFixedHeight(qMin(height, MostRuleLines * fontMetrics().lineSpacing()));
    layout()->activate();
    for (RedactionRuleRow *row : std::as_const(m_rows)) {
        if (row->isAncestorOf(focusWidget()))
            m_area->ensureWidgetVisible(row, 0, 0);
    }
}

QWidget *ExportDialog::makeAddButton()
{
    auto *addButton = new QPushButton(Icons::icon("plus"), tr("&Add Rule"), this);
    addButton->setObjectName(u"addRedaction"_s);
    addButton->setAutoDefault(false);
    connect(addButton, &QPushButton::clicked, this, [this] {
        RedactionRuleRow *row = add({});
        number();
        row->begin();
    });
    return addButton;
}

QWidget *ExportDialog::makePreview()
{
    auto *box = new QWidget(this);
    auto *title = new PlainLabel(tr("Values that &will be redacted:"), box);
    m_view = new QTableView(box);
    m_view->setObjectName(u"redactionPreview"_s);
    m_view->setAccessibleName(tr("Values that will be redacted"));
    m_view->setModel(m_model);
    m_view->setItemDelegate(new VisibleTextDelegate(m_view));
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setTabKeyNavigation(false);
    m_view->setWordWrap(false);
    m_view->setShowGrid(false);
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setDefaultSectionSize(m_view->fontMetrics().lineSpacing() + 6);
    QHeaderView *header = m_view->horizontalHeader();
    header->setDefaultAlignment(Qt::AlignLeading | Qt::AlignVCenter);
    header->setHighlightSections(false);
    auto *columns = new ColumnLayout(m_view, header);
    columns->setWidths({{9, 8}, {16, 9}, {22, 10}, {28, 12}, {14, 10}});
    title->setBuddy(m_view);
    m_sum->setObjectName(u"redactionSum"_s);
    m_sum->setWordWrap(true);
    auto *layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(title);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_sum);
    return box;
}

QWidget *ExportDialog::makeButtons()
{
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_export = buttons->addButton(tr("&Export…"), QDialogButtonBox::AcceptRole);
    m_export->setObjectName(u"exportNow"_s);
    m_export->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &ExportDialog::choose);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    return buttons;
}

RedactionRuleRow *ExportDialog::add(const QString &rule)
{
    auto *row = new RedactionRuleRow(rule, this);
    m_list->insertWidget(int(m_rows.size()), row);
    if (!m_rows.isEmpty())
        setTabOrder(m_rows.constLast(), row);
    m_rows.append(row);
    connect(row, &RedactionRuleRow::changed, this, &ExportDialog::restart);
    connect(row, &RedactionRuleRow::removeRequested, this, [this, row] { remove(row); });
    return row;
}

void ExportDialog::remove(RedactionRuleRow *row)
{
    m_rows.removeOne(row);
    m_list->removeWidget(row);
    row->hide();
    row->deleteLater();
    number();
    restart();
}

void ExportDialog::number()
{
    m_area->setVisible(!m_rows.isEmpty());
    for (qsizetype place = 0; place < m_rows.size(); ++place)
        m_rows.at(place)->setPlace(place);
}

/// Returns the redaction by all valid rules.
Redaction ExportDialog::redaction() const
{
    QStringList rules;
    if (m_known->isChecked())
        rules << Redaction::Known;
    for (const RedactionRuleRow *row : m_rows) {
        if (!row->isBad())
            rules << row->rule();
    }
    auto redaction = Redaction::parse(rules);
    return redaction ? *redaction : Redaction();
}

void ExportDialog::restart()
{
    m_model->clear();
    m_export->setEnabled(std::ranges::none_of(m_rows, [](const RedactionRuleRow *row) { return row->isBad(); }));
    m_preview.emplace(m_capture, redaction(), m_selection);
    m_turn.start();
    showSum();
}

void ExportDialog::lookOn()
{
    QElapsedTimer clock;
    clock.start();
    do {
        m_model->append(m_preview->next(EventsAtOnce));
    } while (!m_preview->isDone() && !clock.hasExpired(SliceMs));
    if (m_preview->isDone())
        m_turn.stop();
    showSum();
}

void ExportDialog::showSum()
{
    const RedactionCounts &leftOut = m_preview->leftOut();
    QString sum = leftOut.total() == 0 ? tr("Nothing. Messages are exported exactly as captured.")
                                       : tr("Values that will be replaced with ***: %1 (%2)")
                                             .arg(QLocale().toString(leftOut.total()), RedactionModel::byRule(leftOut));
    if (leftOut.staying() > 0)
        sum += u'\n' + RedactionModel::staying(leftOut);
    if (m_preview->isDone())
        m_sum->setText(sum);
    else
        m_sum->setText(tr("Searching %1 events …").arg(QLocale().toString(m_preview->total())));
}

void ExportDialog::choose()
{
    QStringList rules;
    for (const RedactionRuleRow *row : std::as_const(m_rows)) {
        if (!row->rule().isEmpty())
            rules << row->rule();
    }
    m_settings.set(Settings::ExportRedactsKnown, m_known->isChecked());
    m_settings.setExportRules(rules);
    m_turn.stop(); // the export searches again anyway
    emit chosen(redaction());
    close();
}

} // namespace Pullcord
