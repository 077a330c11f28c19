// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "windowfixture.h"

#include "ui/actions.h"
#include "ui/dialogs/aboutdialog.h"
#include "ui/dialogs/answerdialog.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/dialogs/connectdialog.h"
#include "ui/dialogs/guidewindow.h"
#include "ui/dialogs/importdialog.h"
#include "ui/dialogs/preferencesdialog.h"
#include "ui/dialogs/senddialog.h"
#include "ui/dialogs/tasksdialog.h"

#include <QAccessible>
#include <QApplication>
#include <QMenu>
#include <QSet>
#include <QTabWidget>
#include <QTableView>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Whatever can have the focus has a name, the keyboard gets everywhere and out again, and no command is without words.
class TestAccessibility : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }
    void everyFocusableWidgetHasAName_data();
    void everyFocusableWidgetHasAName();
    void tabGoesRoundTheWindow();
    void everyActionHasWords();
    void everyActionIsInAMenu();
    void shortcutsAreUnique();
    void rowsSayTheirStateInWords();

private:
    [[nodiscard]] QWidget *windowFor(const QString &what);

    std::unique_ptr<WindowFixture> m_fixture;
    std::unique_ptr<QWidget> m_dialog;
};

namespace {

bool isSilent(const QWidget &widget)
{
    const QAccessibleInterface *accessible = QAccessible::queryAccessibleInterface(const_cast<QWidget *>(&widget));
    return !accessible || accessible->text(QAccessible::Name).trimmed().isEmpty();
}

QString describe(const QWidget &widget)
{
    return u"%1 \"%2\" in %3 \"%4\""_s.arg(QString::fromLatin1(widget.metaObject()->className()), widget.objectName(),
                                           QString::fromLatin1(widget.parent()->metaObject()->className()),
                                           widget.parent()->objectName());
}

} // namespace

void TestAccessibility::init()
{
    WindowFixture::failOnWarnings();
    m_dialog.reset();
    m_fixture = std::make_unique<WindowFixture>();
}

QWidget *TestAccessibility::windowFor(const QString &what)
{
    if (what == u"start"_s)
        return m_fixture->window.get();
    if (what == u"connect"_s || what == u"connect to a URL"_s) {
        m_dialog =
            std::make_unique<ConnectDialog>(m_fixture->settings, m_fixture->dialogs, m_fixture->services.demoServer);
        m_dialog->findChild<QTabWidget *>(u"serverKinds"_s)->setCurrentIndex(what == u"connect"_s ? 0 : 1);
    } else if (what == u"import"_s) {
        auto dialog = std::make_unique<ImportDialog>(m_fixture->settings, m_fixture->dialogs);
        dialog->readText(u"{\"a\": {\"command\": \"${b}\", \"env\": {\"C\": \"d\"}}, \"bad\": {}}"_s);
        m_dialog = std::move(dialog);
    } else if (what == u"confirm"_s) {
        m_dialog = std::make_unique<ConfirmDialog>(m_fixture->services.demoServer);
    } else if (what == u"preferences"_s) {
        m_dialog = std::make_unique<PreferencesDialog>(m_fixture->settings, u"/tmp"_s);
    } else if (what == u"palette"_s) {
        m_fixture->window->actions().commandPalette->trigger();
        return m_fixture->window.get();
    } else if (what == u"tour"_s) {
        m_fixture->window->actions().startTour->trigger();
        return m_fixture->window.get();
    } else if (what == u"guide"_s) {
        m_dialog = std::make_unique<GuideWindow>();
    } else if (what == u"about"_s) {
        m_dialog = std::make_unique<AboutDialog>(u"1"_s);
    } else {
        if (!m_fixture->connectToDemo({u"--legacy-only"_s}))
            return nullptr;
        if (what == u"conversation"_s)
            return m_fixture->window.get();
        if (what == u"send"_s) {
            m_fixture->window->actions().sendMessage->trigger();
            return m_fixture->find<SendDialog>(u"sendDialog"_s);
        }
        if (what == u"tasks"_s) {
            m_fixture->window->actions().tasks->trigger();
            return m_fixture->find<TasksDialog>(u"tasksDialog"_s);
        }
        if (what == u"result"_s) {
            const qsizetype row = m_fixture->call(u"content"_s, "{}");
            const auto isShown = [&] { return m_fixture->find<QWidget>(u"pieceImage"_s) != nullptr; };
            return row >= 0 && QTest::qWaitFor(isShown, 10'000) ? m_fixture->window.get() : nullptr;
        }
        const qsizetype row = m_fixture->call(u"ask_elicitation"_s, "{}") + 1;
        if (!QTest::qWaitFor([&] { return m_fixture->requests()->rowCount() > row; }, 5000))
            return nullptr;
        m_fixture->find<QTableView>(u"requestTable"_s)->selectRow(int(row));
        m_fixture->window->actions().answer->trigger();
        return m_fixture->find<AnswerDialog>(u"answerDialog"_s);
    }
    m_dialog->show();
    return m_dialog.get();
}

void TestAccessibility::everyFocusableWidgetHasAName_data()
{
    QTest::addColumn<QString>("what");
    for (const char *what : {"start", "conversation", "result", "connect", "connect to a URL", "import", "confirm",
                             "preferences", "about", "answer", "tasks", "send", "palette", "tour", "guide"})
        QTest::newRow(what) << QString::fromLatin1(what);
}

void TestAccessibility::everyFocusableWidgetHasAName()
{
    QFETCH(QString, what);
    QWidget *window = windowFor(what);
    QVERIFY(window);
    int seen = 0;
    QStringList silent;
    const QList<QWidget *> widgets = window->findChildren<QWidget *>();
    for (const QWidget *widget : widgets) {
        if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisibleTo(window))
            continue;
        ++seen;
        if (isSilent(*widget) && !widget->objectName().startsWith(u"qt_"_s))
            silent << describe(*widget);
    }
    QVERIFY(seen > 0);
    QVERIFY2(silent.isEmpty(), qPrintable(silent.join(u'\n')));
}

