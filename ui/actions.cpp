// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/actions.h"

#include "core/capture/marks.h"
#include "core/capture/noisefilter.h"
#include "ui/models/texts.h"
#include "ui/views/requests/markswatch.h"
#include "ui/views/style/icons.h"

#include <QActionGroup>
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
    QMenu *colorMenu = menu.addMenu(Icons::icon("palette"), tr("C&olor"));
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
    // The button is beside the name of the prompt or resource.
    fetch->setIconText(isAnyway ? tr("Get Anyway") : isPrompt ? tr("Get") : tr("Read"));
    fetch->setIcon(Icons::icon(isAnyway ? "triangle-alert" : "download"));
    fetch->setToolTip(isAnyway ? tr("Get the prompt without its required arguments, to see how the server responds")
                               : tr("Request the selected item from the server"));
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
    connectServer = make("connectServer", "plug", tr("&Connect…"), tr("Start a server, or connect to one by its URL"),
                         Qt::CTRL | Qt::SHIFT | Qt::Key_C);
    connectDemo =
        make("connectDemo", "plug-zap", tr("Connect to &Demo Server"),
             tr("Connect to the included demo server, which misbehaves on demand"), Qt::CTRL | Qt::SHIFT | Qt::Key_D);
    openCapture = make("openCapture", "folder-open", tr("&Open Capture…"),
                       tr("Open a capture, or a log of another program"), QKeySequence::Open);
    followCommand = make("followCommand", "terminal", tr("&Follow Command…"),
                         tr("Show the output of a command as a growing capture, for example over ssh"));
    exportAll =
        make("exportAll", "download", tr("&Export…"), tr("Export the conversation to a file"), QKeySequence::Save);
    exportSelection = make("exportSelection", nullptr, tr("Export &Selection…"), tr("Export the selection to a file"),
                           Qt::CTRL | Qt::SHIFT | Qt::Key_S); // not SaveAs, which has no key on some desktops
    stop = make("stop", "circle-x", tr("S&top"), tr("Stop reading or writing a file"), Qt::Key_Escape);
    clearKept = make("clearKept", nullptr, tr("Cle&ar Old Captures…"),
                     tr("Show the size of the kept captures, and offer to delete the oldest if it exceeds the limit"));
    preferences =
        make("preferences", "settings", tr("&Preferences…"), tr("Change how Pullcord works"), Qt::CTRL | Qt::Key_Comma);
    preferences->setMenuRole(QAction::PreferencesRole);
    quit = make("quit", nullptr, tr("&Quit"), tr("Quit and stop all servers"), Qt::CTRL | Qt::Key_Q);
    quit->setMenuRole(QAction::QuitRole);
}

