// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/actions.h"

#include "core/capture/marks.h"
#include "core/capture/noise.h"
#include "ui/models/texts.h"
#include "ui/views/icons.h"
#include "ui/views/markswatch.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QWidget>

namespace Pullcord {

Actions::Actions(QWidget *page)
    : QObject(page)
    , m_page(page)
{
    makeFileActions();
    makeServerActions();
    makeRequestActions();
    makeMarkActions();
    makeViewActions();
    makeTabActions();
    makeGoActions();
    qApp->installEventFilter(this);
}

Actions::~Actions() = default;

QList<QAction *> Actions::all() const
{
    return findChildren<QAction *>(Qt::FindDirectChildrenOnly);
}

void Actions::addMarks(QMenu &menu) const
{
    menu.addSeparator();
    menu.addActions({pin, note});
    QMenu *colorMenu = menu.addMenu(Icons::icon("palette"), tr("C&olour"));
    colorMenu->addActions(colors);
    menu.addSeparator();
}

void Actions::rename(QAction *action, const QString &text)
{
    action->setText(text);
    action->setIconText(Texts::plain(text)); // for buttons; Qt would leave "(&O)" in it
}

void Actions::sayWhatIsFetched(bool isPrompt, bool isComplete) const
{
    const bool isAnyway = isPrompt && !isComplete;
    rename(fetch, isAnyway ? tr("&Get Prompt Anyway") : isPrompt ? tr("&Get Prompt") : tr("Read Res&ource"));
    // The button stands beside the name of the prompt or resource.
    fetch->setIconText(isAnyway ? tr("Get Anyway") : isPrompt ? tr("Get") : tr("Read"));
    fetch->setIcon(Icons::icon(isAnyway ? "triangle-alert" : "download"));
    fetch->setToolTip(isAnyway ? tr("Ask for the prompt without what it requires, to see what the server says to it")
                               : tr("Ask the server for what is selected"));
}

void Actions::sayWhyNotCancel(const QString &why) const
{
    for (QAction *action : {cancel, cancelAll})
        sayWhyNot(*action, why);
}

void Actions::sayWhyNotReconnect(const QString &why) const
{
    sayWhyNot(*reconnect, why);
}

void Actions::sayWhyNot(QAction &action, const QString &why)
{
    const QString toolTip = why.isEmpty() ? action.data().toString() : why;
    action.setToolTip(toolTip);
}

/// Keeps Ctrl+E for the answer to a waiting server, wherever the focus is. On X11, line edits would take it for "end of
/// line" (Emacs keys); the key End still does that.
bool Actions::eventFilter(QObject * /*watched*/, QEvent *event)
{
    return event->type() == QEvent::ShortcutOverride &&
           answer->shortcut() == QKeySequence(static_cast<QKeyEvent *>(event)->keyCombination());
}

QAction *Actions::make(const char *name, const char *icon, const QString &text, const QString &toolTip,
                       const QKeySequence &shortcut)
{
    auto *action = new QAction(this);
    rename(action, text);
    action->setObjectName(QString::fromLatin1(name));
    if (icon)
        action->setIcon(Icons::icon(icon));
    action->setShortcut(shortcut);
    const QString keys = shortcut.toString(QKeySequence::NativeText);
    const QString toolTipWithKeys = tr("%1 (%2)", "tool tip and shortcut").arg(toolTip, keys);
    action->setToolTip(keys.isEmpty() ? toolTip : toolTipWithKeys);
    m_page->addAction(action); // makes the shortcut work wherever the focus is
    return action;
}

QAction *Actions::makeToggle(const char *name, const QString &text, const QString &toolTip,
                             const QKeySequence &shortcut)
{
    QAction *action = make(name, nullptr, text, toolTip, shortcut);
    action->setCheckable(true);
    action->setChecked(true);
    return action;
}

void Actions::makeFileActions()
{
    newWindow = make("newWindow", "square", tr("&New Window"), tr("Open another window"), QKeySequence::New);
    connectServer =
        make("connectServer", "plug", tr("&Connect…"), tr("Start a server, or reach one by its URL, and talk to it"),
             Qt::CTRL | Qt::SHIFT | Qt::Key_C);
    connectDemo =
        make("connectDemo", "plug-zap", tr("Connect to &Demo Server"),
             tr("Connect to the included demo server, which misbehaves on request"), Qt::CTRL | Qt::SHIFT | Qt::Key_D);
    openCapture = make("openCapture", "folder-open", tr("&Open Capture…"), tr("Look at a recorded conversation"),
                       QKeySequence::Open);
    followCommand = make("followCommand", "terminal", tr("&Follow Command…"),
                         tr("Show the output of a command as a growing capture, for example over ssh"));
    exportAll =
        make("exportAll", "download", tr("&Export…"), tr("Write the conversation to a file"), QKeySequence::Save);
    exportSelection = make("exportSelection", nullptr, tr("Export &Selection…"), tr("Write what is selected to a file"),
                           Qt::CTRL | Qt::SHIFT | Qt::Key_S); // not SaveAs, which has no key on some desktops
    stop = make("stop", "circle-x", tr("S&top"), tr("Stop reading or writing the file"), Qt::Key_Escape);
    clearKept = make("clearKept", nullptr, tr("Cle&ar Old Captures…"),
                     tr("See how much room kept conversations take, and delete the oldest if it is too much"));
    preferences =
        make("preferences", "settings", tr("&Preferences…"), tr("Change how Pullcord works"), Qt::CTRL | Qt::Key_Comma);
    preferences->setMenuRole(QAction::PreferencesRole);
    quit = make("quit", nullptr, tr("&Quit"), tr("End Pullcord and its servers"), Qt::CTRL | Qt::Key_Q);
    quit->setMenuRole(QAction::QuitRole);
}

void Actions::makeServerActions()
{
    disconnectServer = make("disconnectServer", "unplug", tr("&Disconnect"), tr("Leave the server; the log stays"),
                            Qt::CTRL | Qt::SHIFT | Qt::Key_X);
    reconnect =
        make("reconnect", "plug", tr("&Reconnect"),
             tr("Connect to the server again; where its log is open, go on in it"), Qt::CTRL | Qt::SHIFT | Qt::Key_R);
    reconnect->setData(reconnect->toolTip()); // restored by sayWhyNot()
    restart = make("restart", "rotate-ccw", tr("Re&start"),
                   tr("Leave the server in good order, then connect again in the same log"),
                   Qt::CTRL | Qt::SHIFT | Qt::Key_F5);
    copyCommand = make("copyCommand", "copy", tr("Co&py Command or URL"),
                       tr("Copy what this server is started or reached by; secrets in it are masked"));
    checkConnection = make("checkConnection", "wrench", tr("Check Co&nnection…"),
                           tr("Find out stage by stage why the server does not start or connect, and what to do next"));
    saveServer = make("saveServer", "save", tr("Sav&e Server…"), tr("Keep this server in the list, under a name"));
    importServers = make("importServers", "download", tr("&Import Servers…"),
                         tr("Take servers from the configuration of another tool"), Qt::CTRL | Qt::Key_I);
    exportServers = make("exportServers", "upload", tr("E&xport Saved Servers…"),
                         tr("Write the saved servers as a configuration that other tools read"));
    refreshCatalog =
        make("refreshCatalog", "refresh-cw", tr("Re&fresh Lists"),
             tr("Ask the server again for what it offers, whatever may still be fresh"), QKeySequence::Refresh);
    fetch = make("fetch", "download", tr("Read Res&ource"), tr("Ask the server for what is selected"),
                 Qt::CTRL | Qt::SHIFT | Qt::Key_Return);
    watchResource = make("watchResource", "eye", tr("&Watch Resource"), tr("Ask to be told when this resource changes"),
                         Qt::CTRL | Qt::SHIFT | Qt::Key_W);
    watchResource->setCheckable(true);
    fetch->setIconText(tr("Read"));
    watchResource->setIconText(tr("Watch"));
    callTool =
        make("callTool", "play", tr("&Call Tool"), tr("Call the tool with these arguments"), Qt::CTRL | Qt::Key_Return);
    tasks = make("tasks", "list", tr("&Tasks…"), tr("See the tasks that the server keeps"),
                 Qt::CTRL | Qt::SHIFT | Qt::Key_L);
    lab = make(
        "lab", "ban", tr("Cancellation &Lab…"),
        tr("Call a tool again and again, cancel each call at another moment, and see what the server makes of it"));
    labWithArguments = make("labWithArguments", "ban", tr("Cancellation Lab with These Ar&guments…"),
                            tr("See what the server makes of cancels of this tool, called with these arguments"));
    answering = make("answering", "send", tr("&Answering…"), tr("What to do with what this server asks"));
}

void Actions::sayWhetherCallFits(bool fits) const
{
    rename(callTool, fits ? tr("&Call Tool") : tr("&Call Anyway"));
    callTool->setIcon(Icons::icon(fits ? "play" : "triangle-alert"));
    callTool->setToolTip(fits ? tr("Call the tool with these arguments")
                              : tr("Call the tool with these arguments although its schema asks for others"));
}

void Actions::makeRequestActions()
{
    cancel = make("cancel", "ban", tr("&Cancel"), tr("Cancel the selected requests with the reason given"));
    cancel->setShortcut(Qt::Key_Delete);
    // Works only while the request table has the focus: its panel adds the action.
    cancel->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_page->removeAction(cancel);
    cancelAll = make("cancelAll", "circle-x", tr("Cancel &All"),
                     tr("Cancel every request in flight with the reason given, but no subscription"),
                     Qt::CTRL | Qt::SHIFT | Qt::Key_Delete);
    for (QAction *action : {cancel, cancelAll})
        action->setData(action->toolTip()); // restored by sayWhyNot()
    answer = make("answer", "send", tr("A&nswer…"), tr("Answer what the server asks, for the selected request first"),
                  Qt::CTRL | Qt::Key_E);
    resend = make("resend", "repeat", tr("&Resend"), tr("Make the selected request of ours once more, with a new id"),
                  Qt::CTRL | Qt::SHIFT | Qt::Key_A);
    editAndResend = make("editAndResend", "pencil", tr("E&dit and Resend…"),
                         tr("Change what was sent before sending it again"), Qt::CTRL | Qt::SHIFT | Qt::Key_E);
    sendMessage = make("sendMessage", "square-pen", tr("&Send Message…"),
                       tr("Type any message, right or wrong, and send it as it is"), Qt::CTRL | Qt::SHIFT | Qt::Key_M);
    copyRows = make("copyRows", "copy", tr("Copy Ro&ws"), tr("Copy the selected rows as text"));
    copyId = make("copyId", nullptr, tr("Copy &Id"), tr("Copy the ids of the selected requests"));
    copyJson = make("copyJson", nullptr, tr("Copy &JSON"), tr("Copy what is selected as it was on the wire"));
    copyCli = make("copyCli", "terminal", tr("Copy as pullcord-c&li Command"),
                   tr("Copy a command line that asks the same; secrets in it are masked"));
    copyCurl = make("copyCurl", nullptr, tr("Copy as c&URL Command"),
                    tr("Copy a command line that sends the same HTTP request; secrets in it are masked"));
    compare = make("compare", "git-compare", tr("Com&pare With…"),
                   tr("Compare two selected requests or messages, or one with another that is chosen next"),
                   Qt::CTRL | Qt::Key_D);
    copyIssue = make("copyIssue", "copy", tr("C&opy as Issue"),
                     tr("Copy a report of the selected finding for who maintains the server; secrets in it are "
                        "masked"));
    silenceRule = make("silenceRule", "eye-off", tr("Silence Rule &for This Server"),
                       tr("Do not show what the rule of the selected finding finds in this server any more"));
    silenceRule->setIconText(tr("Silence Rule"));
    showMessages = make("showMessages", "list", tr("Show in &Messages"), tr("Go to this request in the messages"),
                        Qt::CTRL | Qt::Key_M);
    showRequest = make("showRequest", "list", tr("Show in Re&quests"), tr("Go to the request of this message"),
                       Qt::CTRL | Qt::Key_R);
}

void Actions::makeMarkActions()
{
    pin = make("pin", "pin", tr("&Pin"), tr("Keep the selected rows in sight, below the titles of the table"),
               Qt::CTRL | Qt::SHIFT | Qt::Key_P);
    pin->setCheckable(true);
    note = make("note", "sticky-note", tr("&Note…"), tr("Write a note on what is selected"),
                Qt::CTRL | Qt::SHIFT | Qt::Key_N);
    const auto makeColor = [this](const char *name, MarkColor color, const QString &text, int key) {
        QAction *action =
            make(name, nullptr, text, tr("Mark the selected rows with this colour"), Qt::CTRL | Qt::ALT | Qt::Key(key));
        action->setCheckable(true);
        action->setData(int(color));
        action->setIcon(MarkSwatch::icon(color));
        colors << action;
    };
    makeColor("markRed", MarkColor::Red, tr("&Red"), Qt::Key_1);
    makeColor("markOrange", MarkColor::Orange, tr("&Orange"), Qt::Key_2);
    makeColor("markYellow", MarkColor::Yellow, tr("&Yellow"), Qt::Key_3);
    makeColor("markGreen", MarkColor::Green, tr("&Green"), Qt::Key_4);
    makeColor("markBlue", MarkColor::Blue, tr("&Blue"), Qt::Key_5);
    makeColor("markPurple", MarkColor::Purple, tr("P&urple"), Qt::Key_6);
    makeColor("markNone", MarkColor::None, tr("No &Colour"), Qt::Key_0);
    colors.constLast()->setToolTip(tr("Take the colour off the selected rows"));
    removeMarks =
        make("removeMarks", nullptr, tr("Remove &All Marks"), tr("Take pin, colour and note off the selected rows"));
    colorRules = make("colorRules", "palette", tr("Colour Ru&les…"), tr("Choose by filters which rows are coloured"));
}

void Actions::makeViewActions()
{
    viewServer = makeToggle("viewServer", tr("&Server Panel"), tr("Show what the server offers, and the call panel"),
                            Qt::CTRL | Qt::Key_1);
    viewMessages = makeToggle("viewMessages", tr("&Messages and Server Output"),
                              tr("Show what crosses the wire, and stderr"), Qt::CTRL | Qt::Key_2);
    viewDetails =
        makeToggle("viewDetails", tr("&Details"), tr("Show the selected message whole"), Qt::CTRL | Qt::Key_3);
    groupRequests = makeToggle(
        "groupRequests", tr("&Group Related Requests"),
        tr("Put the legs of a call, what asks about its task, and what the server asks for its sake, under it"));
    sortByColumn = make("sortByColumn", "arrow-down-up", tr("Sort by This C&olumn"),
                        tr("Sort the table by the column of the current cell: ascending, descending, as it came"),
                        Qt::CTRL | Qt::SHIFT | Qt::Key_O);
    arrivalOrder = make("arrivalOrder", nullptr, tr("Order of Arriva&l"), tr("Sort the table by nothing any more"));
    hideNoise = makeToggle("hideNoise", tr("&Hide Noise"),
                           tr("Leave pings, progress and log messages out of the tables, but for what went wrong"),
                           Qt::CTRL | Qt::SHIFT | Qt::Key_H);
    hideNoise->setIcon(Icons::icon("eye-off"));
    hideNoise->setChecked(false);
    const auto makeKind = [this](const char *name, Noise::Kind kind, const QString &text) {
        noiseKinds << makeToggle(name, text, tr("Leave this out while noise is hidden"));
        noiseKinds.constLast()->setData(int(kind));
    };
    makeKind("noisePings", Noise::Ping, tr("Pings Are Noise"));
    makeKind("noiseProgress", Noise::Progress, tr("Progress Is Noise"));
    makeKind("noiseLog", Noise::Log, tr("Log Messages Are Noise"));
    commandPalette =
        make("commandPalette", "search", tr("Command &Palette…"),
             tr("Find a command, a tool, a server or a page of the guide by typing"), Qt::CTRL | Qt::Key_K);
    searchCatalog = make("searchCatalog", "search", tr("S&earch the Server…"),
                         tr("Type what to look for in what the server offers"), Qt::CTRL | Qt::SHIFT | Qt::Key_F);
    find = make("find", "filter", tr("&Filter…"), tr("Type what the table shall show"), QKeySequence::Find);
    findInDetails =
        make("findInDetails", "search", tr("F&ind in Details…"),
             tr("Look for a text in the message in Details; Ctrl+F does so there"), Qt::CTRL | Qt::ALT | Qt::Key_F);
    findNext = make("findNext", nullptr, tr("Find &Next"), tr("Go to the next match in Details"), Qt::Key_F3);
    findPrevious = make("findPrevious", nullptr, tr("Find Pre&vious"), tr("Go to the match before in Details"),
                        Qt::SHIFT | Qt::Key_F3);
    userGuide = make("userGuide", "book-open", tr("User &Guide"), tr("Read about what has the focus"),
                     QKeySequence::HelpContents);
    startTour = make("startTour", "route", tr("Take the &Tour"), tr("See in three steps how a request is cancelled"));
    about = make("about", "info", tr("&About Pullcord"), tr("Version and licences"));
    about->setMenuRole(QAction::AboutRole);
}

void Actions::makeTabActions()
{
    newTab = make("newTab", "plus", tr("New Ta&b"), tr("Open another tab, for another server or file"),
                  Qt::CTRL | Qt::Key_T);
    duplicateTab = make("duplicateTab", "copy-plus", tr("D&uplicate Tab"),
                        tr("Connect to the same server once more, or open the same file, in a tab of its own"));
    closeTab =
        make("closeTab", "x", tr("C&lose Tab"),
             tr("Leave this conversation; without another tab, go back to the start page"), Qt::CTRL | Qt::Key_W);
    closeTab->setShortcuts({Qt::CTRL | Qt::Key_W, Qt::CTRL | Qt::Key_F4});
    closeOtherTabs = make("closeOtherTabs", nullptr, tr("Close Ot&her Tabs"), tr("Leave all other conversations here"));
    reopenTab =
        make("reopenTab", "history", tr("Reopen Closed Tab"),
             tr("Open the tab that was closed last again; no server is started"), Qt::CTRL | Qt::SHIFT | Qt::Key_T);
    reopenTab->setEnabled(false);
    reopenSession = make("reopenSession", "history", tr("Reopen &What Was Open"),
                         tr("Open the tabs again that were open when Pullcord ended last; no server is started"));
    nextTab = make("nextTab", nullptr, tr("Ne&xt Tab"), tr("Go to the tab on the right"), Qt::CTRL | Qt::Key_Tab);
    nextTab->setShortcuts({Qt::CTRL | Qt::Key_Tab, Qt::CTRL | Qt::Key_PageDown});
    previousTab = make("previousTab", nullptr, tr("P&revious Tab"), tr("Go to the tab on the left"),
                       Qt::CTRL | Qt::SHIFT | Qt::Key_Tab);
    previousTab->setShortcuts({Qt::CTRL | Qt::SHIFT | Qt::Key_Tab, Qt::CTRL | Qt::Key_PageUp});
    moveTabRight = make("moveTabRight", nullptr, tr("Move &Tab Right"), tr("Let it change places with the next one"),
                        Qt::CTRL | Qt::SHIFT | Qt::Key_PageDown);
    moveTabLeft = make("moveTabLeft", nullptr, tr("Move T&ab Left"), tr("Let it change places with the one before"),
                       Qt::CTRL | Qt::SHIFT | Qt::Key_PageUp);
}

void Actions::makeGoActions()
{
    goRequests = make("goRequests", nullptr, tr("&Requests"), tr("Go to the table of requests"), Qt::ALT | Qt::Key_1);
    const auto below = [this](const char *name, const QString &text, const QString &toolTip, int key) {
        lowerTabs << make(name, nullptr, text, toolTip, Qt::ALT | Qt::Key(key));
    };
    below("goMessages", tr("&Messages"), tr("What crossed the wire"), Qt::Key_2);
    below("goServerLog", tr("Server &Log"), tr("What the server logs in messages"), Qt::Key_3);
    below("goServerOutput", tr("Server &Output"), tr("What the server writes to its standard error"), Qt::Key_4);
    below("goTimeline", tr("Timeli&ne"), tr("Requests over time"), Qt::Key_5);
    below("goStatistics", tr("&Statistics"), tr("Figures for each method and tool"), Qt::Key_6);
    below("goFindings", tr("Findin&gs"), tr("What either side does against the protocol"), Qt::Key_7);
    const auto reading = [this](const char *name, const QString &text, const QString &toolTip, int key) {
        detailsTabs << make(name, nullptr, text, toolTip, Qt::CTRL | Qt::SHIFT | Qt::Key(key));
    };
    reading("goResult", tr("R&esult"), tr("Details: what the answer brings"), Qt::Key_1);
    reading("goPretty", tr("&Pretty", "indented JSON"), tr("Details: the message, indented"), Qt::Key_2);
    reading("goTree", tr("&Tree"), tr("Details: the message as a tree"), Qt::Key_3);
    reading("goRaw", tr("R&aw", "bytes as they were"), tr("Details: the bytes as they were"), Qt::Key_4);
    reading("goFacts", tr("&Facts", "about a request"), tr("Details: what is to be known about it"), Qt::Key_5);
    reading("goHttp", tr("&HTTP"), tr("Details: the HTTP around it"), Qt::Key_6);
    reading("goSchema", tr("S&chema"), tr("Details: whether it is as its schema says"), Qt::Key_7);
    rawAsHex = makeToggle("rawAsHex", tr("Raw as He&x"), tr("Details: the bytes in hexadecimal digits"),
                          Qt::CTRL | Qt::ALT | Qt::Key_H);
    rawAsHex->setChecked(false);
    timelineCloser = make("timelineCloser", "zoom-in", tr("Zoom &In"), tr("Look closer at the timeline"));
    timelineFarther =
        make("timelineFarther", "zoom-out", tr("Zoom O&ut"), tr("Look at the timeline from farther away"));
    timelineWhole = make("timelineWhole", "maximize", tr("&Whole Time"),
                         tr("Show all of the timeline, and go with it as it grows"));
    foldIdle = makeToggle("foldIdle", tr("Fol&d Idle Time"), tr("Leave out of the timeline when nothing happened"));
    foldIdle->setChecked(false);
}

} // namespace Pullcord
