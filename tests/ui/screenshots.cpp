// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/conversation.h"
#include "ui/actions.h"
#include "ui/dialogs/filedialogs.h"
#include "ui/mainwindow/mainwindow.h"
#include "ui/panels/argumentseditor.h"
#include "ui/panels/callpanel.h"
#include "ui/settings.h"
#include "ui/views/jsoneditor.h"
#include <QApplication>
#include <QComboBox>
#include <QListView>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
using namespace Pullcord;
using namespace Qt::StringLiterals;
int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    if (qEnvironmentVariableIsSet("DARK")) {
        QApplication::setStyle(u"Fusion"_s);
        QPalette p;
        p.setColor(QPalette::Window, QColor(0x25, 0x29, 0x2e));
        p.setColor(QPalette::WindowText, QColor(0xe6, 0xe8, 0xea));
        p.setColor(QPalette::Base, QColor(0x1b, 0x1e, 0x22));
        p.setColor(QPalette::AlternateBase, QColor(0x21, 0x25, 0x2a));
        p.setColor(QPalette::Text, QColor(0xe6, 0xe8, 0xea));
        p.setColor(QPalette::Button, QColor(0x2e, 0x33, 0x39));
        p.setColor(QPalette::ButtonText, QColor(0xe6, 0xe8, 0xea));
        p.setColor(QPalette::Highlight, QColor(0x2f, 0x65, 0xa8));
        p.setColor(QPalette::HighlightedText, Qt::white);
        p.setColor(QPalette::ToolTipBase, QColor(0x2e, 0x33, 0x39));
        p.setColor(QPalette::ToolTipText, QColor(0xe6, 0xe8, 0xea));
        p.setColor(QPalette::PlaceholderText, QColor(0x8a, 0x92, 0x9b));
        p.setColor(QPalette::Disabled, QPalette::Text, QColor(0x7a, 0x82, 0x8a));
        p.setColor(QPalette::Disabled, QPalette::ButtonText, QColor(0x7a, 0x82, 0x8a));
        p.setColor(QPalette::Disabled, QPalette::WindowText, QColor(0x7a, 0x82, 0x8a));
        QApplication::setPalette(p);
    } else
        QApplication::setStyle(u"Fusion"_s);
    QTemporaryDir dir;
    QSettings store(dir.filePath(u"s.ini"_s), QSettings::IniFormat);
    Settings settings(store);
    DesktopFileDialogs dialogs;
    Services services{.settings = settings,
                      .dialogs = dialogs,
                      .demoServer = {},
                      .sessionsFolder = dir.filePath(u"sessions"_s),
                      .program = u"Pullcord 0.1.0"_s,
                      .version = u"0.1.0"_s};
    const QString out = QString::fromLocal8Bit(argv[1]);
    MainWindow w(services);
    w.resize(1440, 870);
    w.show();
    QTest::qWait(200);
    w.grab().save(out + u"-start.png"_s);
    ServerTarget t;
    t.name = u"everything"_s;
    t.command.program = QString::fromLocal8Bit(argv[2]);
    for (int i = 3; i < argc; ++i)
        t.command.arguments << QString::fromLocal8Bit(argv[i]);
    w.connectTo(t);
    if (!QTest::qWaitFor(
            [&] {
                return w.workspace().clientState() == Client::State::Ready &&
                       w.workspace().conversation()->tools()->tools().size() > 3;
            },
            15000)) {
        qWarning() << "not ready";
    }
    QTest::qWait(300);
    auto *list = w.findChild<QListView *>(u"toolList"_s);
    auto *call = w.findChild<CallPanel *>();
    auto callTool = [&](const QString &name, const QByteArray &args) {
        for (int r = 0; r < list->model()->rowCount(); ++r)
            if (list->model()->index(r, 0).data().toString() == name)
                list->setCurrentIndex(list->model()->index(r, 0));
        if (!args.isEmpty())
            call->editor()->json()->setText(args);
        w.actions().callTool->trigger();
        QTest::qWait(120);
    };
    for (int i = 0; i < 8; ++i) {
        callTool(u"echo"_s, "{\"message\": \"hello " + QByteArray::number(i) + "\"}");
        callTool(u"get-sum"_s, "{\"a\": 2, \"b\": " + QByteArray::number(i) + "}");
    }
    callTool(u"get-tiny-image"_s, {});
    callTool(u"echo"_s, "{\"wrong\": 1}");
    callTool(u"trigger-long-running-operation"_s, "{\"duration\": 12, \"steps\": 12}");
    QTest::qWait(1500);
    w.findChild<QComboBox *>(u"reason"_s)->setEditText(u"too slow"_s);
    w.actions().cancel->trigger();
    callTool(u"trigger-sampling-request"_s, "{\"prompt\": \"Say hello\"}");
    callTool(u"trigger-elicitation-request"_s, {});
    callTool(u"trigger-long-running-operation"_s, "{\"duration\": 10, \"steps\": 5}");
    QTest::qWait(2500);
    w.grab().save(out + u"-main.png"_s);
    w.actions().connectServer->trigger();
    QTest::qWait(200);
    if (auto *d = QApplication::activeModalWidget()) {
        d->grab().save(out + u"-connect.png"_s);
        d->close();
    }
    w.actions().preferences->trigger();
    QTest::qWait(200);
    if (auto *d = QApplication::activeModalWidget()) {
        d->grab().save(out + u"-preferences.png"_s);
        d->close();
    }
    auto *table = w.findChild<QTableView *>(u"requestTable"_s);
    for (int r = table->model()->rowCount() - 1; r >= 0; --r)
        if (table->model()->index(r, 2).data().toString() == u"sampling/createMessage"_s)
            table->setCurrentIndex(table->model()->index(r, 0));
    w.actions().answer->trigger();
    QTest::qWait(200);
    for (auto *d : QApplication::topLevelWidgets())
        if (d->objectName() == u"answerDialog"_s) {
            d->grab().save(out + u"-answer.png"_s);
            d->close();
        }
    auto *tabs = w.findChild<QTabWidget *>(u"detailsTabs"_s);
    tabs->setCurrentIndex(1);
    QTest::qWait(100);
    w.findChild<QTabWidget *>(u"lowerTabs"_s)->setCurrentIndex(1);
    w.findChild<QTabWidget *>(u"argumentsEditor"_s)->setCurrentIndex(1);
    call->editor()->json()->setText("{\"duration\": 10,\n  \"steps\" 5}");
    QTest::qWait(200);
    w.grab().save(out + u"-tree.png"_s);
    w.close();
    QTest::qWait(300);
    return 0;
}
