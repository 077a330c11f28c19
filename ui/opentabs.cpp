// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/opentabs.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

QJsonObject objectOf(const OpenTab &tab)
{
    QJsonObject object{{u"capture"_s, tab.capture}, {u"title"_s, tab.title}};
    if (tab.server)
        object.insert(u"server"_s, tab.server->toSetting());
    return object;
}

OpenTab tabIn(const QJsonObject &object)
{
    OpenTab tab{
        .capture = object.value("capture"_L1).toString(), .title = object.value("title"_L1).toString(), .server = {}};
    if (const QString server = object.value("server"_L1).toString(); !server.isEmpty())
        tab.server = ServerTarget::fromSetting(server);
    return tab;
}

OpenWindow windowIn(const QJsonObject &object)
{
    OpenWindow window;
    const int current = object.value("current"_L1).toInt();
    const QJsonArray tabs = object.value("tabs"_L1).toArray();
    for (qsizetype i = 0; i < tabs.size(); ++i) {
        const OpenTab tab = tabIn(tabs.at(i).toObject());
        if (tab.isEmpty())
            continue;
        if (i == current)
            window.current = int(window.tabs.size());
        window.tabs << tab;
    }
    return window;
}

} // namespace

QStringList OpenTabs::titles() const
{
    QStringList titles;
    for (const OpenWindow &window : windows) {
        for (const OpenTab &tab : window.tabs)
            titles << tab.title;
    }
    return titles;
}

QByteArray OpenTabs::toJson() const
{
    QJsonArray all;
    for (const OpenWindow &window : windows) {
        QJsonArray tabs;
        for (const OpenTab &tab : window.tabs)
            tabs << objectOf(tab);
        all << QJsonObject{{u"tabs"_s, tabs}, {u"current"_s, window.current}};
    }
    return QJsonDocument(QJsonObject{{u"windows"_s, all}, {u"ended"_s, hasEnded}}).toJson(QJsonDocument::Compact);
}

OpenTabs OpenTabs::fromJson(const QByteArray &json)
{
    const QJsonObject object = QJsonDocument::fromJson(json).object();
    OpenTabs openTabs;
    openTabs.hasEnded = object.value("ended"_L1).toBool();
    const QJsonArray windows = object.value("windows"_L1).toArray();
    for (const QJsonValue &one : windows) {
        if (const OpenWindow window = windowIn(one.toObject()); !window.tabs.isEmpty())
            openTabs.windows << window;
    }
    return openTabs;
}

} // namespace Pullcord
