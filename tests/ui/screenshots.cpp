// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/busyscenes.h"
#include "ui/markedscene.h"
#include "ui/proxyscene.h"
#include "ui/windowfixture.h"

#include "core/capture/file/followedcommand.h"
#include "core/config/serverimport.h"
#include "ui/actions.h"
#include "ui/dialogs/connect/connectdialog.h"
#include "ui/dialogs/doctorwindow.h"
#include "ui/dialogs/guidewindow.h"
#include "ui/dialogs/lists/importdialog.h"
#include "ui/dialogs/lists/watchdialog.h"
#include "ui/dialogs/senddialog.h"
#include "ui/mainwindow/tabrestorer.h"
#include "ui/models/languages.h"
#include "ui/reopenoffer.h"
#include "ui/settings.h"
#include "ui/views/messages/jsoneditor.h"
#include "ui/views/requests/requestdelegate.h"
#include "ui/views/style/noanimationstyle.h"
#include "ui/views/style/readablepalette.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCheckBox>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>
#include <QPalette>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QTreeView>

#include <cstdio>

/// Drives the real window against the demo server and takes its screenshots. Usage: pullcord-screenshots FOLDER SUFFIX
/// [dark] [all|guide|animation|proxies] [LANGUAGE]; screenshots.sh runs it for each look.

using namespace Qt::StringLiterals;
using namespace Pullcord;

namespace {

const QString Configuration = uR"({
  "mcpServers": {
    "files": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "/home/me/My Files", "/srv/data"],
              "cwd": "/home/me/work", "env": {"LOG_LEVEL": "debug", "API_KEY": "${env:FILES_KEY}"}},
    "github": {"type": "http", "url": "https://api.example.com/mcp/", "headers": {"Authorization": "Bearer x"}},
    "old": {"command": "uvx", "args": ["mcp-server-fetch"], "disabled": true, "autoApprove": ["fetch"]},
    "broken": {"command": 5}
  }
})"_s;

QPalette darkPalette()
{
    const QColor text(0xe6, 0xe8, 0xea);
    const QColor faint(0x83, 0x8b, 0x93);
    QPalette palette(QColor(0x2e, 0x33, 0x39), QColor(0x25, 0x29, 0x2e)); // computes the other shades
    palette.setColor(QPalette::Base, QColor(0x1b, 0x1e, 0x22));
    palette.setColor(QPalette::AlternateBase, QColor(0x21, 0x25, 0x2a));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText})
        palette.setColor(role, text);
    palette.setColor(QPalette::PlaceholderText, faint);
    palette.setColor(QPalette::ToolTipBase, QColor(0x2e, 0x33, 0x39));
    palette.setColor(QPalette::Highlight, QColor(0x2f, 0x65, 0xa8));
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::Link, QColor(0x6c, 0xb2, 0xff));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, faint);
    return palette;
}

class Photographer
{
public:
    Photographer(const QString &folder, const QString &suffix, const QString &language)
        : m_folder(folder)
        , m_suffix(suffix)
        , m_fixture(WindowFixture::Person::Returns, language)
    {}

