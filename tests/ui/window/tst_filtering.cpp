// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "support/exchanges.h"
#include "ui/actions.h"
#include "ui/mainwindow/mainwindow.h"
#include "ui/models/filter/filtercompletion.h"
#include "ui/settings.h"
#include "ui/views/filter/filterbar.h"
#include "ui/views/filter/filterline.h"
#include "ui/views/widgets/fieldnote.h"
#include "ui/windowfixture.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QCompleter>
#include <QFile>
#include <QItemSelectionModel>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// The filter language in the window: typing, completion, errors, saved filters.
class TestFiltering : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void completesAtTheCursor_data();
    void completesAtTheCursor();
    void completesByKeys();
    void enterAppliesTheText();
    void tabAcceptsACompletion();
    void invalidFilterIsReportedAndIgnored();
    void followsStatesAndTime();
    void messagesFollowTheirRequest();
    void menuStartsAndNarrowsAFilter();
    void savesAndRemembersFilters();
    void savedUnderAName();
    void showsTheNumberOfMatches();
    void filterWithoutMatchesIsCleared();
    void clickBesideTheRowsKeepsTheSelection();
    void detailsKeepTheHiddenRow();
    void widensForItsText();

private:
    [[nodiscard]] FilterLine *line(const QString &name = u"requestFilter"_s) const
    {
        return m_fixture->find<FilterLine>(name);
    }
    QAction *menuEntry(const QString &title) const;

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestFiltering::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
}

void TestFiltering::cleanup()
{
    m_fixture.reset();
}

void TestFiltering::completesAtTheCursor_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qsizetype>("begin");
    QTest::addColumn<QStringList>("offers");
    const auto row = [](const QString &text, qsizetype begin, const QStringList &offers) {
        QTest::newRow(qPrintable(text)) << text << begin << offers;
    };
    row(u"me"_s, 0, {u"method:"_s});
    row(u"late LA"_s, 5, {u"late"_s});
    row(u"late"_s, 0, {});
    row(u"not (ti"_s, 5, {u"time>"_s});
    row(u"state:ca"_s, 6, {u"cancelling"_s, u"cancelled"_s});
    row(u"method:"_s, 7, {u"tools/call"_s, u"ping"_s});
    row(u"method!=CALL"_s, 8, {u"tools/call"_s});
    row(u"name:"_s, 5, {u"\"two words\""_s});
    row(u"name:\"two w"_s, 5, {u"\"two words\""_s});
    row(u"unknown:a"_s, 8, {});
    row(u"\"state:ca"_s, 0, {});
}

void TestFiltering::completesAtTheCursor()
{
    QFETCH(QString, text);
    QFETCH(qsizetype, begin);
    QFETCH(QStringList, offers);
    const auto completion = FilterCompletion::at(text + u" behind"_s, text.size(), [](FilterField::Id field) {
        return field == FilterField::Id::Method ? QStringList{u"tools/call"_s, u"ping"_s} : QStringList{u"two words"_s};
    });
    QStringList texts;
    for (const FilterCompletion::Offer &offer : completion.offers)
        texts.append(offer.text);
    QCOMPARE(texts, offers);
    QCOMPARE(completion.begin, begin);
}

void TestFiltering::completesByKeys()
{
    QVERIFY(m_fixture->connectToDemo());
    m_fixture->call(u"echo"_s, R"({"text": "hi"})");
    FilterLine *filter = line();
    filter->setFocus();
    QTest::keyClicks(filter, u"nam"_s);
    QWidget *popup = filter->findChild<QCompleter *>()->popup();
    QVERIFY(popup->isVisible());
    QTest::keyClick(popup, Qt::Key_Down);
    QTest::keyClick(popup, Qt::Key_Return);
    QCOMPARE(filter->text(), u"name:"_s);
    QTRY_VERIFY_WITH_TIMEOUT(popup->isVisible(), 10000); // values
    QTest::keyClick(popup, Qt::Key_Down);
    QTest::keyClick(popup, Qt::Key_Return);
    QCOMPARE(filter->text(), u"name:echo"_s);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->requests()->rowCount(), 1, 10000);
}

