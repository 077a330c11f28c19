// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/windowfixture.h"

#include "ui/actions.h"
#include "ui/models/requests/requestmodelroles.h"

#include <QTableView>

namespace Pullcord {

/// Adds pins, colors, a note, rules, an order and hidden noise to a window for a screenshot, and removes them at its
/// end.
class MarkedScene
{
public:
    explicit MarkedScene(WindowFixture &fixture)
        : m_fixture(fixture)
    {
        mark({{.pinned = true, .note = QStringLiteral("Answers late: ask its author")},
              {.color = MarkColor::Red},
              {.color = MarkColor::Yellow, .note = QStringLiteral("compare with #9")},
              {.pinned = true, .color = MarkColor::Green},
              {.color = MarkColor::Blue}});
        m_fixture.settings.setColorRules(
            {{.name = QStringLiteral("late"), .filter = QStringLiteral("late"), .color = MarkColor::Orange},
             {.name = QStringLiteral("slow"), .filter = QStringLiteral("time>2s"), .color = MarkColor::Purple},
             {.name = QStringLiteral("lists"), .filter = QStringLiteral("method:*/list"), .isOn = false}});
        show(true);
        m_fixture.select(m_last - 4);
        m_fixture.window->actions().note->trigger();
    }
    ~MarkedScene()
    {
        m_fixture.settings.setColorRules({});
        show(false);
        mark({{}, {}, {}, {}, {}});
    }
    Q_DISABLE_COPY_MOVE(MarkedScene)

private:
    /// Marks requests backwards from the last but one.
    void mark(const QList<Mark> &marks)
    {
        const RequestLog &log = m_fixture.log();
        for (qsizetype i = 0; i < marks.size(); ++i)
            (void)m_fixture.conversation().mark(log.marks().placeOf(log.record(m_last - 2 - i)), marks.at(i));
    }
    void show(bool scene)
    {
        m_fixture.window->actions().hideNoise->setChecked(scene);
        m_fixture.find<QTableView>(QStringLiteral("requestTable"))
            ->sortByColumn(scene ? int(RequestTable::Time) : -1, scene ? Qt::DescendingOrder : Qt::AscendingOrder);
    }

    WindowFixture &m_fixture;
    qsizetype m_last = m_fixture.log().count();
};

} // namespace Pullcord
