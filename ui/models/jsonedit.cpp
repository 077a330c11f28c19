// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/jsonedit.h"

#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"

#include <vector>

namespace Pullcord::JsonEdit {

namespace {

/// Where a member stands in the text: from its key to the end of its value.
struct Place
{
    qsizetype key = 0;
    qsizetype value = 0;
    qsizetype end = 0;
    bool wanted = false;
};

std::vector<Place> placesOf(const QByteArray &object, QByteArrayView name)
{
    std::vector<Place> places;
    for (const JsonMember &member : JsonValue(object)) {
        const qsizetype value = member.value.raw().data() - object.constData();
        places.push_back({member.rawKey.data() - object.constData(), value, value + member.value.raw().size(),
                          member.keyEquals(name)});
    }
    return places;
}

/// The white space between the opening bracket or the comma and the last member.
QByteArray leadOf(const QByteArray &object, const std::vector<Place> &places)
{
    const qsizetype key = places.back().key;
    qsizetype start = key;
    while (start > 0 && QByteArrayView(" \t\r\n").contains(object.at(start - 1)))
        --start;
    const QByteArray lead = object.mid(start, key - start);
    return lead.contains('\n') || places.size() > 1 ? lead : QByteArray(" ");
}

QByteArray without(QByteArray object, QByteArrayView name)
{
    std::vector<Place> places = placesOf(object, name);
    for (size_t i = places.size(); i-- > 0;) {
        if (!places[i].wanted)
            continue;
        qsizetype from = places[i].key;
        qsizetype to = places[i].end;
        if (places.size() == 1)
            return "{}";
        if (i > 0)
            from = places[i - 1].end;
        else
            to = places[1].key;
        object.remove(from, to - from);
        places = placesOf(object, name);
    }
    return object;
}

} // namespace

QByteArray withMember(const QByteArray &object, QByteArrayView name, const std::optional<QByteArray> &value)
{
    if (!value)
        return without(object, name);
    const std::vector<Place> places = placesOf(object, name);
    for (size_t i = places.size(); i-- > 0;) { // of several, the last one counts
        if (places[i].wanted)
            return QByteArray(object).replace(places[i].value, places[i].end - places[i].value, *value);
    }
    const QByteArray member = JsonText::quoted(name) + ": " + *value;
    if (places.empty())
        return "{\n  " + member + "\n}";
    return QByteArray(object).insert(places.back().end, "," + leadOf(object, places) + member);
}

} // namespace Pullcord::JsonEdit
