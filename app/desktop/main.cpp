// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/commandline.h"
#include "app/interrupt.h"
#include "core/logging.h"
#include "core/mcp/eracache.h"
#include "core/privatefolder.h"
#include "core/proxy/control/runningproxies.h"
#include "ui/dialogs/filedialogs.h"
#include "ui/models/languages.h"
#include "ui/program/instance.h"
#include "ui/program/tabstore.h"
#include "ui/program/windows.h"
#include "ui/reopenoffer.h"
#include "ui/settings.h"
#include "ui/views/style/noanimationstyle.h"
#include "ui/views/style/readablepalette.h"

#include <pullcord_version.h>

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QIcon>
#include <QSettings>
#include <QStandardPaths>

#include <cstdio>
#include <cstdlib>
#include <memory>

using namespace Pullcord;
using namespace Qt::StringLiterals;

namespace {

constexpr int InterruptedExit = 130;

/// Searches beside this program, in the folder for programs that users do not start themselves, and in PATH.
QString programAt(const QString &name)
{
    const QString here = QCoreApplication::applicationDirPath();
    const QString path =
        QStandardPaths::findExecutable(name, {here, QDir::cleanPath(here + u"/../libexec/pullcord"_s)});
    return path.isEmpty() ? QStandardPaths::findExecutable(name) : path;
}

ServerTarget demoServer()
{
    const QString name = u"pullcord-demo-server"_s;
    const QString path = programAt(name);
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

/// Reports files that cannot be opened on standard error, too, since the user may look only at the terminal.
bool checkFiles(const QStringList &files)
{
    bool allExist = true;
    for (const QString &path : files) {
        QFile file(path);
        if (file.exists() && !QFileInfo(path).isFile() && !QFileInfo(path).isDir())
            continue; // a pipe can be read only once
        if (file.open(QIODevice::ReadOnly))
            continue;
        std::fputs(qPrintable(u"pullcord: %1: %2\n"_s.arg(path, file.errorString())), stderr);
        allExist = false;
    }
    return allExist;
}

/// Passes the opening to another process if there is one, and ends; otherwise opens it here.
void begin(Instance &instance, Windows &windows, const CommandLine &line)
{
    QObject::connect(&instance, &Instance::alone, &windows, [&] { windows.begin(line.opening); });
    QObject::connect(&instance, &Instance::handedOver, &windows, [files = line.opening.files] {
        const bool allExist = checkFiles(files);
        const QString message = QCoreApplication::translate("main", "Opened in the Pullcord that is already running.");
        if (allExist)
            std::puts(qPrintable(message));
        QCoreApplication::exit(allExist ? 0 : 1);
    });
    QObject::connect(&instance, &Instance::wanted, &windows, &Windows::take);
    // A process that is about to end must accept no later start.
    QObject::connect(qApp, &QApplication::lastWindowClosed, &instance, &Instance::stop);
    if (line.ownProcess)
        instance.startBeside();
    else
        instance.start(line.opening);
}

void checkSaved(const Settings &settings, const QString &name)
{
    if (name.isEmpty() || settings.savedServers().find(name))
        return;
    const QString text = QCoreApplication::translate("main", "there is no saved server named %1").arg(name);
    std::fputs(qPrintable(u"pullcord: %1\n"_s.arg(text)), stderr);
    std::exit(2);
}

/// True if only text is requested, so that no display is required.
bool printsOnly(int argc, char *argv[])
{
    for (int i = 1; i < argc; ++i) {
        const QByteArrayView argument(argv[i]);
        if (argument == "--")
            break; // the rest belongs to a command
        for (const char *option : {"-h", "--help", "--help-all", "-v", "--version"}) {
            if (argument == option)
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
    Log::install();
    if (printsOnly(argc, argv)) {
        const QCoreApplication terminal(argc, argv);
        Languages::speak(Languages::pick({}));
        static_cast<void>(CommandLine::parse(QCoreApplication::arguments())); // prints the text and exits
    }
    QByteArray activation = qgetenv("XDG_ACTIVATION_TOKEN"); // Qt removes it from the environment
    if (activation.isEmpty())
        activation = qgetenv("DESKTOP_STARTUP_ID");
    QApplication app(argc, argv);
    NoAnimationStyle::calm();
    QApplication::setDesktopFileName(u"io.github.pullcord.Pullcord"_s);
    QApplication::setWindowIcon(windowIcon());
    const ReadablePalette palette(app);
    Languages::speak(Languages::pick({})); // until the settings are known
    CommandLine line = CommandLine::parse(QApplication::arguments());
    line.opening.activation = activation;
    QLoggingCategory::setFilterRules(line.logRules);

    const std::unique_ptr<QSettings> store = Settings::openStore(line.settings);
    Settings settings(*store);
    Languages::speak(Languages::pick(line.language.isEmpty() ? settings.language() : line.language));
    checkSaved(settings, line.opening.saved);
    DesktopFileDialogs dialogs;
    ReopenOffer offer;
    EraCache eras;
    KeptCaptures kept;
    RunningProxies proxies(RunningProxies::usualFolder());
    const QString data = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
    const Services services{.settings = settings,
                            .dialogs = dialogs,
                            .eras = eras,
                            .kept = kept,
                            .demoServer = demoServer(),
                            .commandLine = programAt(u"pullcord-cli"_s),
                            .sessionsFolder = data + u"/sessions"_s,
                            .program = u"Pullcord %1"_s.arg(QStringLiteral(PULLCORD_VERSION)),
                            .version = QStringLiteral(PULLCORD_VERSION),
                            .offer = &offer,
                            .proxies = &proxies};
    proxies.start();
    TabStore open(data + u"/open"_s, store->fileName());
    Windows windows(services, open);
    Instance instance(PrivateFolder::ofSession(), Instance::keyFor(store->fileName()));
    const Interrupt interrupt;
    QObject::connect(&interrupt, &Interrupt::requested, &windows, [&windows] {
        windows.end();
        QCoreApplication::exit(InterruptedExit);
    });
    begin(instance, windows, line);
    return QApplication::exec();
}