void TestAccessibility::tabGoesRoundTheWindow()
{
    QVERIFY(m_fixture->connectToDemo());
    m_fixture->window->activateWindow();
    m_fixture->find<QWidget>(u"catalogSearch"_s)->setFocus();
    QSet<QString> visited;
    for (int i = 0; i < 80; ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        visited.insert(QApplication::focusWidget()->objectName());
    }
    for (const QString &name : {u"catalogSearch"_s, u"catalogTree"_s, u"callButton"_s, u"requestTable"_s, u"reason"_s,
                                u"messageTable"_s, u"prettyView"_s, u"requestFilter"_s})
        QVERIFY2(visited.contains(name), qPrintable(name));
}

void TestAccessibility::everyActionHasWords()
{
    const QList<QAction *> actions = m_fixture->window->actions().all();
    QVERIFY(actions.size() > 20);
    for (const QAction *action : actions) {
        QVERIFY(!action->objectName().isEmpty());
        QVERIFY2(!action->text().isEmpty() && !action->toolTip().isEmpty(), qPrintable(action->objectName()));
    }
}

void TestAccessibility::everyActionIsInAMenu()
{
    const QList<QAction *> actions = m_fixture->window->actions().all();
    const QList<QMenu *> menus = m_fixture->window->findChildren<QMenu *>();
    for (QAction *action : actions) {
        const bool listed = std::any_of(menus.begin(), menus.end(),
                                        [action](const QMenu *menu) { return menu->actions().contains(action); });
        QVERIFY2(listed, qPrintable(action->objectName()));
    }
}

void TestAccessibility::shortcutsAreUnique()
{
    QSet<QKeySequence> seen;
    const QList<QAction *> actions = m_fixture->window->actions().all();
    for (const QAction *action : actions) {
        if (action->shortcut().isEmpty())
            continue;
        QVERIFY2(!seen.contains(action->shortcut()), qPrintable(action->objectName()));
        seen.insert(action->shortcut());
    }
}

void TestAccessibility::rowsSayTheirStateInWords()
{
    QVERIFY(m_fixture->connectToDemo());
    const qsizetype row = m_fixture->call(u"deaf"_s, "{}");
    auto *table = m_fixture->find<QTableView>(u"requestTable"_s);
    QAccessibleInterface *accessible = QAccessible::queryAccessibleInterface(table);
    QVERIFY(accessible && accessible->tableInterface());
    const auto text = [&](int column) {
        return accessible->tableInterface()->cellAt(int(row), column)->text(QAccessible::Name);
    };
    QCOMPARE(text(0), u"%1, to server"_s.arg(row + 1));
    QCOMPARE(text(4), u"In flight"_s);
}

QTEST_MAIN(TestAccessibility)
#include "tst_accessibility.moc"
