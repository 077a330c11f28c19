// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsonspot.h"

#include "core/json/jsonstring.h"

namespace Pullcord {

JsonSpot JsonSpot::at(QByteArrayView json, qsizetype offset)
{
    JsonSpot spot{.pointer = {}, .rawKey = {}, .value = JsonValue(json)};
    const char *wanted = json.data() + offset;
    while (spot.value.isValid() && wanted > spot.value.raw().data()) {
        JsonMember inner;
        qsizetype index = 0;
        qsizetype innerIndex = 0;
        for (const JsonMember &child : spot.value) {
            if (wanted < (child.rawKey.isEmpty() ? child.value.raw() : child.rawKey).data())
                break;
            inner = child;
            innerIndex = index++;
        }
        if (!inner.value.isValid() || wanted >= inner.value.raw().data() + inner.value.raw().size())
            break; // between two children
        spot.pointer +=
            u'/' + (inner.rawKey.isEmpty() ? QString::number(innerIndex) : step(JsonString::decoded(inner.rawKey)));
        spot.rawKey = inner.rawKey;
        spot.value = inner.value;
    }
    return spot;
}

QString JsonSpot::step(QString name)
{
    return name.replace(u'~', QLatin1StringView("~0")).replace(u'/', QLatin1StringView("~1"));
}

} // namespace Pullcord
