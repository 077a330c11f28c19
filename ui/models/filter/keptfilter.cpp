// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/filter/keptfilter.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace Pullcord {
using namespace Qt::StringLiterals;

QString KeptFilter::toSetting() const
{
    if (name.isEmpty())
        return filter;
    const QJsonObject object{{u"name"_s, name}, {u"filter"_s, filter}};
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

KeptFilter KeptFilter::fromSetting(const QString &text)
{
    const QJsonObject object = QJsonDocument::fromJson(text.toUtf8()).object(); // no filter is a JSON object
    const QString name = object.value("name"_L1).toString();
    return name.isEmpty() ? KeptFilter{.filter = text}
                          : KeptFilter{.filter = object.value("filter"_L1).toString(), .name = name};
}

} // namespace Pullcord
