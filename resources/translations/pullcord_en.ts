<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Pullcord::ClosingCommand</name>
    <message numerus="yes">
        <source>%Ln requests in flight would be cancelled.</source>
        <translation>
            <numerusform>%Ln request in flight would be cancelled.</numerusform>
            <numerusform>%Ln requests in flight would be cancelled.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Pullcord::ContentView</name>
    <message numerus="yes">
        <source>Show %n More</source>
        <translation>
            <numerusform>Show %n More</numerusform>
            <numerusform>Show %n More</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Pullcord::DoctorWindow</name>
    <message numerus="yes">
        <source>%Ln stages failed. The next step is below the first one.</source>
        <translation>
            <numerusform>%Ln stage failed. The next step is below it.</numerusform>
            <numerusform>%Ln stages failed. The next step is below the first one.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Connected. %Ln stages have a warning.</source>
        <translation>
            <numerusform>Connected. %Ln stage has a warning.</numerusform>
            <numerusform>Connected. %Ln stages have a warning.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Pullcord::ExportDialog</name>
    <message numerus="yes">
        <source>All %Ln events, including those hidden by filters.</source>
        <translation>
            <numerusform>The only event, even if it is hidden by filters.</numerusform>
            <numerusform>All %Ln events, including those hidden by filters.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln selected events.</source>
        <translation>
            <numerusform>%Ln selected event.</numerusform>
            <numerusform>%Ln selected events.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Pullcord::ImportDialog</name>
    <message numerus="yes">
        <source>From %1, %n servers:</source>
        <translation>
            <numerusform>From %1, %n server:</numerusform>
            <numerusform>From %1, %n servers:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&amp;Import %n Servers</source>
        <translation>
            <numerusform>&amp;Import %n Server</numerusform>
            <numerusform>&amp;Import %n Servers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Pullcord::Look</name>
    <message numerus="yes">
        <source>%Ln in flight</source>
        <translation>
            <numerusform>%Ln in flight</numerusform>
            <numerusform>%Ln in flight</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln questions to answer</source>
        <translation>
            <numerusform>%Ln question to answer</numerusform>
            <numerusform>%Ln questions to answer</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Pullcord::RequestCommands</name>
    <message numerus="yes">
        <source>%1 — and %n more</source>
        <translation>
            <numerusform>%1 — and %n more</numerusform>
            <numerusform>%1 — and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Pullcord::RequestGroup</name>
    <message numerus="yes">
        <source>%Ln not successful</source>
        <translation>
            <numerusform>%Ln not successful</numerusform>
            <numerusform>%Ln not successful</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more legs</source>
        <translation>
            <numerusform>%Ln more leg</numerusform>
            <numerusform>%Ln more legs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln polls</source>
        <translation>
            <numerusform>%Ln poll</numerusform>
            <numerusform>%Ln polls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>asked %Ln times</source>
        <comment>by the server</comment>
        <translation>
            <numerusform>asked once</numerusform>
            <numerusform>asked %Ln times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more</source>
        <comment>requests about a task</comment>
        <translation>
            <numerusform>%Ln more</numerusform>
            <numerusform>%Ln more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more pages</source>
        <comment>of a list</comment>
        <translation>
            <numerusform>%Ln more page</numerusform>
            <numerusform>%Ln more pages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Pullcord::TabRestorer</name>
    <message numerus="yes">
        <source>Pullcord ended unexpectedly while %Ln tabs were open. Reopening them does not start any server.</source>
        <translation>
            <numerusform>Pullcord ended unexpectedly while %Ln tab was open. Reopening it does not start any server.</numerusform>
            <numerusform>Pullcord ended unexpectedly while %Ln tabs were open. Reopening them does not start any server.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Pullcord::DiskSpaceWarning</name>
    <message numerus="yes">
        <source>Delete %Ln Conversations</source>
        <translation>
            <numerusform>Delete %Ln Conversation</numerusform>
            <numerusform>Delete %Ln Conversations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln conversations were deleted (%1).</source>
        <translation>
            <numerusform>%Ln conversation was deleted (%1).</numerusform>
            <numerusform>%Ln conversations were deleted (%1).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 %Ln others stay: they are in use again, or cannot be deleted.</source>
        <translation>
            <numerusform>%1 %Ln other stays: it is in use again, or cannot be deleted.</numerusform>
            <numerusform>%1 %Ln others stay: they are in use again, or cannot be deleted.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln old conversations without marks (started %1; %2)?</source>
        <translation>
            <numerusform>Delete %Ln old conversation without marks (started %1; %2)?</numerusform>
            <numerusform>Delete %Ln old conversations without marks (started %1; %2)?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Pullcord::SchemaForm</name>
    <message numerus="yes">
        <source>%Ln problems: %1</source>
        <translation>
            <numerusform>%Ln problem: %1</numerusform>
            <numerusform>%Ln problems: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Pullcord::SendDialog</name>
    <message numerus="yes">
        <source>Will be sent as %n messages, one per line.</source>
        <translation>
            <numerusform>Will be sent as one message.</numerusform>
            <numerusform>Will be sent as %n messages, one per line.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Will be sent with its line breaks; over stdio the server reads %n lines, each as a message.</source>
        <translation>
            <numerusform>Will be sent with its line breaks; over stdio the server reads %n line, as a message.</numerusform>
            <numerusform>Will be sent with its line breaks; over stdio the server reads %n lines, each as a message.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Pullcord::ServerCommands</name>
    <message numerus="yes">
        <source>%n servers saved: %1. Each command is shown again before it is run for the first time.</source>
        <translation>
            <numerusform>%n server saved: %1. Its command is shown again before it is run for the first time.</numerusform>
            <numerusform>%n servers saved: %1. Each command is shown again before it is run for the first time.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln servers were written to %1.</source>
        <translation>
            <numerusform>%Ln server was written to %1.</numerusform>
            <numerusform>%Ln servers were written to %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Pullcord::StartPage</name>
    <message numerus="yes">
        <source>%1 and %Ln more</source>
        <comment>tabs</comment>
        <translation>
            <numerusform>%1 and %Ln more</numerusform>
            <numerusform>%1 and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Pullcord::StatusLine</name>
    <message numerus="yes">
        <source>%Ln messages</source>
        <translation>
            <numerusform>%Ln message</numerusform>
            <numerusform>%Ln messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln in flight</source>
        <translation>
            <numerusform>%Ln in flight</numerusform>
            <numerusform>%Ln in flight</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Pullcord::TasksDialog</name>
    <message numerus="yes">
        <source>%Ln tasks</source>
        <translation>
            <numerusform>%Ln task</numerusform>
            <numerusform>%Ln tasks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Pullcord::UrlQuestion</name>
    <message numerus="yes">
        <source>Only its beginning is shown: it has %Ln characters.</source>
        <translation>
            <numerusform>Only its beginning is shown: it has %Ln character.</numerusform>
            <numerusform>Only its beginning is shown: it has %Ln characters.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Pullcord::WatchDialog</name>
    <message numerus="yes">
        <source>&amp;Watch %n Servers</source>
        <translation>
            <numerusform>&amp;Watch %n Server</numerusform>
            <numerusform>&amp;Watch %n Servers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&amp;Stop Watching %n Servers</source>
        <translation>
            <numerusform>&amp;Stop Watching %n Server</numerusform>
            <numerusform>&amp;Stop Watching %n Servers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Pullcord::HeldDialog</name>
    <message numerus="yes">
        <source>%Ln messages are held.</source>
        <translation>
            <numerusform>%Ln message is held.</numerusform>
            <numerusform>%Ln messages are held.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Pullcord::RuleCommands</name>
    <message numerus="yes">
        <source>%Ln messages are held</source>
        <translation>
            <numerusform>%Ln message is held</numerusform>
            <numerusform>%Ln messages are held</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln rules are active</source>
        <translation>
            <numerusform>%Ln rule is active</numerusform>
            <numerusform>%Ln rules are active</numerusform>
        </translation>
    </message>
</context>
</TS>