void Actions::makeServerActions()
{
    disconnectServer = make("disconnectServer", "unplug", tr("&Disconnect"),
                            tr("Disconnect from the server; the capture stays open"), Qt::CTRL | Qt::SHIFT | Qt::Key_X);
    reconnect = make("reconnect", "plug", tr("&Reconnect"),
                     tr("Connect to the server again, in the same capture if it is still recorded"),
                     Qt::CTRL | Qt::SHIFT | Qt::Key_R);
    reconnect->setData(reconnect->toolTip()); // restored by sayWhyNot()
    restart =
        make("restart", "rotate-ccw", tr("Re&start"),
             tr("Stop the server, then connect to it again in the same capture"), Qt::CTRL | Qt::SHIFT | Qt::Key_F5);
    copyCommand = make("copyCommand", "copy", tr("Co&py Command or URL"),
                       tr("Copy the command or URL of this server; secrets are masked"));
    checkConnection = make("checkConnection", "wrench", tr("Check Co&nnection…"),
                           tr("Find out, stage by stage, why the server does not start or connect"));
    saveServer = make("saveServer", "save", tr("Sav&e Server…"), tr("Save this server under a name"));
    importServers = make("importServers", "download", tr("&Import Servers…"),
                         tr("Import servers from the configuration of another tool"), Qt::CTRL | Qt::Key_I);
    watchHost = make("watchHost", "eye", tr("Watch a &Host…"),
                     tr("Record what a host, such as an editor, and its servers say to each other"));
    exportServers = make("exportServers", "upload", tr("E&xport Saved Servers…"),
                         tr("Export the saved servers as a configuration for other tools"));
    refreshCatalog = make("refreshCatalog", "refresh-cw", tr("Re&fresh Lists"),
                          tr("Reload all lists from the server, ignoring the cache"), QKeySequence::Refresh);
    fetch = make("fetch", "download", tr("Read Res&ource"), tr("Request the selected item from the server"),
                 Qt::CTRL | Qt::SHIFT | Qt::Key_Return);
    watchResource = make("watchResource", "eye", tr("&Watch Resource"), tr("Subscribe to changes of this resource"),
                         Qt::CTRL | Qt::SHIFT | Qt::Key_W);
    watchResource->setCheckable(true);
    fetch->setIconText(tr("Read"));
    watchResource->setIconText(tr("Watch"));
    callTool =
        make("callTool", "play", tr("&Call Tool"), tr("Call the tool with these arguments"), Qt::CTRL | Qt::Key_Return);
    tasks = make("tasks", "list", tr("&Tasks…"), tr("Show the tasks of the server"), Qt::CTRL | Qt::SHIFT | Qt::Key_L);
    lab = make("lab", "ban", tr("Cancellation &Lab…"),
               tr("Call a tool repeatedly and cancel each call at a different moment"));
    labWithArguments =
        make("labWithArguments", "ban", tr("Cancellation Lab with These Ar&guments…"),
             tr("Call this tool repeatedly with these arguments and cancel each call at a different moment"));
    answering = make("answering", "send", tr("&Answering…"), tr("Choose how to answer questions from this server"));
}

void Actions::sayWhetherCallFits(bool fits) const
{
    rename(callTool, fits ? tr("&Call Tool") : tr("&Call Anyway"));
    callTool->setIcon(Icons::icon(fits ? "play" : "triangle-alert"));
    callTool->setToolTip(fits ? tr("Call the tool with these arguments")
                              : tr("Call the tool although the arguments do not match its schema"));
}