/// A completion is used only if it was chosen. The popup selects its first row when it gets the focus, which is no
/// choice.
void TestFiltering::enterAppliesTheText()
{
    QVERIFY(m_fixture->connectToDemo());
    FilterLine *filter = line();
    filter->setFocus();
    QTest::keyClicks(filter, u"st"_s);
    QAbstractItemView *popup = filter->findChild<QCompleter *>()->popup();
    QVERIFY(popup->isVisible());
    QCOMPARE(popup->model()->index(0, 0).data().toString().section(u' ', 0, 0), u"state:"_s);
    popup->selectionModel()->setCurrentIndex(popup->model()->index(0, 0), QItemSelectionModel::NoUpdate);
    QTest::keyClick(popup, Qt::Key_Return);
    QCOMPARE(filter->text(), u"st"_s);
    QCOMPARE(filter->filter().text(), u"st"_s); // at once
    QVERIFY(!popup->isVisible());
}

void TestFiltering::tabAcceptsACompletion()
{
    QVERIFY(m_fixture->connectToDemo());
    FilterLine *filter = line();
    filter->setFocus();
    QTest::keyClicks(filter, u"nam"_s);
    QWidget *popup = filter->findChild<QCompleter *>()->popup();
    QVERIFY(popup->isVisible());
    QTest::keyClick(popup, Qt::Key_Tab);
    QCOMPARE(filter->text(), u"name:"_s);
    QVERIFY(filter->hasFocus());
    filter->setText(u"state:ca"_s);
    QTest::keyClick(filter, Qt::Key_Space, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(popup->isVisible(), 10000);
    QTest::keyClick(popup, Qt::Key_Down);
    QTest::keyClick(popup, Qt::Key_Down);
    QTest::keyClick(popup, Qt::Key_Tab);
    QCOMPARE(filter->text(), u"state:cancelled"_s);
    QVERIFY(!popup->isVisible());
    QTest::keyClick(filter, Qt::Key_Tab); // without completions Tab moves on
    QVERIFY(!filter->hasFocus());
}

void TestFiltering::invalidFilterIsReportedAndIgnored()
{
    QVERIFY(m_fixture->connectToDemo());
    m_fixture->call(u"echo"_s, R"({"text": "hi"})");
    FilterLine *filter = line();
    QTest::keyClicks(filter, u"name:echo"_s);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->requests()->rowCount(), 1, 10000);
    QTest::keyClicks(filter, u" colour:red"_s);
    QTRY_VERIFY_WITH_TIMEOUT(filter->problem().contains(u"“colour”"_s), 10000);
    QCOMPARE(filter->accessibleDescription(), filter->problem());
    m_fixture->window->activateWindow();
    filter->setFocus();
    QTRY_VERIFY(filter->hasFocus());
    const QList<FieldNote *> notes =
        m_fixture->window->findChildren<FieldNote *>(QString(), Qt::FindDirectChildrenOnly);
    const auto note = std::find_if(notes.begin(), notes.end(),
                                   [&](const FieldNote *each) { return each->isVisible() && !each->text().isEmpty(); });
    QVERIFY(note != notes.end());
    QVERIFY((*note)->contentsRect().height() >= (*note)->heightForWidth((*note)->width()) - 2 * (*note)->frameWidth());
    QVERIFY((*note)->geometry().right() <= m_fixture->window->width());
    QCOMPARE(m_fixture->requests()->rowCount(), 1);
    QCOMPARE(filter->filter().text(), u"name:echo"_s);
    const auto *counts = m_fixture->find<QLabel>(u"requestCounts"_s);
    const QString all = QString::number(m_fixture->log().count());
    QCOMPARE(counts->text(), u"as before: 1 of "_s + all);
    QVERIFY(counts->toolTip().contains(u"name:echo"_s));
    filter->setText(u"name:nothing"_s);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->requests()->rowCount(), 0, 10000);
    QCOMPARE(filter->problem(), QString());
    QCOMPARE(counts->text(), u"0 of "_s + all);
    filter->clear();
    QTRY_VERIFY_WITH_TIMEOUT(counts->isHidden(), 10000);
    filter->setText(u"colour:red"_s); // without a previous filter everything is shown
    QTRY_COMPARE_WITH_TIMEOUT(counts->text(), u"as before: %1 of %1"_s.arg(all), 10000);
    QVERIFY(counts->isVisible());
}

