// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/program/opening.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

QStringList stringsIn(const QJsonValue &value)
{
    QStringList strings;
    const QJsonArray array = value.toArray();
    for (const QJsonValue &one : array)
        strings << one.toString();
    strings.removeAll(QString());
    return strings;
}

} // namespace

QByteArray Opening::toJson(const QString &folder) const
{
    QJsonObject object{{u"demo"_s, demo}, {u"saved"_s, saved}, {u"newWindow"_s, newWindow}};
    QStringList whole;
    for (const QString &file : files)
        whole << QDir::cleanPath(file.startsWith(u'/') ? file : folder + u'/' + file); // ":x" would be a resource
    object.insert(u"files"_s, QJsonArray::fromStringList(whole));
    object.insert(u"activation"_s, QString::fromUtf8(activation));
    if (revision)
        object.insert(u"revision"_s, QString(nameOf(*revision)));
    if (server && server->isHttp()) {
        QStringList headers; // the setting has only their names
        for (const HttpHeader &header : server->http.headers)
            headers << QString::fromUtf8(header.name + ": " + header.value);
        object.insert(u"server"_s, server->toSetting());
        object.insert(u"headers"_s, QJsonArray::fromStringList(headers));
    }
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

std::optional<Opening> Opening::fromJson(const QByteArray &json)
{
    const QJsonDocument document = QJsonDocument::fromJson(json);
    if (!document.isObject())
        return {};
    const QJsonObject object = document.object();
    Opening opening;
    opening.files = stringsIn(object.value("files"_L1));
    opening.demo = object.value("demo"_L1).toBool();
    opening.saved = object.value("saved"_L1).toString();
    opening.newWindow = object.value("newWindow"_L1).toBool();
    opening.activation = object.value("activation"_L1).toString().toUtf8();
    opening.revision = revisionFromName(object.value("revision"_L1).toString());
    if (!object.contains("server"_L1))
        return opening;
    opening.server = ServerTarget::fromSetting(object.value("server"_L1).toString());
    if (!opening.server || opening.hasCommand())
        return {};
    const QStringList headers = stringsIn(object.value("headers"_L1));
    for (const QString &line : headers) {
        if (const auto header = HttpHeader::fromLine(line))
            opening.server->http.headers.set(*header);
    }
    return opening;
}

} // namespace Pullcord