void Actions::makeRequestActions()
{
    cancel = make("cancel", "ban", tr("&Cancel"), tr("Cancel the selected requests with the given reason"));
    cancel->setShortcut(Qt::Key_Delete);
    // Works only while the request table has the focus: its panel adds the action.
    cancel->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_page->removeAction(cancel);
    cancelAll = make("cancelAll", "circle-x", tr("Cancel &All"),
                     tr("Cancel all requests in flight, except subscriptions, with the given reason"),
                     Qt::CTRL | Qt::SHIFT | Qt::Key_Delete);
    for (QAction *action : {cancel, cancelAll})
        action->setData(action->toolTip()); // restored by sayWhyNot()
    keepWaiting = make("keepWaiting", "clock", tr("Sender &Keeps Waiting"),
                       tr("The sender of a request that you cancel gets nothing; a late response passes"));
    answerWithError =
        make("answerWithError", "circle-x", tr("Sender Gets an &Error"),
             tr("The sender of a request that you cancel gets an error at once; a late response is withheld"));
    chooseError = make("chooseError", nullptr, tr("Error for &the Sender…"),
                       tr("Choose code and text of the error that the sender of a cancelled request gets"));
    auto *waiting = new QActionGroup(this);
    for (QAction *action : {keepWaiting, answerWithError}) {
        action->setCheckable(true);
        action->setActionGroup(waiting);
    }
    keepWaiting->setChecked(true);
    heldMessages =
        make("heldMessages", "pause", tr("&Held Messages…"),
             tr("Release, change or drop messages that rules of the proxy hold, and switch its rules on or off"),
             Qt::CTRL | Qt::SHIFT | Qt::Key_B);
    answer = make("answer", "send", tr("A&nswer…"),
                  tr("Answer the server's questions, starting with the selected request"), Qt::CTRL | Qt::Key_E);
    resend = make("resend", "repeat", tr("&Resend"), tr("Send the selected request again, with a new id"),
                  Qt::CTRL | Qt::SHIFT | Qt::Key_A);
    editAndResend = make("editAndResend", "pencil", tr("E&dit and Resend…"),
                         tr("Edit the selected message, then send it again"), Qt::CTRL | Qt::SHIFT | Qt::Key_E);
    sendMessage = make("sendMessage", "square-pen", tr("&Send Message…"),
                       tr("Type any message, valid or not, and send it unchanged"), Qt::CTRL | Qt::SHIFT | Qt::Key_M);
    copyRows = make("copyRows", "copy", tr("Copy Ro&ws"), tr("Copy the selected rows as text"));
    copyId = make("copyId", nullptr, tr("Copy &Id"), tr("Copy the ids of the selected requests"));
    copyJson = make("copyJson", nullptr, tr("Copy &JSON"), tr("Copy the selection as it was on the wire"));
    copyCli = make("copyCli", "terminal", tr("Copy as pullcord-c&li Command"),
                   tr("Copy a command that sends the same request; secrets are masked"));
    copyCurl = make("copyCurl", nullptr, tr("Copy as c&URL Command"),
                    tr("Copy a command that sends the same HTTP request; secrets are masked"));
    compare = make("compare", "git-compare", tr("Com&pare With…"),
                   tr("Compare the two selected rows, or the selected row with the next one that you choose"),
                   Qt::CTRL | Qt::Key_D);
    copyIssue = make("copyIssue", "copy", tr("C&opy as Issue"),
                     tr("Copy a report on the selected finding for the maintainer of the server; secrets are masked"));
    silenceRule = make("silenceRule", "eye-off", tr("Mute Rule &for This Server"),
                       tr("Hide all findings of this rule for this server"));
    silenceRule->setIconText(tr("Mute Rule"));
    showMessages = make("showMessages", "list", tr("Show in &Messages"), tr("Go to the messages of this request"),
                        Qt::CTRL | Qt::Key_M);
    showRequest = make("showRequest", "list", tr("Show in Re&quests"), tr("Go to the request of this message"),
                       Qt::CTRL | Qt::Key_R);
}