void TestFiltering::followsStatesAndTime()
{
    QVERIFY(m_fixture->connectToDemo());
    QTest::keyClicks(line(), u"state:open time>300ms method:tools/call"_s);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->requests()->rowCount(), 0, 10000);
    const qsizetype row = m_fixture->call(u"slow"_s, R"({"ms": 60000})");
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->requests()->rowCount(), 1, 5000);
    QVERIFY(m_fixture->record(row).duration(m_fixture->conversation().now()) > 300'000'000);
    m_fixture->conversation().cancel(row, u"enough"_s);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->requests()->rowCount(), 0, 5000);
}

void TestFiltering::messagesFollowTheirRequest()
{
    QVERIFY(m_fixture->connectToDemo());
    const QAbstractItemModel &messages = *m_fixture->messages();
    QTest::keyClicks(line(u"messageFilter"_s), u"reason~enough"_s);
    QTRY_COMPARE_WITH_TIMEOUT(messages.rowCount(), 0, 10000);
    const qsizetype row = m_fixture->call(u"slow"_s, R"({"ms": 60000})");
    m_fixture->conversation().cancel(row, u"enough"_s);
    QTRY_COMPARE_WITH_TIMEOUT(messages.rowCount(), 3, 5000); // the call, our cancellation, the notification
}

QAction *TestFiltering::menuEntry(const QString &title) const
{
    QMenu *menu = m_fixture->find<QToolButton>(u"requestFilters"_s)->menu();
    emit menu->aboutToShow();
    for (QAction *action : menu->actions()) {
        if (action->text().section(u'\t', 0, 0) == title)
            return action;
    }
    return nullptr;
}

void TestFiltering::menuStartsAndNarrowsAFilter()
{
    QVERIFY(m_fixture->connectToDemo());
    menuEntry(u"Late"_s)->trigger();
    QCOMPARE(line()->text(), u"late"_s);
    menuEntry(u"To server"_s)->trigger();
    QCOMPARE(line()->text(), u"late dir:out"_s);
    menuEntry(u"To server"_s)->trigger(); // already there
    QCOMPARE(line()->text(), u"late dir:out"_s);
    line()->setText(u"name:translate"_s); // contains the word
    line()->apply();
    menuEntry(u"Late"_s)->trigger();
    QCOMPARE(line()->text(), u"name:translate late"_s);
    line()->setText(u"not late"_s);
    line()->apply();
    menuEntry(u"Late"_s)->trigger();
    QCOMPARE(line()->text(), u"not late late"_s);
    line()->setText(u"a or b"_s);
    line()->apply();
    menuEntry(u"Failed"_s)->trigger();
    QCOMPARE(line()->text(), u"(a or b) (state:failed or state:lost or toolerror)"_s);
    QCOMPARE(line()->problem(), QString());
}

