// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/serverlist.h"
#include "ui/actions.h"
#include "ui/dialogs/diagnosticsdialog.h"
#include "ui/windowfixture.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// Help > Diagnostics: facts for a bug report, without anything secret.
class TestDiagnostics : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        WindowFixture::failOnWarnings();
        m_fixture = std::make_unique<WindowFixture>();
    }
    void cleanup() { m_fixture.reset(); }

    void report()
    {
        ServerTarget server;
        server.name = u"hunter-server"_s;
        server.command.program = u"/opt/hunter-command"_s;
        server.command.setVariables.insert(u"TOKEN"_s, u"hunter2"_s);
        ServerList saved;
        saved.put(server);
        m_fixture->settings.setSavedServers(saved);
        m_fixture->settings.addRecentServer(server);
        m_fixture->settings.addReason(u"hunter-reason"_s);
        m_fixture->settings.setSilencedRules(u"hunter-server"_s, {FindingCode::C01});
        m_fixture->settings.set(Settings::JsonDepth, 99);
        const QByteArray home = qgetenv("HOME");
        const auto restore = qScopeGuard([&home] { qputenv("HOME", home); });
        qputenv("HOME", QFileInfo(m_fixture->settings.fileName()).path().toUtf8());
        const QString text = DiagnosticsDialog::report(m_fixture->services);
        for (const QString &part :
             {m_fixture->services.program, u"Qt "_s + QString::fromLatin1(qVersion()), u"offscreen"_s, u"Screens: "_s,
              u"json/depth=99"_s, u"saved servers=1"_s, u"Log: empty"_s})
            QVERIFY2(text.contains(part), qPrintable(part + u"\n"_s + text));
        QVERIFY2(!text.contains(u"hunter"_s), qPrintable(text));
        QVERIFY2(text.contains(u"Settings file: ~/"_s), qPrintable(text));
    }

    void copiesAndSaves()
    {
        m_fixture->window->actions().diagnostics->trigger();
        auto *dialog = m_fixture->find<DiagnosticsDialog>(u"diagnosticsDialog"_s);
        QVERIFY(dialog);
        const QString text = dialog->findChild<QPlainTextEdit *>(u"diagnosticsText"_s)->toPlainText();
        QVERIFY(text.startsWith(m_fixture->services.program));
        dialog->findChild<QPushButton *>(u"diagnosticsCopy"_s)->click();
        QCOMPARE(QApplication::clipboard()->text(), text);
        m_fixture->dialogs.path = m_fixture->file(u"report.txt"_s);
        dialog->findChild<QPushButton *>(u"diagnosticsSave"_s)->click();
        QFile file(m_fixture->dialogs.path);
        QTRY_VERIFY(file.exists());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(QString::fromUtf8(file.readAll()), text);
        m_fixture->dialogs.path = m_fixture->file(u"missing/report.txt"_s);
        dialog->findChild<QPushButton *>(u"diagnosticsSave"_s)->click();
        const auto *state = m_fixture->find<QLabel>(u"diagnosticsState"_s);
        QTRY_VERIFY(state->text().startsWith(u"Cannot write the diagnostics: "_s));
    }

private:
    std::unique_ptr<WindowFixture> m_fixture;
};

QTEST_MAIN(TestDiagnostics)
#include "tst_diagnostics.moc"
