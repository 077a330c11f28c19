// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/workbench.h"

#include "ui/actions.h"
#include "ui/mainwindow/layoutkeeper.h"
#include "ui/panels/callpanel.h"
#include "ui/panels/detailspanel.h"
#include "ui/panels/findingspanel.h"
#include "ui/panels/messagespanel.h"
#include "ui/panels/requestspanel.h"
#include "ui/panels/serverpanel.h"
#include "ui/settings.h"
#include "ui/views/filterbar.h"
#include "ui/views/form/schemaeditor.h"
#include "ui/views/icons.h"
#include "ui/views/letterwidth.h"
#include "ui/views/requesttable.h"
#include "ui/views/tighttabs.h"

#include <QApplication>
#include <QHeaderView>
#include <QLayout>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>
#include <utility>

// Layout of the panels, and saving it.

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

// Default shares of the window, in percent, and widths of names and fields, in characters.
constexpr int ServerShare = 16;
constexpr int DetailsShare = 18;
constexpr int MostServerShare = 19; // limit if the tables would be too narrow otherwise
constexpr int MostDetails = 23;
constexpr int LeastServer = 40;
constexpr int LeastDetails = 46;
constexpr int ServerInTurns = 25; ///< in percent, while tables and Details take turns
constexpr int LeastTables = 67;   ///< beside it, in characters, if there is room
constexpr int LeastBeside = 165;  ///< minimum for all three side by side, in characters
constexpr int ListShare = 300;
constexpr int FormShare = 560;
/// Key of the character width at the time of saving.
constexpr QLatin1StringView CharacterWidth("characterWidth");
constexpr QLatin1StringView SidesWere("sidesWere"); ///< key of the widths of the panels

} // namespace

void Workbench::restoreLayout(const Settings &settings)
{
    const double then = settings.layout(CharacterWidth).toDouble();
    const double wider = then > 0 ? letterWidth(QFontMetricsF(font())) / then : 1;
    const bool isWhole = restoreState(settings.layout(objectName())); // false if a panel was hidden when saved
    if ((!isWhole || !qFuzzyCompare(wider, 1)) && !restoreSides(settings.layout(SidesWere), wider) && !isWhole)
        shareOut(width());
    if (!m_middle->restoreState(settings.layout(m_middle->objectName())))
        m_middle->setSizes({560, 260});
    m_details->restoreState(settings.layout(m_details->objectName()));
    m_messages->filterBar()->setShowsHttp(settings.value(Settings::ShowHttp));
    m_requests->setGrouping(settings.value(Settings::GroupRequests));
    if (!m_server->splitter()->restoreState(settings.layout(m_server->splitter()->objectName())))
        m_server->splitter()->setSizes({ListShare, FormShare}); // a form needs more lines than a list
    m_findings->splitter()->restoreState(settings.layout(m_findings->splitter()->objectName()));
    SchemaEditor *arguments = m_server->callPanel()->editor();
    arguments->restoreLayout(settings.layout(arguments->objectName()));
    for (LogTable *table : tables()) {
        const auto isChosen = [&](const QString &what) {
            return !settings.layout(table->objectName() + what).isEmpty();
        };
        table->restoreColumns(settings.layout(table->objectName()), isChosen(u"Widths"_s), isChosen(u"Columns"_s),
                              wider);
    }
}

void Workbench::shareOut(int width)
{
    const int one = letterWidth(fontMetrics());
    if (m_takesTurns) {
        const int left = qMin(width * ServerInTurns / 100, qMax(m_server->minimumWidth(), width - LeastTables * one));
        setSizes({left, width - left, width - left});
        m_shares = sizes();
        return;
    }
    const auto share = [width](int wanted, int usual, int most) {
        return qMin(qMax(wanted, width * usual / 100), width * most / 100);
    };
    const int left = share(LeastServer * one, ServerShare, MostServerShare);
    const int right = share(qMax(LeastDetails * one, m_details->tabs()->roomForAll()), DetailsShare, MostDetails);
    setSizes({left, width - left - right, right});
    m_shares = sizes();
}