void TestFiltering::savesAndRemembersFilters()
{
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(!menuEntry(u"Save This Filter"_s)->isEnabled());
    line()->setFocus();
    QTest::keyClicks(line(), u"time>1h "_s);
    QTest::keyClick(line(), Qt::Key_Return);
    QCOMPARE(m_fixture->settings.usedFilters().value(0).trimmed(), u"time>1h"_s);
    menuEntry(u"Save This Filter"_s)->trigger();
    QCOMPARE(m_fixture->settings.keptFilters(), QList<KeptFilter>{{.filter = u"time>1h"_s}});
    line()->clear();
    line()->apply();
    menuEntry(u"time>1h"_s)->trigger();
    QCOMPARE(line()->filter().text(), u"time>1h"_s);
    menuEntry(u"Delete This Saved Filter"_s)->trigger();
    QCOMPARE(m_fixture->settings.keptFilters(), QList<KeptFilter>());
}

void TestFiltering::savedUnderAName()
{
    QVERIFY(m_fixture->connectToDemo());
    const auto name = [this](const QString &typed) {
        QMenu *menu = m_fixture->find<QToolButton>(u"requestFilters"_s)->menu();
        emit menu->aboutToShow();
        auto *edit = menu->findChildren<QLineEdit *>(u"filterName"_s).constLast();
        edit->clear();
        QTest::keyClicks(edit, typed);
        QTest::keyClick(edit, Qt::Key_Return);
    };
    line()->setText(u"time>1h"_s);
    line()->apply();
    name(u" Slow & sad "_s);
    QCOMPARE(m_fixture->settings.keptFilters(), QList<KeptFilter>({{.filter = u"time>1h"_s, .name = u"Slow & sad"_s}}));
    QVERIFY(!menuEntry(u"time>1h"_s));
    name(u"Sluggish"_s); // one name only
    QCOMPARE(m_fixture->settings.keptFilters(), QList<KeptFilter>({{.filter = u"time>1h"_s, .name = u"Sluggish"_s}}));
    line()->clear();
    line()->apply();
    name(u"nothing"_s); // nothing to save
    QCOMPARE(m_fixture->settings.keptFilters().size(), 1);
    menuEntry(u"Sluggish"_s)->trigger();
    QCOMPARE(line()->filter().text(), u"time>1h"_s);
}

