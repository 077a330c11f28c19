// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/filter/filterbar.h"

#include "ui/models/untrustedtext.h"
#include "ui/views/filter/filterline.h"
#include "ui/views/style/accessiblenames.h"
#include "ui/views/style/icons.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/widgets/plainlabel.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QToolButton>
#include <QWidgetAction>

#include <algorithm>
#include <cmath>
#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

/// Shortens and escapes a filter for a menu.
QString menuText(const QString &filter)
{
    constexpr qsizetype Longest = 60;
    QString text = filter.size() > Longest ? filter.left(Longest) + u'…' : filter;
    return Texts::noMnemonic(text);
}

} // namespace

FilterBar::FilterBar(For table, QWidget *parent)
    : QWidget(parent)
    , m_table(table)
    , m_line(new FilterLine(this))
    , m_counts(new PlainLabel(this))
    , m_choose(new QToolButton(this))
    , m_menu(new QMenu(this))
{
    const bool requests = table == For::Requests;
    m_line->setObjectName(requests ? u"requestFilter"_s : u"messageFilter"_s);
    m_line->setPlaceholderText(requests ? tr("Filter requests: text, late, time>2s, name:echo …")
                                        : tr("Filter messages: text, kind:error, /params/name = \"echo\" …"));
    m_line->setAccessibleName(requests ? tr("Filter requests") : tr("Filter messages"));
    m_line->setToolTip(tr("Shows only matching rows. Plain words match any text; press Ctrl+Space for fields."));
    makeMenu();
    m_counts->setObjectName(requests ? u"requestCounts"_s : u"messageCounts"_s);
    m_counts->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_counts->hide();

    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    if (!requests) {
        makeHttp();
        layout->addWidget(m_http);
    }
    layout->addWidget(m_line, 1);
    layout->addWidget(m_counts);
    layout->addWidget(m_choose);
    connect(m_line, &FilterLine::filterChanged, this, &FilterBar::changed);
    connect(m_line, &FilterLine::filterChanged, this, &FilterBar::noteBetween);
    connect(m_line, &FilterLine::problemChanged, this, &FilterBar::sayCounts);
    connect(m_line, &FilterLine::used, this, [this](const Filter &filter) { emit used(filter.text()); });
}

FilterBar::~FilterBar() = default;

void FilterBar::makeMenu()
{
    m_choose->setObjectName(m_table == For::Requests ? u"requestFilters"_s : u"messageFilters"_s);
    m_choose->setIcon(Icons::icon("list"));
    m_choose->setAutoRaise(true);
    m_choose->setFocusPolicy(Qt::TabFocus);
    m_choose->setPopupMode(QToolButton::InstantPopup);
    m_choose->setAccessibleName(tr("Filters"));
    m_choose->setToolTip(tr("Preset, saved and recent filters"));
    m_choose->setMenu(m_menu);
    connect(m_menu, &QMenu::aboutToShow, this, &FilterBar::fillMenu);
    fillMenu();
}

void FilterBar::fillMenu()
{
    emit listsWanted();
    m_menu->clear();
    if (m_table == For::Requests) {
        offer(tr("In flight"), u"state:open"_s);
        offer(tr("Succeeded"), u"state:succeeded"_s);
        offer(tr("Failed"), u"(state:failed or state:lost or toolerror)"_s);
        offer(tr("Cancelled"), u"cancelled"_s);
        offer(tr("Late"), u"late"_s);
        offer(tr("Slow"), u"time>2s"_s);
    } else {
        offer(tr("Requests"), u"kind:request"_s);
        offer(tr("Errors"), u"(kind:error or toolerror or kind:malformed)"_s);
        offer(tr("Cancellations"), u"method:*cancel*"_s);
        offer(tr("Late"), u"late"_s);
        offer(tr("Without progress and log"), u"not (progress or method:notifications/message or method:ping)"_s);
    }
    offer(tr("To server"), u"dir:out"_s);
    offer(tr("From server"), u"dir:in"_s);
    offerList(tr("Saved"), m_saved);
    QList<KeptFilter> used;
    for (const QString &filter : std::as_const(m_history))
        used.append({.filter = filter});
    offerList(tr("Recent"), used);
    m_menu->addSeparator();
    offerKeeping();
}