/// Side panels get automatic widths until the user chooses others.
void Workbench::resizeEvent(QResizeEvent *event)
{
    if (!m_takesTurns) {
        m_areOurs = !m_shares.isEmpty() && sizes() == m_shares;
        m_besides = sizes();
    }
    QSplitter::resizeEvent(event);
    takeTurns();
    if (m_areOurs || m_takesTurns)
        shareOut(width());
    else
        m_shares.clear();
}

/// Creates a hidden button above the contents of Details.
QToolButton *Workbench::addAboveDetails(const QString &name, const char *icon, const QString &text)
{
    auto *button = new QToolButton(m_details);
    button->setObjectName(name);
    button->setIcon(Icons::icon(icon));
    button->setText(text);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setFocusPolicy(Qt::TabFocus);
    button->setAutoRaise(true);
    button->hide();
    qobject_cast<QVBoxLayout *>(m_details->layout())->insertWidget(0, button);
    return button;
}

void Workbench::makeHidden()
{
    m_hidden = addAboveDetails(u"hiddenByFilter"_s, "filter", tr("The filter hides this row"));
    m_hidden->setToolTip(tr("Show it in the table, without the filter"));
    connect(m_hidden, &QToolButton::clicked, this, [this] {
        if (m_details->logRow() >= 0)
            return showRequest(m_details->logRow());
        m_messages->filterBar()->showOnly({});
        showMessage(m_details->captureIndex());
    });
}

void Workbench::makeTurns()
{
    m_toTables = addAboveDetails(u"toTables"_s, "arrow-left", tr("Back to the Tables"));
    connect(m_toTables, &QToolButton::clicked, this, [this] {
        showTables();
        selectedTable()->setFocus();
    });
    connect(m_viewDetails, &QAction::toggled, this, [this](bool shown) {
        if (!m_takesTurns)
            m_wantsDetails = shown;
        showTurn();
    });
}

/// Switches between taking turns and side by side; keeps the focused part in sight.
void Workbench::takeTurns()
{
    const bool takesTurns = width() < LeastBeside * letterWidth(fontMetrics());
    if (takesTurns == m_takesTurns)
        return;
    const QWidget *focused = QApplication::focusWidget();
    const bool isRead = focused && m_details->isAncestorOf(focused);
    m_takesTurns = takesTurns;
    m_viewDetails->setChecked(takesTurns ? isRead : m_wantsDetails);
    showTurn();
    if (!takesTurns && !m_areOurs)
        setSizes({m_besides.first(), width() - m_besides.first() - m_besides.last(), m_besides.last()});
}

void Workbench::showTurn()
{
    m_toTables->setVisible(m_takesTurns);
    m_requests->offerDetails(m_takesTurns);
    m_details->setVisible(m_viewDetails->isChecked());
    m_middle->setVisible(!m_takesTurns || !m_viewDetails->isChecked());
    if (m_takesTurns)
        shareOut(width());
}

void Workbench::showTables()
{
    if (m_takesTurns)
        m_viewDetails->setChecked(false);
}

/// Restores panel widths, scaled to the current font. `were` holds the sizes, separated by blanks.
bool Workbench::restoreSides(const QByteArray &were, double wider)
{
    const QByteArrayList sizes = were.split(' ');
    if (sizes.size() != count())
        return false;
    const int whole = std::accumulate(sizes.begin(), sizes.end(), 0,
                                      [](int sum, const QByteArray &size) { return sum + size.toInt(); });
    const int left = qRound(sizes.constFirst().toInt() * wider);
    const int right = qRound(sizes.constLast().toInt() * wider);
    if (left + right >= whole)
        return false;
    setSizes({left, whole - left - right, right});
    return true;
}

QByteArray Workbench::characterWidth() const
{
    return QByteArray::number(letterWidth(QFontMetricsF(font())), 'g', 17);
}