void TestFiltering::showsTheNumberOfMatches()
{
    constexpr int Count = 3000;
    QFile file(m_fixture->file(u"many.pullcord"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(headerLine() + exchanges(0, Count));
    file.close();
    m_fixture->window->openCapture(file.fileName());
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->requests()->rowCount(), Count, 10'000);
    const auto *requests = m_fixture->find<QLabel>(u"requestCounts"_s);
    const auto *messages = m_fixture->find<QLabel>(u"messageCounts"_s);
    QVERIFY(requests->isHidden() && messages->isHidden());
    const auto show = [this](const QString &name, const QString &filter) {
        line(name)->setText(filter);
        line(name)->apply();
        m_fixture->flush();
    };
    show(u"requestFilter"_s, u"at<0s"_s);
    QTRY_COMPARE_WITH_TIMEOUT(requests->text(), u"0 of 3,000"_s, 10'000);
    QVERIFY(requests->isVisible() && messages->isHidden());
    show(u"requestFilter"_s, u"at>=0s"_s);
    QTRY_COMPARE_WITH_TIMEOUT(requests->text(), u"3,000 of 3,000"_s, 10'000);
    show(u"messageFilter"_s, u"kind:result"_s);
    QTRY_COMPARE_WITH_TIMEOUT(messages->text(), u"3,000 of 6,000"_s, 10'000);
    show(u"requestFilter"_s, {});
    QVERIFY(requests->isHidden());
}

void TestFiltering::filterWithoutMatchesIsCleared()
{
    QVERIFY(m_fixture->connectToDemo());
    m_fixture->flush();
    auto *table = m_fixture->find<QAbstractItemView>(u"requestTable"_s);
    const int all = table->model()->rowCount();
    QVERIFY(all > 0);
    line()->setText(u"name:nothing"_s);
    line()->apply();
    QCOMPARE(table->model()->rowCount(), 0);
    auto *clear = m_fixture->find<QPushButton>(u"requestTableClear"_s);
    QVERIFY(clear && clear->isVisible());
    clear->click();
    QVERIFY(line()->text().isEmpty());
    QVERIFY(table->model()->rowCount() >= all);
    QVERIFY(!clear->isVisible());
    QVERIFY(table->hasFocus());
}

void TestFiltering::clickBesideTheRowsKeepsTheSelection()
{
    QVERIFY(m_fixture->connectToDemo());
    m_fixture->flush();
    m_fixture->select(0);
    const auto *table = m_fixture->find<QAbstractItemView>(u"requestTable"_s);
    const QPoint empty(20, table->viewport()->height() - 3);
    QVERIFY(!table->indexAt(empty).isValid());
    QTest::mouseClick(table->viewport(), Qt::LeftButton, Qt::NoModifier, empty);
    QCOMPARE(m_fixture->selected(), 0);
}

/// If a filter hides the current row, when typed or by a change of the request, Details do not move to another one.
void TestFiltering::detailsKeepTheHiddenRow()
{
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(m_fixture->waitForLists());
    const qsizetype slow = m_fixture->call(u"slow"_s, R"({"ms": 60000})");
    QVERIFY(m_fixture->call(u"deaf"_s, "{}") > slow);
    line()->setText(u"state:inflight"_s);
    const auto *table = m_fixture->find<QAbstractItemView>(u"requestTable"_s);
    QTRY_VERIFY_WITH_TIMEOUT((m_fixture->flush(), table->model()->rowCount() >= 2), 10000);
    m_fixture->select(slow);
    const auto *title = m_fixture->find<QLabel>(u"detailsTitle"_s);
    const QString shown = title->text();
    QVERIFY2(shown.contains(u"slow"_s), qPrintable(shown));
    auto *hidden = m_fixture->find<QAbstractButton>(u"hiddenByFilter"_s);
    QVERIFY(!hidden->isVisible());
    m_fixture->window->actions().cancel->trigger();
    QTRY_VERIFY_WITH_TIMEOUT((m_fixture->flush(), hidden->isVisible()), 10000);
    QCOMPARE(title->text(), shown);
    QCOMPARE(m_fixture->selected(), -1);
    hidden->click();
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->selected(), slow, 10000);
    QVERIFY(!hidden->isVisible());
    line()->setText(u"name:deaf"_s);
    QTRY_VERIFY_WITH_TIMEOUT((m_fixture->flush(), hidden->isVisible()), 10000);
    QCOMPARE(title->text(), shown);
    line()->clear();
    QTRY_VERIFY_WITH_TIMEOUT((m_fixture->flush(), !hidden->isVisible()), 10000);
    QCOMPARE(title->text(), shown);
    QCOMPARE(m_fixture->selected(), slow); // shown again
}

void TestFiltering::widensForItsText()
{
    m_fixture->window->resize(1440, 900);
    QVERIFY(m_fixture->connectToDemo());
    FilterLine *filter = line();
    const QWidget *bar = filter->parentWidget(); // holds the line, and the number of hidden rows
    const auto *reason = m_fixture->find<QComboBox>(u"reason"_s);
    reason->lineEdit()->setFocus();
    QTRY_VERIFY_WITH_TIMEOUT(bar->width() > 100 && reason->width() > 100, 10'000);
    const int rest = bar->width();
    filter->setFocus();
    QTRY_VERIFY_WITH_TIMEOUT(bar->width() > rest * 5 / 4, 10'000);
    const int wide = bar->width();
    reason->lineEdit()->setFocus();
    QTRY_COMPARE_WITH_TIMEOUT(bar->width(), rest, 10'000);
    filter->setText(u"during>=2601.041s during<=2603.760s"_s); // no match, but a readable text
    QTRY_COMPARE_WITH_TIMEOUT(bar->width(), wide, 10'000);
}

QTEST_MAIN(TestFiltering)

#include "tst_filtering.moc"