    /// Takes parts of the window for the user guide, no wider than its column. Returns false like run().
    bool runForGuide()
    {
        WindowFixture &f = m_fixture;
        f.window->resize(1600, 760); // the side panels have their usual width
        f.find<QSplitter>(u"columnSplitter"_s)->setSizes({340, 800, 420});
        if (!f.connectToDemo({u"--legacy-only"_s}) || !converse())
            return fail("the demo server does not play its part");
        QTest::qWait(300);
        takePart(u"detailsPanel"_s, u"late"_s, 230);
        takeCall();
        f.window->actions().connectServer->trigger();
        f.find<ConnectDialog>(u"connectDialog"_s)
            ->setTarget({.name = u"everything"_s,
                         .command = {.program = u"npx"_s,
                                     .arguments = {u"-y"_s, u"@modelcontextprotocol/server-everything"_s}}});
        takeDialog(u"connectDialog"_s, u"connect"_s);
        takeQuestion();
        f.window->actions().viewServer->setChecked(false);
        f.window->actions().viewDetails->setChecked(false);
        f.window->resize(640, 700);
        takePart(u"requestsPanel"_s, u"requests"_s, 330);
        f.find<QLineEdit>(u"requestFilter"_s)->setText(u"late or cancelled or progress"_s);
        f.find<QTabWidget>(u"lowerTabs"_s)->setCurrentWidget(f.find<QWidget>(u"timelinePanel"_s));
        QTest::qWait(300);
        takePart(u"timelinePanel"_s, u"timeline"_s, 220);
        return takeDoctor();
    }
    /// Takes the frames of the animated picture: a call is cancelled with the button in its row, and its response comes
    /// late. Returns false like run().
    bool runForAnimation()
    {
        WindowFixture &f = m_fixture;
        f.window->resize(960, 440);
        f.window->actions().viewServer->setChecked(false);
        f.window->actions().viewDetails->setChecked(false);
        if (!f.connectToDemo({u"--legacy-only"_s}))
            return fail("the demo server does not answer");
        f.find<QSplitter>(u"middleSplitter"_s)->setSizes({220, 160});
        for (const QByteArray text : {"one", "two", "three"})
            f.call(u"echo"_s, R"({"text": ")" + text + R"("})");
        const qsizetype late = f.call(u"late"_s, R"({"ms": 2400, "from_cancel": true})");
        f.find<QLineEdit>(u"reasonEdit"_s)->setText(u"too slow"_s);
        f.find<QTableView>(u"requestTable"_s)->setCurrentIndex({}); // a selected row would not look gray
        const QPoint button = cancelButton();
        if (button.isNull())
            return fail("the row has no Cancel button");
        const QPoint start(f.window->width() - 200, f.window->height() - 60);
        film(start, start, 8);
        film(start, button, 8);
        film(button, button, 3);
        sendMouse(QEvent::MouseButtonPress, button);
        film(button, button, 4, true);
        sendMouse(QEvent::MouseButtonRelease, button);
        film(button, button + QPoint(90, 70), 20);
        if (!QTest::qWaitFor([&] { return f.record(late).late.answered(); }, 10'000))
            return fail("no late response comes");
        film(button + QPoint(90, 70), button + QPoint(90, 70), 24);
        return true;
    }
    /// Takes the pictures of a running proxy, after which the window is gone. Returns false like run().
    bool runBesideProxy()
    {
        ProxyScene scene(m_fixture, [this](QWidget &window, const QString &name) { take(window, name); });
        return scene.play() || fail("the proxy does not play its part");
    }
    /// Takes all pictures, or only the window at work. Returns false and prints the reason if an expected event did not
    /// come.
    bool run(bool all)
    {
        if (all)
            takeStart();
        if (!m_fixture.connectToDemo({u"--legacy-only"_s})) // the era in which servers send requests
            return fail("the demo server does not answer");
        if (!converse())
            return fail("a call does not come through");
        take(*m_fixture.window, u"main"_s);
        if (all) {
            takeFindings();
            takeMarked();
        }
        return !all ||
               (showResult() && lookCloser() && takeBusy() && openTabs() && failToConnect() && runBesideProxy());
    }

private:
    void take(QWidget &window, const QString &name)
    {
        QTest::qWait(150);          // wait for animations to end
        constexpr int Smallest = 0; // for a PNG, "quality" means the size of the file
        const QImage image = window.grab().toImage().convertToFormat(QImage::Format_RGB888);
        image.save(u"%1/%2%3.png"_s.arg(m_folder, name, m_suffix), "PNG", Smallest);
    }
    /// Takes the upper part of a widget.
    void takePart(const QString &object, const QString &name, int height)
    {
        auto *part = m_fixture.find<QWidget>(object);
        QTest::qWait(150);
        const QRect upper(0, 0, part->width(), qMin(height, part->height()));
        part->grab(upper)
            .toImage()
            .convertToFormat(QImage::Format_RGB888)
            .save(u"%1/%2%3.png"_s.arg(m_folder, name, m_suffix), "PNG", 0);
    }
    /// Center of the Cancel button of the newest request, in the window; null if there is none.
    [[nodiscard]] QPoint cancelButton() const
    {
        const auto *table = m_fixture.find<QTableView>(u"requestTable"_s);
        const int row = table->model()->rowCount() - 1;
        for (int column = 0; column < table->model()->columnCount(); ++column) {
            const QModelIndex index = table->model()->index(row, column);
            if (RequestDelegate::buttonOf(index) != RequestDelegate::Button::Cancel)
                continue;
            QStyleOptionViewItem option;
            option.fontMetrics = table->fontMetrics();
            option.rect = table->visualRect(index);
            return table->viewport()->mapTo(m_fixture.window.get(), RequestDelegate::buttonRect(option).center());
        }
        return {};
    }
    void sendMouse(QEvent::Type type, const QPoint &place)
    {
        auto *viewport = m_fixture.find<QTableView>(u"requestTable"_s)->viewport();
        const QPointF local = viewport->mapFrom(m_fixture.window.get(), place);
        const bool isMove = type == QEvent::MouseMove;
        const Qt::MouseButtons held = type == QEvent::MouseButtonPress ? Qt::LeftButton : Qt::NoButton;
        QMouseEvent event(type, local, viewport->mapToGlobal(local), isMove ? Qt::NoButton : Qt::LeftButton, held,
                          Qt::NoModifier);
        QApplication::sendEvent(viewport, &event);
    }
    /// Takes frames, eight per second, while the pointer moves. A window without a screen has no pointer: it is drawn.
    void film(const QPoint &from, const QPoint &to, int frames, bool isPressed = false)
    {
        constexpr int FrameMs = 125;
        for (int i = 1; i <= frames; ++i) {
            const QPoint place = from + (to - from) * i / frames;
            if (!isPressed)
                sendMouse(QEvent::MouseMove, place);
            QTest::qWait(FrameMs);
            QPixmap frame = m_fixture.window->grab();
            drawPointer(frame, place, isPressed);
            frame.save(u"%1/frame-%2%3.png"_s.arg(m_folder, m_suffix).arg(m_frames++, 3, 10, QChar(u'0')), "PNG");
        }
    }
    static void drawPointer(QPixmap &frame, const QPoint &tip, bool isPressed)
    {
        static const QPolygonF arrow({{0, 0}, {0, 17}, {4, 13.5}, {6.5, 19.5}, {9.5, 18}, {7, 12.5}, {12, 12.5}});
        QPainter painter(&frame);
        painter.setRenderHint(QPainter::Antialiasing);
        if (isPressed) {
            painter.setPen(QPen(QColor(0xd9, 0x48, 0x0f), 2.5));
            painter.drawEllipse(tip, 13, 13);
        }
        painter.translate(tip);
        painter.setPen(QPen(Qt::white, 1.5));
        painter.setBrush(Qt::black);
        painter.drawPolygon(arrow);
    }
    /// Takes the Connection Doctor with a server that ends at once.
    bool takeDoctor()
    {
        qputenv("SHELL",
                "/bin/sh"); // the Doctor shows where it finds the command: not in a folder of this machine's user
        qputenv("PATH", "/usr/bin:/bin");
        ServerTarget target;
        target.command = {.program = u"python3"_s, .arguments = {u"-m"_s, u"mcp_server_git"_s}};
        m_fixture.window->controller().close();
        m_fixture.window->connectTo(target);
        m_fixture.window->actions().checkConnection->trigger();
        auto *doctor = m_fixture.find<DoctorWindow>(u"doctorWindow"_s);
        if (!QTest::qWaitFor([&] { return !doctor->doctor().isRunning(); }, 30'000))
            return fail("the Doctor does not come to an end");
        doctor->resize(560, 310);
        takePart(u"doctorWindow"_s, u"doctor"_s, 226); // the pictures of the guide have a limit in size
        doctor->close();
        return true;
    }
    void takeFindings()
    {
        auto *tabs = m_fixture.find<QTabWidget>(u"lowerTabs"_s);
        auto *table = m_fixture.find<QTableView>(u"findingsTable"_s);
        tabs->setCurrentWidget(m_fixture.find<QWidget>(u"findingsPanel"_s));
        table->selectRow(0);
        take(*m_fixture.window, u"findings"_s);
        table->clearSelection();
        tabs->setCurrentIndex(0);
        m_fixture.select(m_late);
    }
    void takeMarked()
    {
        MarkedScene scene(m_fixture);
        take(*m_fixture.window, u"marks"_s);
        m_fixture.window->actions().colorRules->trigger();
        takeDialog(u"colorRules"_s, u"colorrules"_s);
        m_fixture.settings.setExportRules({u"header:X-Team"_s, u"pattern:sl[ow]+"_s});
        m_fixture.window->actions().exportAll->trigger();
        takeDialog(u"exportDialog"_s, u"export"_s);
    }
    void takeCall()
    {
        m_fixture.find<QTreeView>(u"catalogTree"_s)
            ->setCurrentIndex(m_fixture.offered(CatalogList::Kind::Tools, u"slow"_s));
        takePart(u"serverPanel"_s, u"call"_s, 720);
    }
    void takeQuestion()
    {
        auto *table = m_fixture.find<QTableView>(u"requestTable"_s);
        for (int row = 0; row < m_fixture.log().count(); ++row) {
            if (m_fixture.record(row).method == "elicitation/create" && m_fixture.record(row).isOpen())
                table->selectRow(row);
        }
        m_fixture.window->actions().answer->trigger();
        takeDialog(u"answerDialog"_s, u"answer"_s);
    }
    static bool fail(const char *what)
    {
        std::fprintf(stderr, "pullcord-screenshots: %s\n", what);
        return false;
    }
    void cancel(qsizetype row, const QString &reason)
    {
        m_fixture.select(row);
        m_fixture.find<QLineEdit>(u"reasonEdit"_s)->setText(reason);
        m_fixture.window->actions().cancel->trigger();
    }
    /// Fills the tables: fast calls, failures, cancellations of every kind, questions of the server, and work in
    /// progress.
    bool converse()
    {
        WindowFixture &f = m_fixture;
        for (const QByteArray text : {"one", "two", "three", "four", "five"})
            f.call(u"echo"_s, R"({"text": ")" + text + R"("})");
        f.call(u"big"_s, R"({"mb": 2})");
        const qsizetype late = f.call(u"late"_s, R"({"ms": 1240, "from_cancel": true})");
        const qsizetype noisy = f.call(u"progress_after_cancel"_s, R"({"ms": 20000, "count": 4, "interval": 100})");
        const qsizetype good = f.call(u"slow"_s, R"({"ms": 20000, "steps": 40})");
        const qsizetype error = f.call(u"answers_32800"_s, "{}");
        QTest::qWait(700);
        cancel(late, u"the user went home"_s);
        cancel(noisy, u"too slow"_s);
        cancel(good, u"too slow"_s);
        cancel(error, u"another answer was quicker"_s);
        f.call(u"echo"_s, R"({"text": 5})");
        for (int i = 0; i < 6; ++i)
            f.call(u"echo"_s, R"({"text": "again"})");
        f.call(u"answers_twice"_s, "{}");
        f.call(u"ask_and_cancel"_s, R"({"ms": 300})");
        f.call(u"ask_sampling"_s, "{}");
        f.call(u"ask_elicitation"_s, "{}");
        f.call(u"deaf"_s, "{}");
        m_last = f.call(u"slow"_s, R"({"ms": 6000, "steps": 12})");
        const bool answered = QTest::qWaitFor([&] { return f.record(late).late.answered(); }, 10'000);
        QTest::qWait(1200);
        f.select(late);
        m_late = late;
        return answered && m_last >= 0;
    }
    bool showResult()
    {
        const qsizetype row = m_fixture.call(u"content"_s, "{}");
        if (!QTest::qWaitFor([&] { return row >= 0 && !m_fixture.record(row).isOpen(); }, 10'000))
            return fail("content does not come");
        m_fixture.flush();
        m_fixture.find<QTabWidget>(u"detailsTabs"_s)->setCurrentWidget(m_fixture.find<QWidget>(u"resultTab"_s));
        take(*m_fixture.window, u"result"_s);
        m_fixture.select(m_late);
        return true;
    }
    bool takeBusy()
    {
        BusyScenes scenes(m_fixture, [this](QWidget &window, const QString &name) { take(window, name); });
        scenes.takeViews();
        return (scenes.takeLab() && scenes.takeFlood()) || fail("the server does not do what keeps the window busy");
    }
    static void sendByHand(SendDialog &dialog)
    {
        for (const QByteArray text :
             {R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"1"}})", "{\"jsonrpc\":"}) {
            dialog.setText(text);
            dialog.findChild<QAbstractButton *>(u"sendMessageButton"_s)->click();
        }
        dialog.setText("{\n  \"jsonrpc\": \"2.0\",\n  \"id\": 77,\n  \"method\": \"tools/call\",\n  \"params\": {\n    "
                       "\"arguments\": {}\n  }\n}");
    }
    bool lookCloser()
    {
        WindowFixture &f = m_fixture;
        f.find<QAbstractButton>(u"part2"_s)->click();
        f.find<QTabWidget>(u"detailsTabs"_s)->setCurrentWidget(f.find<QWidget>(u"treeView"_s));
        f.find<QLineEdit>(u"requestFilter"_s)->setText(u"late"_s);
        QTest::qWait(300);
        take(*f.window, u"details"_s);
        f.find<QLineEdit>(u"requestFilter"_s)->clear();
        QTest::qWait(300);
        takeServers();
        f.window->actions().preferences->trigger();
        takeDialog(u"preferencesDialog"_s, u"preferences"_s);
        takeQuestion();
        f.select(m_last);
        takeGuide();
        takePalette();
        takeTour();
        f.window->actions().sendMessage->trigger();
        sendByHand(*f.find<SendDialog>(u"sendDialog"_s));
        takeDialog(u"sendDialog"_s, u"send"_s);
        return true;
    }
    void takeStart()
    {
        take(*m_fixture.window, u"start"_s);
        m_fixture.window->actions().startTour->trigger();
        take(*m_fixture.window, u"tour"_s);
        m_fixture.find<QAbstractButton>(u"calloutSkip"_s)->click();
        takeReopening();
    }
    /// Takes the offer at the start after a crash.
    void takeReopening()
    {
        ReopenOffer offer;
        Services services = m_fixture.services;
        services.offer = &offer;
        MainWindow window(services);
        window.resize(m_fixture.window->size());
        window.show();
        OpenTabs openTabs;
        openTabs.windows.append({{{.capture = u"/a"_s, .title = u"everything"_s, .server = {}},
                                  {.capture = u"/b"_s, .title = u"late.pullcord"_s, .server = {}}},
                                 0});
        offer.setOpenTabs(openTabs);
        window.page().tabRestorer().tellOfCrash();
        take(window, u"reopening"_s);
    }
    void takeTour()
    {
        m_fixture.window->actions().startTour->trigger();
        take(*m_fixture.window, u"tour-call"_s);
        m_fixture.find<QAbstractButton>(u"calloutAction"_s)->click();
        QTest::qWait(500);
        take(*m_fixture.window, u"tour-cancel"_s);
        m_fixture.find<QAbstractButton>(u"calloutSkip"_s)->click();
    }
    void takePalette()
    {
        m_fixture.window->actions().commandPalette->trigger();
        m_fixture.find<QLineEdit>(u"paletteLine"_s)->setText(u"can"_s);
        take(*m_fixture.window, u"palette"_s);
        m_fixture.find<QWidget>(u"commandPalette"_s)->hide();
    }
    void takeGuide()
    {
        m_fixture.find<QTableView>(u"requestTable"_s)->setFocus();
        m_fixture.window->actions().userGuide->trigger();
        const QWidgetList windows = QApplication::topLevelWidgets();
        for (QWidget *window : windows) {
            auto *guide = qobject_cast<GuideWindow *>(window);
            if (!guide)
                continue;
            guide->open(u"requests"_s);
            take(*guide, u"guide"_s);
            guide->open(u"filters"_s);
            guide->resize(520, 500);
            take(*guide, u"guide-narrow"_s);
            guide->close();
        }
    }
    void takeServers()
    {
        const MainWindow &window = *m_fixture.window;
        window.actions().importServers->trigger();
        auto *import = m_fixture.find<ImportDialog>(u"importDialog"_s);
        import->readText(Configuration);
        takeDialog(u"importDialog"_s, u"import"_s);
        window.actions().watchHost->trigger();
        auto *watch = m_fixture.find<WatchDialog>(u"watchDialog"_s);
        const QString path = m_fixture.file(u"mcp.json"_s);
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(Configuration.toUtf8()) < 0)
            qFatal("no file");
        file.close();
        watch->showFile(path);
        watch->findChild<QCheckBox *>(u"importCheck"_s)->setChecked(true);
        takeDialog(u"watchDialog"_s, u"watch"_s);
        ServerList saved;
        const auto found = ServerImport::fromText(Configuration);
        for (const ImportedServer &server : *found) {
            if (server.isUsable())
                saved.put(server.target);
        }
        ServerTarget demo = WindowFixture::demoServer({u"--legacy-only"_s});
        demo.group = u"at home"_s;
        saved.put(demo);
        m_fixture.settings.setSavedServers(saved);
        window.actions().connectServer->trigger();
        auto *connect = m_fixture.find<ConnectDialog>(u"connectDialog"_s);
        connect->setTarget(*saved.find(u"files"_s));
        takeDialog(u"connectDialog"_s, u"connect"_s);
        m_fixture.window->connectTo(*saved.find(u"files"_s));
        takeDialog(u"confirmDialog"_s, u"confirm"_s);
    }
    void takeDialog(const QString &object, const QString &name)
    {
        auto *dialog = m_fixture.find<QWidget>(object);
        take(*dialog, name);
        dialog->close();
        QTest::qWait(50);
    }
    bool openTabs()
    {
        WindowFixture &f = m_fixture;
        const QString recorded = f.conversation().capture().path();
        f.window->openCapture(recorded);
        f.window->actions().newTab->trigger();
        if (!f.connectToDemo() || !f.waitForLists())
            return fail("no second server comes");
        take(*f.window, u"tabs"_s);
        f.window->actions().closeTab->trigger();
        f.window->actions().closeTab->trigger();
        return follow(recorded) && f.conversation().isLive();
    }
    bool follow(const QString &capture)
    {
        WindowFixture &f = m_fixture;
        f.window->actions().followCommand->trigger();
        f.find<QLineEdit>(u"followCommand"_s)
            ->setText(u"ssh -T build-host pullcord-cli follow --from-start session.pullcord | tee copy"_s);
        takeDialog(u"followDialog"_s, u"follow"_s);
        f.window->page().followCommand({u"tail"_s, {u"-n"_s, u"+1"_s, u"-f"_s, capture}});
        if (!QTest::qWaitFor([&] { return f.window->controller().followed()->hasBegun(); }, 10'000))
            return fail("no output of the command comes");
        QTest::qWait(1000);
        take(*f.window, u"following"_s);
        f.window->actions().closeTab->trigger();
        return true;
    }
    bool failToConnect()
    {
        WindowFixture &f = m_fixture;
        f.window->controller().close();
        take(*f.window, u"recent"_s);
        ServerTarget missing;
        missing.command = {.program = u"npx-typo"_s, .arguments = {u"-y"_s, u"some-server"_s}};
        f.window->connectTo(missing);
        QTest::qWait(500);
        take(*f.window, u"error"_s);
        return true;
    }

    QString m_folder;
    QString m_suffix;
    WindowFixture m_fixture;
    qsizetype m_late = -1;
    qsizetype m_last = -1;
    int m_frames = 0;
};

} // namespace

int main(int argc, char *argv[])
{
    const QApplication app(argc, argv);
    const QStringList arguments = QApplication::arguments();
    if (arguments.size() < 3 || !QDir().mkpath(arguments.at(1))) {
        std::fprintf(stderr,
                     "usage: pullcord-screenshots FOLDER SUFFIX [dark] [all|guide|animation|proxies] [LANGUAGE]\n");
        return 2;
    }
    QApplication::setStyle(new NoAnimationStyle(u"Fusion"_s));
    if (arguments.contains(u"dark"_s))
        QApplication::setPalette(darkPalette());
    const QString last = arguments.constLast();
    Photographer photographer(arguments.at(1), arguments.at(2), Languages::isKnown(last) ? last : u"en"_s);
    const bool done = arguments.contains(u"guide"_s)       ? photographer.runForGuide()
                      : arguments.contains(u"animation"_s) ? photographer.runForAnimation()
                      : arguments.contains(u"proxies"_s)   ? photographer.runBesideProxy()
                                                           : photographer.run(arguments.contains(u"all"_s));
    return done ? 0 : 1;
}