void Actions::makeMarkActions()
{
    pin = make("pin", "pin", tr("&Pin"), tr("Keep the selected rows visible below the column titles"),
               Qt::CTRL | Qt::SHIFT | Qt::Key_P);
    pin->setCheckable(true);
    note = make("note", "sticky-note", tr("&Note…"), tr("Write a note on the selected rows"),
                Qt::CTRL | Qt::SHIFT | Qt::Key_N);
    const auto makeColor = [this](const char *name, MarkColor color, const QString &text, int key) {
        QAction *action =
            make(name, nullptr, text, tr("Mark the selected rows with this color"), Qt::CTRL | Qt::ALT | Qt::Key(key));
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
    makeColor("markNone", MarkColor::None, tr("No &Color"), Qt::Key_0);
    colors.constLast()->setToolTip(tr("Remove the color from the selected rows"));
    removeMarks =
        make("removeMarks", nullptr, tr("Remove &All Marks"), tr("Remove pin, color and note from the selected rows"));
    colorRules = make("colorRules", "palette", tr("Color Ru&les…"), tr("Color rows by filters"));
}

void Actions::makeViewActions()
{
    viewServer =
        makeToggle("viewServer", tr("&Server Panel"),
                   tr("Show the tools, prompts and resources of the server, and the call panel"), Qt::CTRL | Qt::Key_1);
    viewMessages = makeToggle("viewMessages", tr("&Messages and Server Output"),
                              tr("Show the messages, and the standard error of the server"), Qt::CTRL | Qt::Key_2);
    viewDetails =
        makeToggle("viewDetails", tr("&Details"), tr("Show the selected message in full"), Qt::CTRL | Qt::Key_3);
    groupRequests = makeToggle("groupRequests", tr("&Group Related Requests"),
                               tr("Show follow-up requests, task polls and questions under the call they belong to"));
    sortByColumn =
        make("sortByColumn", "arrow-down-up", tr("Sort by This C&olumn"),
             tr("Sort by the column of the current cell: ascending, then descending, then in order of arrival"),
             Qt::CTRL | Qt::SHIFT | Qt::Key_O);
    arrivalOrder = make("arrivalOrder", nullptr, tr("Order of Arriva&l"), tr("Restore the original order"));
    hideNoise = makeToggle("hideNoise", tr("&Hide Noise"), tr("Hide pings, progress and log messages, except failures"),
                           Qt::CTRL | Qt::SHIFT | Qt::Key_H);
    hideNoise->setIcon(Icons::icon("eye-off"));
    hideNoise->setChecked(false);
    const auto makeKind = [this](const char *name, NoiseFilter::Kind kind, const QString &text) {
        noiseKinds << makeToggle(name, text, tr("Hide these when Hide Noise is on"));
        noiseKinds.constLast()->setData(int(kind));
    };
    makeKind("noisePings", NoiseFilter::Ping, tr("Treat Pings as Noise"));
    makeKind("noiseProgress", NoiseFilter::Progress, tr("Treat Progress as Noise"));
    makeKind("noiseLog", NoiseFilter::Log, tr("Treat Log Messages as Noise"));
    commandPalette = make("commandPalette", "search", tr("Command &Palette…"),
                          tr("Find commands, tools, servers and guide pages by typing"), Qt::CTRL | Qt::Key_K);
    searchCatalog = make("searchCatalog", "search", tr("S&earch the Server…"),
                         tr("Search the tools, prompts and resources of the server"), Qt::CTRL | Qt::SHIFT | Qt::Key_F);
    find = make("find", "filter", tr("&Filter…"), tr("Filter the current table"), QKeySequence::Find);
    findInDetails = make("findInDetails", "search", tr("F&ind in Details…"),
                         tr("Find text in Details (also Ctrl+F inside the panel)"), Qt::CTRL | Qt::ALT | Qt::Key_F);
    findNext = make("findNext", nullptr, tr("Find &Next"), tr("Go to the next match in Details"), Qt::Key_F3);
    findPrevious = make("findPrevious", nullptr, tr("Find Pre&vious"), tr("Go to the previous match in Details"),
                        Qt::SHIFT | Qt::Key_F3);
    userGuide = make("userGuide", "book-open", tr("User &Guide"), tr("Show the guide page about the focused item"),
                     QKeySequence::HelpContents);
    startTour = make("startTour", "route", tr("Take the &Tour"), tr("Learn in three steps how to cancel a request"));
    diagnostics = make("diagnostics", "file-text", tr("&Diagnostics…"),
                       tr("Show facts about Pullcord and this machine for a bug report"));
    about = make("about", "info", tr("&About Pullcord"), tr("Show the version and the licenses"));
    about->setMenuRole(QAction::AboutRole);
}

void Actions::makeTabActions()
{
    newTab = make("newTab", "plus", tr("New Ta&b"), tr("Open a tab for another server or file"), Qt::CTRL | Qt::Key_T);
    duplicateTab = make("duplicateTab", "copy-plus", tr("D&uplicate Tab"),
                        tr("Connect to the same server again, or open the same file, in a new tab"));
    closeTab =
        make("closeTab", "x", tr("C&lose Tab"),
             tr("Close this conversation; closing the last tab returns to the start page"), Qt::CTRL | Qt::Key_W);
    closeTab->setShortcuts({Qt::CTRL | Qt::Key_W, Qt::CTRL | Qt::Key_F4});
    closeOtherTabs =
        make("closeOtherTabs", nullptr, tr("Close Ot&her Tabs"), tr("Close all other conversations in this window"));
    reopenTab = make("reopenTab", "history", tr("Reopen Closed Tab"),
                     tr("Reopen the last closed tab, without starting a server"), Qt::CTRL | Qt::SHIFT | Qt::Key_T);
    reopenTab->setEnabled(false);
    reopenSession = make("reopenSession", "history", tr("Reopen &Windows and Tabs"),
                         tr("Reopen the windows and tabs of the last run, without starting a server"));
    nextTab = make("nextTab", nullptr, tr("Ne&xt Tab"), tr("Go to the tab on the right"), Qt::CTRL | Qt::Key_Tab);
    nextTab->setShortcuts({Qt::CTRL | Qt::Key_Tab, Qt::CTRL | Qt::Key_PageDown});
    previousTab = make("previousTab", nullptr, tr("P&revious Tab"), tr("Go to the tab on the left"),
                       Qt::CTRL | Qt::SHIFT | Qt::Key_Tab);
    previousTab->setShortcuts({Qt::CTRL | Qt::SHIFT | Qt::Key_Tab, Qt::CTRL | Qt::Key_PageUp});
    moveTabRight = make("moveTabRight", nullptr, tr("Move &Tab Right"), tr("Move this tab to the right"),
                        Qt::CTRL | Qt::SHIFT | Qt::Key_PageDown);
    moveTabLeft = make("moveTabLeft", nullptr, tr("Move T&ab Left"), tr("Move this tab to the left"),
                       Qt::CTRL | Qt::SHIFT | Qt::Key_PageUp);
}

void Actions::makeGoActions()
{
    goRequests = make("goRequests", nullptr, tr("&Requests"), tr("Requests from either side"), Qt::ALT | Qt::Key_1);
    const auto below = [this](const char *name, const QString &text, const QString &toolTip, int key) {
        lowerTabs << make(name, nullptr, text, toolTip, Qt::ALT | Qt::Key(key));
    };
    below("goMessages", tr("&Messages"), tr("Messages on the wire"), Qt::Key_2);
    below("goServerLog", tr("Server &Log"), tr("Log messages from the server"), Qt::Key_3);
    below("goServerOutput", tr("Server &Output"), tr("Standard error of the server"), Qt::Key_4);
    below("goTimeline", tr("Timeli&ne"), tr("Requests over time"), Qt::Key_5);
    below("goStatistics", tr("&Statistics"), tr("Statistics for each method and tool"), Qt::Key_6);
    below("goFindings", tr("Findin&gs"), tr("Protocol violations by either side"), Qt::Key_7);
    const auto reading = [this](const char *name, const QString &text, const QString &toolTip, int key) {
        detailsTabs << make(name, nullptr, text, toolTip, Qt::CTRL | Qt::SHIFT | Qt::Key(key));
    };
    reading("goResult", tr("R&esult"), tr("Details: the content of the response"), Qt::Key_1);
    reading("goPretty", tr("&Pretty", "indented JSON"), tr("Details: the message, indented"), Qt::Key_2);
    reading("goTree", tr("&Tree"), tr("Details: the message as a tree"), Qt::Key_3);
    reading("goRaw", tr("R&aw", "bytes as they were"), tr("Details: the bytes on the wire"), Qt::Key_4);
    reading("goFacts", tr("&Facts", "about a request"), tr("Details: timing, progress and metadata"), Qt::Key_5);
    reading("goHttp", tr("&HTTP"), tr("Details: the HTTP exchange"), Qt::Key_6);
    reading("goSchema", tr("S&chema"), tr("Details: schema validation"), Qt::Key_7);
    rawAsHex = makeToggle("rawAsHex", tr("Raw as He&x"), tr("Details: the bytes in hexadecimal"),
                          Qt::CTRL | Qt::ALT | Qt::Key_H);
    rawAsHex->setChecked(false);
    timelineCloser = make("timelineCloser", "zoom-in", tr("Zoom &In"), tr("Zoom in on the timeline"));
    timelineFarther = make("timelineFarther", "zoom-out", tr("Zoom O&ut"), tr("Zoom out of the timeline"));
    timelineWhole =
        make("timelineWhole", "maximize", tr("&Whole Time"), tr("Show the whole timeline, and follow it as it grows"));
    foldIdle = makeToggle("foldIdle", tr("Fol&d Idle Time"), tr("Collapse the periods without events"));
    foldIdle->setChecked(false);
}

} // namespace Pullcord
