// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/commandline.h"
#include "app/desktop/windows.h"
#include "ui/dialogs/filedialogs.h"
#include "ui/mainwindow/mainwindow.h"
#include "ui/settings.h"

#include <pullcord_version.h>

#include <QApplication>
#include <QDir>
#include <QIcon>
#include <QSettings>
#include <QStandardPaths>

#include <memory>

using namespace Pullcord;
using namespace Qt::StringLiterals;

namespace {

/// Beside the program, or where an installation puts what people do not start themselves.
ServerTarget demoServer()
{
    const QString name = u"pullcord-demo-server"_s;
    const QString here = QCoreApplication::applicationDirPath();
    QString path = QStandardPaths::findExecutable(name, {here, QDir::cleanPath(here + u"/../libexec/pullcord"_s)});
    if (path.isEmpty())
        path = QStandardPaths::findExecutable(name);
    ServerTarget demo;
    demo.name = QCoreApplication::translate("main", "Demo server");
    demo.command.program = path.isEmpty() ? name : path; // so that the error names what is missing
    return demo;
}

QIcon windowIcon()
{
    QIcon icon;
    for (const int size : {16, 32, 64, 128, 256})
        icon.addFile(u":/logo/%1.png"_s.arg(size));
    return icon;
}

std::unique_ptr<QSettings> openStore(const QString &file)
{
    if (!file.isEmpty())
        return std::make_unique<QSettings>(file, QSettings::IniFormat);
    return std::make_unique<QSettings>(QSettings::IniFormat, QSettings::UserScope, u"pullcord"_s, u"pullcord"_s);
}

/// The first thing asked for goes into the first window; every other gets its own.
void openAll(Windows &windows, const CommandLine &line, const ServerTarget &demo)
{
    MainWindow *first = windows.open();
    if (line.demo)
        first->connectTo(demo);
    if (line.server)
        first->connectTo(*line.server);
    MainWindow *window = line.demo || line.server ? nullptr : first;
    for (const QString &file : line.files)
        (window ? std::exchange(window, nullptr) : windows.open())->openCapture(file);
}

} // namespace

int main(int argc, char *argv[])
{
    QApplication app(argc, argv);
    QApplication::setApplicationName(u"pullcord"_s);
    QApplication::setApplicationVersion(QStringLiteral(PULLCORD_VERSION));
    QApplication::setDesktopFileName(u"io.github.pullcord.Pullcord"_s);
    QApplication::setWindowIcon(windowIcon());
    const CommandLine line = CommandLine::parse(QApplication::arguments());

    const std::unique_ptr<QSettings> store = openStore(line.settings);
    Settings settings(*store);
    DesktopFileDialogs dialogs;
    const QString data = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
    const Services services{.settings = settings,
                            .dialogs = dialogs,
                            .demoServer = demoServer(),
                            .sessionsFolder = data + u"/sessions"_s,
                            .program = u"Pullcord %1"_s.arg(QStringLiteral(PULLCORD_VERSION)),
                            .version = QStringLiteral(PULLCORD_VERSION)};
    Windows windows(services);
    openAll(windows, line, services.demoServer);
    return QApplication::exec();
}