void FilterBar::offerKeeping()
{
    const QString text = m_line->text().trimmed();
    const bool canKeep = !text.isEmpty() && m_line->problem().isEmpty();
    const auto kept =
        std::find_if(m_saved.cbegin(), m_saved.cend(), [&text](const KeptFilter &each) { return each.filter == text; });
    const bool isKept = kept != m_saved.cend();
    auto *name = new QLineEdit(isKept ? kept->name : QString(), m_menu);
    name->setObjectName(u"filterName"_s);
    name->setAccessibleName(tr("Name of this filter"));
    name->setPlaceholderText(tr("Type a name and press Enter to save this filter"));
    name->setMinimumWidth(32 * letterWidth(fontMetrics()));
    name->setEnabled(canKeep);
    auto *naming = new QWidgetAction(m_menu);
    naming->setDefaultWidget(name);
    naming->setEnabled(canKeep);
    m_menu->addAction(naming);
    connect(name, &QLineEdit::returnPressed, this, [this, name, text] {
        m_menu->close();
        emit keepingRequested({.filter = text, .name = name->text().simplified()});
    });
    QAction *keep = m_menu->addAction(isKept ? tr("Delete This Saved Filter") : tr("Save This Filter"));
    keep->setEnabled(canKeep);
    connect(keep, &QAction::triggered, this, [this, text, isKept] {
        if (isKept)
            emit forgettingRequested(text);
        else
            emit keepingRequested({.filter = text});
    });
}

void FilterBar::offer(const QString &title, const QString &filter)
{
    QAction *action = m_menu->addAction(u"%1\t%2"_s.arg(title, filter));
    connect(action, &QAction::triggered, this, [this, filter] { add(filter); });
}

void FilterBar::offerList(const QString &title, const QList<KeptFilter> &filters)
{
    if (filters.isEmpty())
        return;
    m_menu->addSection(title);
    for (const KeptFilter &each : filters) {
        const QString text =
            each.name.isEmpty() ? menuText(each.filter) : u"%1\t%2"_s.arg(menuText(each.name), menuText(each.filter));
        connect(m_menu->addAction(text), &QAction::triggered, m_line,
                [this, filter = each.filter] { showOnly(filter); });
    }
}

void FilterBar::showOnly(const QString &filter)
{
    m_line->setText(filter);
    m_line->apply();
}

void FilterBar::add(const QString &filter)
{
    const Filter &present = m_line->filter();
    const bool needsBrackets = !present.isEmpty() && present.root()->kind == Filter::Node::Kind::Or;
    const QString text = needsBrackets ? u"(%1)"_s.arg(present.text().trimmed()) : present.text().trimmed();
    const auto added = Filter::parse(filter);
    if (!present.includes(std::get<Filter>(added)))
        m_line->setText(text.isEmpty() ? filter : text + u' ' + filter);
    m_line->apply();
}

void FilterBar::showBetween(qint64 from, qint64 to)
{
    // As precise as a mouse drag, so that the range stays readable. Rounded outwards.
    constexpr double NsPerSecond = 1e9;
    const double length = qMax(1.0, double(to - from)) / NsPerSecond;
    const int decimals = qBound(0, int(std::ceil(3 - std::log10(length))), 9);
    const double step = std::pow(10, 9 - decimals);
    const auto term = [decimals](const QString &op, double ns) {
        return u"during%1%2s"_s.arg(op, QString::number(ns / NsPerSecond, 'f', decimals));
    };
    const QString between = term(u">="_s, std::floor(double(from) / step) * step) + u' ' +
                            term(u"<="_s, std::ceil(double(to) / step) * step);
    if (!m_between.isEmpty() && m_line->text().contains(m_between)) {
        showOnly(m_line->text().replace(m_between, between));
    } else {
        add(between);
    }
    m_between = between;
}

void FilterBar::dropBetween()
{
    const QString between = std::exchange(m_between, {});
    if (!between.isEmpty() && m_line->text().contains(between))
        showOnly(m_line->text().replace(between, QString()).simplified());
}

/// Notes that the user has removed the range. One of its terms may remain while the text is edited.
void FilterBar::noteBetween()
{
    const QStringList terms = m_between.split(u' ', Qt::SkipEmptyParts);
    const QString text = m_line->text();
    if (terms.isEmpty() ||
        std::any_of(terms.begin(), terms.end(), [&](const auto &term) { return text.contains(term); }))
        return;
    m_between.clear();
    emit betweenDropped();
}

void FilterBar::setLists(const QList<KeptFilter> &saved, const QStringList &history)
{
    m_saved = saved;
    m_history = history;
}

void FilterBar::makeHttp()
{
    m_http = new QToolButton(this);
    m_http->setObjectName(u"showHttp"_s);
    m_http->setCheckable(true);
    m_http->setFocusPolicy(Qt::TabFocus);
    m_http->setToolTip(tr("Also show the steps of HTTP exchanges, and stream data other than messages, as rows. "
                          "Details shows the exchange of each message."));
    connect(m_http, &QToolButton::toggled, this, &FilterBar::sayHttp);
    connect(m_http, &QToolButton::toggled, this, &FilterBar::showsHttpChanged);
    connect(m_http, &QToolButton::toggled, this, &FilterBar::changed);
    sayHttp();
}