void Workbench::saveSides(Settings &settings) const
{
    if (m_takesTurns)
        return;
    QList<int> now = sizes();
    const QByteArrayList were = settings.layout(SidesWere).split(' ');
    const int one = letterWidth(fontMetrics());
    // Saves the last width of a hidden panel, for when it is shown again.
    const auto keep = [&](const QWidget *panel, int index, int least) {
        if (!panel->isHidden())
            return;
        const int before = were.size() == count() ? were.at(index).toInt() : 0;
        now[index] = before > 0 ? before : qMin(least * one, width() * MostServerShare / 100);
        now[1] -= now.at(index);
    };
    keep(m_server, 0, LeastServer);
    keep(m_details, 2, LeastDetails);
    QByteArrayList widths;
    for (const int width : std::as_const(now))
        widths << QByteArray::number(width);
    settings.setLayout(SidesWere, widths.join(' '));
    settings.setLayout(objectName(), now == sizes() ? saveState() : QByteArray());
}

void Workbench::saveColumns(Settings &settings, const LogTable &table)
{
    settings.setLayout(table.objectName(), table.horizontalHeader()->saveState());
    settings.setLayout(table.objectName() + u"Widths"_s, table.hasChosenWidths() ? "chosen"_ba : ""_ba);
    settings.setLayout(table.objectName() + u"Columns"_s, table.hasChosenColumns() ? "chosen"_ba : ""_ba);
}

/// Saves all widths that depend on the font together, since those loaded for another font were scaled.
void Workbench::saveForFont(Settings &settings) const
{
    if (settings.layout(CharacterWidth) == characterWidth())
        return;
    settings.setLayout(CharacterWidth, characterWidth());
    saveSides(settings);
    for (const LogTable *table : tables())
        saveColumns(settings, *table);
}

void Workbench::leaveFoot(int height)
{
    const int more = height - std::exchange(m_foot, height);
    if (more == 0)
        return;
    m_details->layout()->setContentsMargins(0, 0, 0, height);
    QList<int> sizes = m_middle->sizes();
    m_middle->setContentsMargins(0, 0, 0, height);
    m_middle->refresh();
    int &lowest = m_lower->isHidden() ? sizes.front() : sizes.back();
    lowest -= more;                // otherwise all would shrink
    if (isVisible() && lowest > 0) // sizes are not valid before
        m_middle->setSizes(sizes);
}

void Workbench::keepLayout(LayoutKeeper &keeper)
{
    connect(this, &QSplitter::splitterMoved, &keeper, keeper.add([this](Settings &settings) {
        saveForFont(settings);
        saveSides(settings);
    }));
    for (QSplitter *splitter : {m_middle, m_server->splitter(), m_findings->splitter()}) {
        connect(splitter, &QSplitter::splitterMoved, &keeper, keeper.add([splitter](Settings &settings) {
            settings.setLayout(splitter->objectName(), splitter->saveState());
        }));
    }
    for (const LogTable *table : tables()) {
        connect(table, &LogTable::columnsChosen, &keeper, keeper.add([this, table](Settings &settings) {
            saveForFont(settings);
            saveColumns(settings, *table);
        }));
    }
    connect(m_details, &DetailsPanel::tabWanted, &keeper, keeper.add([this](Settings &settings) {
        settings.setLayout(m_details->objectName(), m_details->saveState());
    }));
    const SchemaEditor *arguments = m_server->callPanel()->editor();
    connect(arguments, &SchemaEditor::layoutChosen, &keeper, keeper.add([arguments](Settings &settings) {
        settings.setLayout(arguments->objectName(), arguments->saveLayout());
    }));
    connect(m_messages->filterBar(), &FilterBar::showsHttpChanged, &keeper, keeper.add([this](Settings &settings) {
        settings.set(Settings::ShowHttp, m_messages->filterBar()->showsHttp());
    }));
}

} // namespace Pullcord
