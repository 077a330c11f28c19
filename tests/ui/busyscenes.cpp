// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/busyscenes.h"

#include "ui/windowfixture.h"

#include "ui/actions.h"
#include "ui/dialogs/labwindow.h"
#include "ui/panels/callpanel.h"

#include <QAbstractButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QTreeView>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {
constexpr int Limit = 30'000;
}

BusyScenes::BusyScenes(WindowFixture &fixture, Take take)
    : m_fixture(fixture)
    , m_take(std::move(take))
{}

void BusyScenes::showLower(const QString &panel)
{
    m_fixture.find<QTabWidget>(u"lowerTabs"_s)->setCurrentWidget(m_fixture.find<QWidget>(panel));
}

void BusyScenes::takeViews()
{
    showLower(u"timelinePanel"_s);
    m_take(*m_fixture.window, u"timeline"_s);
    showLower(u"statisticsPanel"_s);
    m_take(*m_fixture.window, u"statistics"_s);
    showLower(u"messagesPanel"_s);
    auto *messages = m_fixture.find<QTableView>(u"messageTable"_s);
    messages->setFocus();
    messages->selectRow(messages->model()->rowCount() / 2);
    m_fixture.find<QTabWidget>(u"detailsTabs"_s)->setCurrentWidget(m_fixture.find<QWidget>(u"rawTab"_s));
    m_fixture.find<QAbstractButton>(u"rawAsHexButton"_s)->click();
    m_take(*m_fixture.window, u"messages"_s);
    m_fixture.find<QAbstractButton>(u"rawAsHexButton"_s)->click();
}

bool BusyScenes::takeFlood()
{
    showLower(u"messagesPanel"_s);
    const qsizetype row = m_fixture.call(u"flood"_s, R"({"count": 200000})");
    const auto isFlooded = [&] { return m_fixture.conversation().capture().count() > 100'000; };
    if (row < 0 || !QTest::qWaitFor(isFlooded, Limit))
        return false;
    m_take(*m_fixture.window, u"flooded"_s);
    return QTest::qWaitFor([&] { return !m_fixture.record(row).isOpen(); }, Limit);
}

bool BusyScenes::takeLab()
{
    m_fixture.find<QTreeView>(u"catalogTree"_s)
        ->setCurrentIndex(m_fixture.offered(CatalogList::Kind::Tools, u"late"_s));
    m_fixture.window->page().findChild<CallPanel *>()->setArguments(R"({"ms":400})");
    m_fixture.window->actions().lab->trigger();
    auto *lab = m_fixture.find<LabWindow>(u"labWindow"_s);
    m_take(*lab, u"lab"_s);
    lab->findChild<QSpinBox *>(u"labCount"_s)->setValue(6);
    lab->findChild<QAbstractButton *>(u"labStart"_s)->click();
    const auto *end = lab->findChild<QAbstractButton *>(u"labExport"_s);
    if (!QTest::qWaitFor([&] { return end->isEnabled(); }, 2 * Limit))
        return false;
    auto *results = lab->findChild<QTabWidget *>(u"labResults"_s);
    for (int tab = 0; tab < results->count(); ++tab) {
        results->setCurrentIndex(tab);
        m_take(*lab, u"lab-%1"_s.arg(tab + 1));
    }
    lab->close();
    return true;
}

} // namespace Pullcord