void FilterBar::offerNoise(QAction *hide, const QList<QAction *> &kinds)
{
    m_hide = hide;
    m_kinds = kinds;
    m_noise = new QToolButton(this);
    m_noise->setObjectName(m_table == For::Requests ? u"requestNoise"_s : u"messageNoise"_s);
    m_noise->setIcon(hide->icon());
    m_noise->setCheckable(true);
    m_noise->setAutoRaise(true);
    m_noise->setFocusPolicy(Qt::TabFocus);
    m_noise->setPopupMode(QToolButton::MenuButtonPopup);
    m_noise->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    auto *menu = new QMenu(m_noise);
    menu->addAction(hide);
    menu->addSeparator();
    menu->addActions(kinds);
    m_noise->setMenu(menu);
    static_cast<QHBoxLayout *>(layout())->insertWidget(layout()->indexOf(m_choose), m_noise);
    connect(m_noise, &QToolButton::toggled, hide, &QAction::setChecked);
    connect(hide, &QAction::toggled, m_noise, &QToolButton::setChecked);
    connect(hide, &QAction::toggled, this, [this] {
        sayNoise();
        emit changed();
    });
    for (const QAction *kind : kinds) {
        connect(kind, &QAction::toggled, this, [this] {
            if (m_hide->isChecked())
                emit changed();
        });
    }
    m_noise->setChecked(hide->isChecked());
    sayNoise();
}

int FilterBar::hiddenKinds() const
{
    int kinds = 0;
    if (m_hide && m_hide->isChecked()) {
        for (const QAction *kind : m_kinds)
            kinds |= kind->isChecked() ? kind->data().toInt() : 0;
    }
    return kinds;
}

void FilterBar::setHiddenCount(qsizetype count)
{
    if (count != std::exchange(m_hiddenCount, count) && m_noise)
        sayNoise();
}

void FilterBar::setCounts(qsizetype passing, qsizetype all, bool isSearching)
{
    m_passing = passing;
    m_all = all;
    m_isSearching = isSearching;
    sayCounts();
}

/// Includes the counts, so that nothing moves when they appear.
QSize FilterBar::minimumSizeHint() const
{
    QSize least = QWidget::minimumSizeHint();
    if (m_counts->isHidden())
        least.rwidth() += m_counts->minimumWidth() + layout()->spacing();
    return least;
}

void FilterBar::sayCounts()
{
    const bool isWrong = !m_line->problem().isEmpty();
    const auto text = [this](const QString &format, qsizetype count) {
        return format.arg(QLocale().toString(count), QLocale().toString(m_all));
    };
    const QString counted = tr("%1 of %2", "rows that pass the filter, of all");
    const QString soFar = tr("%1+ of %2", "at least so many rows pass the filter, of all");
    const int least = fontMetrics().horizontalAdvance(text(soFar, m_all));
    if (least != m_counts->minimumWidth()) {
        m_counts->setMinimumWidth(least); // keeps the line in place
        updateGeometry();
    }
    m_counts->setHidden(filter().isEmpty() && !isWrong);
    if (m_counts->isHidden())
        return;
    const QString passing = text(m_isSearching ? soFar : counted, m_passing);
    m_counts->setText(
        isWrong ? tr("as before: %1", "what is typed is no filter; shown is, for example, 3 of 10").arg(passing)
                : passing);
    const QString last = filter().text().trimmed();
    AccessibleNames::setToolTip(
        m_counts, !isWrong         ? tr("Matching rows of total")
                  : last.isEmpty() ? tr("Incomplete filter: still showing all rows.")
                                   : tr("Incomplete filter: the previous filter still applies, %1").arg(last));
}

void FilterBar::sayNoise()
{
    const bool hides = m_hide->isChecked();
    const QString count = QLocale().toString(m_hiddenCount);
    const bool any = hides && m_hiddenCount > 0;
    m_noise->setText(any ? tr("%1 hidden", "rows").arg(count) : QString());
    m_noise->setAccessibleName(hides ? tr("Hide noise; hidden rows: %1").arg(count) : tr("Hide noise"));
    m_noise->setToolButtonStyle(any ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    const QString toolTip = hides ? tr("Rows hidden as noise: %1. Failures, late messages, violations and rows that "
                                       "you marked are always shown. Click to show all rows.")
                                        .arg(count)
                                  : m_hide->toolTip();
    m_noise->setToolTip(toolTip);
}

bool FilterBar::showsHttp() const
{
    return m_http && m_http->isChecked();
}

void FilterBar::setShowsHttp(bool shows)
{
    if (m_http)
        m_http->setChecked(shows);
}

void FilterBar::setHttpCount(qsizetype count)
{
    m_httpCount = count;
    if (m_http)
        sayHttp();
}

void FilterBar::sayHttp()
{
    const QString count = QLocale().toString(m_httpCount);
    m_http->setText(m_http->isChecked() ? tr("HTTP: %1").arg(count) : tr("HTTP: %1 hidden").arg(count));
    m_http->setHidden(m_httpCount == 0);
}

const Filter &FilterBar::filter() const
{
    return m_line->filter();
}

void FilterBar::focusText()
{
    m_line->setFocus(Qt::ShortcutFocusReason);
    m_line->selectAll();
}

} // namespace Pullcord
