// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/commandline.h"
#include "app/desktop/windows.h"
#include "core/mcp/eracache.h"
#include "ui/dialogs/filedialogs.h"
#include "ui/mainwindow/mainwindow.h"
#include "ui/models/languages.h"
#include "ui/settings.h"
#include "ui/views/calmstyle.h"
#include "ui/views/readablepalette.h"

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

/// Whatever is asked for has a tab of its own, and the first is shown.
void openAll(Windows &windows, const CommandLine &line, ServerTarget demo)
{
    demo.revision = line.revision;
    MainWindow *window = windows.open();
    if (line.demo)
        window->connectTo(demo);
    if (line.server)
        window->connectTo(*line.server);
    if (!line.demo && !line.server)
        return window->openCaptures(line.files);
    for (const QString &file : line.files)
        window->openBehind(file);
}

/// Asks for words alone, which need no display.
bool wantsWords(int argc, char *argv[])
{
    for (int i = 1; i < argc; ++i) {
        const QByteArrayView argument(argv[i]);
        if (argument == "--")
            break; // what follows belongs to a command
        for (const char *wish : {"-h", "--help", "--help-all", "-v", "--version"}) {
            if (argument == wish)
                return true;
        }
    }
    return false;
}

} // namespace

int main(int argc, char *argv[])
{
    QCoreApplication::setApplicationName(u"pullcord"_s);
    QCoreApplication::setApplicationVersion(QStringLiteral(PULLCORD_VERSION));
    if (wantsWords(argc, argv)) {
        const QCoreApplication terminal(argc, argv);
        Languages::speak(Languages::pick({}));
        static_cast<void>(CommandLine::parse(QCoreApplication::arguments())); // says them and exits
    }
    QApplication app(argc, argv);
    CalmStyle::calm();
    QApplication::setDesktopFileName(u"io.github.pullcord.Pullcord"_s);
    QApplication::setWindowIcon(windowIcon());
    const ReadablePalette palette(app);
    Languages::speak(Languages::pick({})); // until it is known what this person wants
    const CommandLine line = CommandLine::parse(QApplication::arguments());

    const std::unique_ptr<QSettings> store = Settings::openStore(line.settings);
    Settings settings(*store);
    Languages::speak(Languages::pick(line.language.isEmpty() ? settings.language() : line.language));
    DesktopFileDialogs dialogs;
    EraCache eras;
    const QString data = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
    const Services services{.settings = settings,
                            .dialogs = dialogs,
                            .eras = eras,
                            .demoServer = demoServer(),
                            .sessionsFolder = data + u"/sessions"_s,
                            .program = u"Pullcord %1"_s.arg(QStringLiteral(PULLCORD_VERSION)),
                            .version = QStringLiteral(PULLCORD_VERSION)};
    Windows windows(services);
    openAll(windows, line, services.demoServer);
    return QApplication::exec();
}
