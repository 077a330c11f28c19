// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/peers.h"
#include "ui/askingfixture.h"
#include "ui/dialogs/tasksdialog.h"
#include "ui/models/requests/requestmodelroles.h"

#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTreeView>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Questions of server-everything, answered in the window with the keyboard.
class TestEverythingAsks : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }
    void aForm();
    void aCompletion();
    void aTaskThatAsks();

private:
    /// Returns the row of its next request with that method; -1 if none comes.
    [[nodiscard]] qsizetype asked(const QByteArray &method) const;
    /// Returns the text of the response to our call.
    [[nodiscard]] QString answer(qsizetype row) const;
    void press(QWidget *dialog, const QString &button) const
    {
        QTest::keyClick(dialog->findChild<QPushButton *>(button), Qt::Key_Space);
    }

    std::unique_ptr<AskingFixture> m_fixture;
};

void TestEverythingAsks::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<AskingFixture>();
    ServerTarget target;
    target.command = Peers::everything();
    m_fixture->window->connectTo(target);
    // Some tools appear only after the server has read our capabilities.
    const auto offers = [&] {
        return m_fixture->offered(CatalogList::Kind::Tools, u"trigger-elicitation-request"_s).isValid();
    };
    QTRY_VERIFY_WITH_TIMEOUT(offers(), 20'000);
}

qsizetype TestEverythingAsks::asked(const QByteArray &method) const
{
    qsizetype row = -1;
    const auto find = [&] {
        for (row = m_fixture->log().count() - 1; row >= 0; --row) {
            if (m_fixture->record(row).method == method && m_fixture->record(row).isOpen())
                return true;
        }
        return false;
    };
    return QTest::qWaitFor(find, 20'000) ? row : -1;
}

QString TestEverythingAsks::answer(qsizetype row) const
{
    const Event event = m_fixture->conversation().capture().eventAt(m_fixture->record(row).responseEvent);
    return QString::fromUtf8(event.bytes);
}

/// Every kind of field of elicitation, with the defaults of the server.
void TestEverythingAsks::aForm()
{
    const qsizetype call = m_fixture->call(u"trigger-elicitation-request"_s, "{}");
    const qsizetype row = asked("elicitation/create");
    QVERIFY(row >= 0);
    AnswerDialog *dialog = m_fixture->open(row);
    QTest::keyClicks(dialog->findChild<QLineEdit *>(u"argument_name"_s), u"Ada Lovelace"_s);
    QTest::keyClicks(dialog->findChild<QLineEdit *>(u"argument_email"_s), u"ada@example.com"_s);
    auto *fish = dialog->findChild<QListWidget *>(u"argument_titledMultipleSelectEnum"_s);
    QCOMPARE(fish->item(0)->text(), u"Tuna"_s);
    fish->setCurrentRow(2);
    QTest::keyClick(fish, Qt::Key_Space);
    press(dialog, u"sendAnswer"_s);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(call).state, RequestState::Succeeded, 10'000);
    QCOMPARE(m_fixture->violations(row), QString());
    const QByteArray content = m_fixture->sentAnswer(row).pointer("/result/content").raw().toByteArray();
    QVERIFY2(content.contains(R"("titledMultipleSelectEnum":["fish-1","fish-3"])"), content.constData());
    QVERIFY2(content.contains(R"("integer":42)") && content.contains(R"("legacyTitledEnum":"pet-1")"),
             content.constData());
    QVERIFY2(answer(call).contains(u"Ada Lovelace"_s), qPrintable(answer(call)));
}

void TestEverythingAsks::aCompletion()
{
    const qsizetype call = m_fixture->call(u"trigger-sampling-request"_s, R"({"prompt":"Say hello"})");
    const qsizetype row = asked("sampling/createMessage");
    QVERIFY(row >= 0);
    AnswerDialog *dialog = m_fixture->open(row);
    auto *text = dialog->findChild<QLineEdit *>(u"argument_content/text"_s);
    text->selectAll();
    QTest::keyClicks(text, u"Hello from a person"_s);
    press(dialog, u"sendAnswer"_s);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(call).state, RequestState::Succeeded, 10'000);
    QCOMPARE(m_fixture->violations(row), QString());
    QVERIFY2(answer(call).contains(u"Hello from a person"_s), qPrintable(answer(call)));
}

void TestEverythingAsks::aTaskThatAsks()
{
    const qsizetype call = m_fixture->call(u"simulate-research-query"_s, R"({"topic":"whales","ambiguous":true})");
    const QModelIndex state = m_fixture->requests()->index(int(call), RequestTable::State);
    QTRY_COMPARE_WITH_TIMEOUT(state.data().toString(), u"Task: working"_s, 10'000);
    m_fixture->window->actions().tasks->trigger();
    auto *tasks = m_fixture->find<TasksDialog>(u"tasksDialog"_s);
    const QAbstractItemModel *listed = tasks->findChild<QTreeView *>(u"taskTable"_s)->model();
    QTRY_COMPARE_WITH_TIMEOUT(listed->rowCount(), 1, 10'000);
    QVERIFY(!listed->index(0, TaskModel::Created).data().toString().isEmpty());
    const qsizetype row = asked("elicitation/create");
    QVERIFY(row >= 0);
    press(m_fixture->open(row), u"sendAnswer"_s);
    QTRY_COMPARE_WITH_TIMEOUT(state.data().toString(), u"Task: completed"_s, 20'000);
    QCOMPARE(m_fixture->record(call).late.progress, 0);
    press(tasks, u"refreshTasks"_s);
    QTRY_COMPARE_WITH_TIMEOUT(listed->index(0, TaskModel::State).data().toString(), u"completed"_s, 10'000);
}

QTEST_MAIN(TestEverythingAsks)
#include "tst_everythingasks.moc"
